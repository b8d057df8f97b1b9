"""What all tests share: no test depends on how long anything takes."""

from hypothesis import settings

settings.register_profile("railbird", deadline=None)
settings.load_profile("railbird")
