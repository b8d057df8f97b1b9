"""What all tests share: no test depends on how long anything takes."""

from hypothesis import settings

settings.register_profile("railbird", deadline=None)
settings.register_profile("long", deadline=None, max_examples=2_000)
settings.load_profile("railbird")
