"""A shard is what its parts say."""

from railbird.results.store.schema import HandShape, hand_columns, shard_columns


def test_a_shard_is_its_matches_with_their_hands() -> None:
    shape = HandShape(3, card_count=4, has_stacks=True)
    columns = {column.name: column.type for column in shard_columns(shape)}
    hand = columns["hands"].value_type
    assert [hand.field(n).name for n in range(hand.num_fields)] == [
        column.name for column in hand_columns(shape)
    ]
    assert columns["payoffs"].list_size == 3
