"""What dispatchers hand out: every chunk until it is played, those lost again, in the end alone."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from railbird.harness.workers.task_queue import (
    LOSSES_BEFORE_ALONE,
    MOST_DEPARTURES,
    MOST_LOSSES,
    Task,
    TaskQueue,
)


@given(st.integers(0, 60), st.integers(1, 8), st.data())
def test_every_chunk_is_played_whatever_is_lost(
    chunk_count: int, worker_count: int, data: st.DataObject
) -> None:
    task_queue = TaskQueue(range(chunk_count), worker_count=worker_count)
    played: list[int] = []
    losses: Counter[int] = Counter()
    while (task := task_queue.next_task()) is not None:
        if losses[task.chunks[0]]:
            assert len(task.chunks) == 1
        assert task.alone == (losses[task.chunks[0]] >= LOSSES_BEFORE_ALONE)
        reported = data.draw(st.integers(0, len(task.chunks)))
        may_die = losses.total() < 2 * MOST_LOSSES
        if (
            reported == len(task.chunks)
            or not may_die
            or max(losses.values(), default=0) >= MOST_LOSSES - 1
        ):
            reported = len(task.chunks)
        else:
            suspect, *others = task.chunks[reported:]
            losses[suspect] += 1
            task_queue.put_back(others)
            assert task_queue.lose(suspect)
        for chunk in task.chunks[:reported]:
            task_queue.learn(data.draw(st.floats(0, 10)))
            played.append(chunk)
    assert sorted(played) == list(range(chunk_count))
    assert len(task_queue) == 0


def test_a_chunk_that_is_lost_too_often_is_given_up() -> None:
    task_queue = TaskQueue([7], worker_count=1)
    for loss in range(1, MOST_LOSSES + 1):
        assert task_queue.next_task() == Task((7,), alone=loss > LOSSES_BEFORE_ALONE)
        assert task_queue.lose(7) == (loss < MOST_LOSSES)
    assert task_queue.next_task() is None


def test_what_is_lost_with_machines_counts_for_itself() -> None:
    task_queue = TaskQueue([7], worker_count=1)
    for departure in range(1, MOST_DEPARTURES + 1):
        assert task_queue.next_task() == Task((7,))
        assert task_queue.lose_with_machine(7) == (departure < MOST_DEPARTURES)
    assert task_queue.next_task() is None


def test_tasks_fill_about_a_second_and_shrink_to_the_end() -> None:
    task_queue = TaskQueue(range(1000), worker_count=2)
    for _ in range(30):
        task_queue.learn(0.1)
    sizes = []
    while (task := task_queue.next_task()) is not None:
        sizes.append(len(task.chunks))
    assert sizes[0] in (9, 10)
    assert sizes[-1] == 1
    assert sum(sizes) == 1000
