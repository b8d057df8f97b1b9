"""Prompts: jinja2 files with the blocks ``system`` and ``decision``, rendered in a sandbox."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from railbird.plugins import AgentError

SUFFIX = ".jinja"
BLOCKS = ("system", "decision")
MOST_BYTES = 2**18
_ENVIRONMENT = ImmutableSandboxedEnvironment(
    undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
)


class Prompt:
    """A template of prompts."""

    def __init__(self, name: str, text: str) -> None:
        """Compile it; raises AgentError if it is not a prompt."""
        self.name = name
        try:
            self._template: Template = _ENVIRONMENT.from_string(text)
        except TemplateError as error:
            raise AgentError(f"prompt {name}: not a jinja2 template ({error})") from error
        missing = [block for block in BLOCKS if block not in self._template.blocks]
        if missing:
            raise AgentError(
                f"prompt {name}: has no block {missing[0]!r}; write "
                f"{{% block {missing[0]} %}} ... {{% endblock %}}"
            )

    def render(self, block: str, values: Mapping[str, Any]) -> str:
        """Return the text of a block; raises AgentError for a value that does not exist."""
        context = self._template.new_context(dict(values))
        try:
            return "".join(self._template.blocks[block](context)).strip()
        except TemplateError as error:
            raise AgentError(f"prompt {self.name}: {error}") from error
        except Exception as error:  # a template may divide by zero, or compare texts with numbers
            text = f"prompt {self.name}: {type(error).__name__}: {error}"
            raise AgentError(text) from error


def shipped_prompts() -> tuple[str, ...]:
    """Return the names of the prompts that railbird ships, sorted."""
    names = (entry.name for entry in files("railbird.agents.language_model.prompts").iterdir())
    return tuple(sorted(one.removesuffix(SUFFIX) for one in names if one.endswith(SUFFIX)))


def prompt_path(prompt: str) -> Path | None:
    """Return the path of a prompt that is not shipped, None for one that is."""
    return None if prompt in shipped_prompts() else Path(prompt)


@lru_cache(maxsize=64)
def read_prompt(prompt: str) -> Prompt:
    """Read a prompt by its shipped name, or from a file; raises AgentError."""
    path = prompt_path(prompt)
    if path is None:
        folder = files("railbird.agents.language_model.prompts")
        return Prompt(prompt, folder.joinpath(prompt + SUFFIX).read_text(encoding="utf-8"))
    try:
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise AgentError(f"prompt {path} has more than {MOST_BYTES:,} bytes")
        return Prompt(str(path), data.decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise AgentError(
            f"prompt {prompt!r}: no such file, and no shipped prompt of this name; use one of "
            f"{', '.join(shipped_prompts())}, or the path of a file"
        ) from error
