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

typedef struct {
    const clone_node *nodes;
    const int32_t *roots;   /* [trees] */
    const int32_t *classes; /* [trees] which sum a tree's value is added to */
    int32_t tree_count;
    int32_t class_count;
} clone_forest;

/* Adds the values of all trees to `sums` [rows][classes]; `features` are [rows][feature_count]. */
void clone_walk(const clone_forest *forest, const float *features, int64_t row_count,
                int32_t feature_count, double *sums);
