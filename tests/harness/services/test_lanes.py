"""Lanes: never more requests in flight than places, low priorities first, nothing cut off."""

import asyncio
import random
from collections import Counter

import pytest

from railbird.harness.services.lanes import Lanes

INSTANTS = random.Random(7)


class Service:
    """Answers after a few turns of the event loop, and counts what is in flight."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.ended: list[int] = []
        self.in_flight: Counter[str] = Counter()
        self.most_at_once = 0
        self.most_of_model: Counter[str] = Counter()

    async def answer(self, number: int, model: str) -> int:
        self.begun.append(number)
        self.in_flight[model] += 1
        self.most_at_once = max(self.most_at_once, self.in_flight.total())
        self.most_of_model[model] = max(self.most_of_model[model], self.in_flight[model])
        for _ in range(INSTANTS.randrange(1, 4)):
            await asyncio.sleep(0)
        self.in_flight[model] -= 1
        self.ended.append(number)
        if number % 10 == 9:
            raise ValueError(str(number))
        return number


@pytest.mark.parametrize("places", [1, 3, 8])
def test_places_are_full_and_never_more_than_full(places: int) -> None:
    service, lanes = Service(), Lanes(places, 2)

    async def ask(number: int) -> int:
        model = "ab"[number % 2]
        return await lanes.send(lambda: service.answer(number, model), model=model, priority=number)

    async def ask_all() -> list[int | BaseException]:
        return await asyncio.gather(*map(ask, range(60)), return_exceptions=True)

    answers = asyncio.run(ask_all())
    assert [int(str(one)) for one in answers] == list(range(60))
    assert service.most_at_once == min(places, 4)
    assert max(service.most_of_model.values()) == min(places, 2)


def test_low_priorities_come_first_and_equal_ones_in_order() -> None:
    service, lanes = Service(), Lanes(1, 1)

    async def ask_all() -> None:
        async def ask(number: int) -> int:
            send = lambda: service.answer(number, "m")  # noqa: E731
            return await lanes.send(send, model="m", priority=number // 4)

        await asyncio.gather(*map(ask, [5, 6, 8, 1, 4, 0, 7, 2]))

    asyncio.run(ask_all())
    assert service.begun == [5, 1, 0, 2, 6, 4, 7, 8]


def test_a_full_model_does_not_hold_up_another() -> None:
    service, lanes = Service(), Lanes(2, 1)

    async def ask_all() -> None:
        async def ask(number: int, model: str) -> int:
            send = lambda: service.answer(number, model)  # noqa: E731
            return await lanes.send(send, model=model, priority=number)

        await asyncio.gather(ask(0, "a"), ask(1, "a"), ask(2, "a"), ask(3, "b"))

    asyncio.run(ask_all())
    assert service.begun[:2] == [0, 3] and service.begun[2:] == [1, 2]


def test_who_gives_up_is_not_asked_for_but_what_was_begun_is_ended() -> None:
    service, lanes = Service(), Lanes(1, 1)

    async def ask_all() -> None:
        async def ask(number: int) -> int:
            return await lanes.send(lambda: service.answer(number, "m"), model="m", priority=0)

        tasks = [asyncio.create_task(ask(number)) for number in range(4)]
        while not service.begun:
            await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[2].cancel()
        await asyncio.wait(tasks)

    asyncio.run(ask_all())
    assert service.begun == service.ended == [0, 1, 3]
