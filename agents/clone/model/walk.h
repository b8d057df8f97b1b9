/* Trees one after the other in one array of nodes; a node's children are in the same tree and after
   it. Nothing is checked: see forest.py. */
typedef struct {
    double threshold;
    double value;       /* of a leaf */
    int32_t feature;    /* -1: a leaf */
    int32_t left;       /* the feature is at most the threshold */
    int32_t right;
    int32_t missing;    /* where a feature goes that is not a number: one of the two */
} clone_node;

/* A test of a tree of at most 32 leaves: where the feature is above the threshold, the leaves to its
   left are out of reach, whose bits are 0 in `kept`. */
typedef struct {
    float threshold;
    int32_t feature;
    uint32_t kept;
} clone_test;

typedef struct {
    const clone_node *nodes;
    const int32_t *roots;       /* [trees] */
    const int32_t *classes;     /* [trees] which sum a tree's value is added to */
    const clone_test *tests;    /* tree by tree; NULL: a tree has more than 32 leaves */
    const int32_t *test_ends;   /* [trees] */
    const double *leaves;       /* [trees][32] values, from left to right */
    int32_t tree_count;
    int32_t class_count;
} clone_forest;

/* Adds the values of all trees to `sums` [rows][classes]; `features` are [rows][feature_count], and
   `block` has room for 16 rows of them. */
void clone_walk(const clone_forest *forest, const float *features, int64_t row_count,
                int32_t feature_count, float *block, double *sums);
