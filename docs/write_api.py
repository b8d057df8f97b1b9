"""Writes the reference of public names from their docstrings: `python docs/write_api.py FOLDER`.

A page a package, and an index. What is public is what a package's `__all__` lists.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

import griffe

REPOSITORY = Path(__file__).parents[1]
PLUGINS, HOOKS = "railbird.plugins", "railbird.plugins.finding.hookspecs"
PACKAGES = ("railbird", PLUGINS, "railbird.harness", "railbird.results", "railbird.native")
LINE = 88
NOTE = "This page is written from the docstrings by `make docs`."
INDEX = f"""# Reference

The public names of railbird, with a page for each package. [Contracts](../contracts/index.md) has
the units and dtypes that they share, [tables.md](../tables.md) every table and column. {NOTE}
"""
Public = griffe.Object
"""What a name stands for, at the place where it is defined."""


def write_pages(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    root = griffe.load(
        "railbird",
        search_paths=[REPOSITORY / "typings"],
        allow_inspection=False,
        try_relative_path=False,
    )
    index = [INDEX]
    for package in PACKAGES:
        module = _at(root, package)
        file = f"{package.rpartition('.')[2]}.md"
        (folder / file).write_text(_page(root, module), encoding="utf-8")
        index.append(f"- [{package}]({file}): {_names(module)}")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")


def _at(root: Public, path: str) -> Public:
    """Return what a dotted name stands for, and where that is an import, what was imported."""
    found = root[path.partition(".")[2]] if "." in path else root
    return found.final_target if found.is_alias else found


def _names(module: Public) -> str:
    return ", ".join(f"`{name}`" for name in _exports(module))


def _exports(module: Public) -> list[str]:
    return [str(name) for name in module.exports or ()]


def _page(root: Public, module: Public) -> str:
    public = {name: _at(root, f"{module.path}.{name}") for name in _exports(module)}
    classes = [name for name, found in public.items() if found.is_class]
    errors = [name for name in classes if name.endswith("Error")]
    groups = {
        "Functions": [name for name, found in public.items() if found.is_function],
        "Classes": [name for name in classes if name not in errors],
        "Values and types": [name for name, found in public.items() if found.is_attribute],
        "Errors": errors,
    }
    lines = [f"# {module.path}", "", _text(module), "", NOTE, ""]
    for title, names in groups.items():
        if names:
            lines += [f"## {title}", ""]
        for name in names:
            lines += _section(name, public[name])
    if module.path == PLUGINS:
        lines += _hooks(_at(root, HOOKS))
    return "\n".join(lines).rstrip() + "\n"


def _hooks(module: Public) -> Iterator[str]:
    yield from ("## Hooks", "")
    for name, found in module.members.items():
        if name.startswith("railbird_"):
            yield from _section(name, found)


def _section(name: str, found: Public) -> Iterator[str]:
    """Yield what is to be said of one public name."""
    yield from (f"### `{name}`", "")
    if found.is_attribute:
        yield from _code(_assignment(name, found))
    elif found.is_function:
        yield from _code(_signature(name, found.parameters, found.returns))
    elif not name.endswith("Error"):
        yield from _code(_heading(name, found))
    yield from (_text(found), "")
    if found.is_class:
        yield from _members(found)
    source = found.filepath.resolve().relative_to(REPOSITORY).as_posix()
    yield from (f"Source: [{source}](../../{source})", "")


def _heading(name: str, found: Public) -> str:
    bases = [str(base) for base in found.bases]
    shown = f"class {name}({', '.join(bases)})" if bases else f"class {name}"
    shown = f"@dataclass\n{shown}" if "dataclass" in found.labels else shown
    start = found.members.get("__init__")
    if start is None or not start.docstring:
        return shown
    return f"{shown}\n\n{_signature(name, list(start.parameters)[1:], None)}"


def _members(found: Public) -> Iterator[str]:
    """Yield the fields and properties of a class in a list, then its methods."""
    public = [m for n, m in found.members.items() if not n.startswith("_") and not m.is_alias]
    fields = [member for member in public if member.is_attribute]
    yield from (_field(found, member) for member in fields)
    yield from [""] if fields else []
    for member in public:
        if member.is_function:
            yield from (f"#### `{found.name}.{member.name}`", "")
            yield from _code(_signature(member.name, _own(member), member.returns))
            yield from (_text(member), "")


def _own(method: Public) -> Sequence[griffe.Parameter]:
    is_static = "staticmethod" in method.labels
    return list(method.parameters)[0 if is_static else 1 :]


def _field(owner: Public, field: Public) -> str:
    kind = f": {field.annotation}" if field.annotation is not None else ""
    is_default = "class-attribute" in field.labels and field.value is not None
    value = f" = {field.value}" if is_default else ""
    text = _text(field) or _runtime_text(owner, field) or _remark(field)
    text = " ".join(text.split())
    return f"- `{field.name}{kind}{_short(value)}`{f': {text}' if text else ''}"


def _runtime_text(owner: Public, field: Public) -> str:
    """Return what a property says that is made while its module is imported."""
    value = getattr(getattr(import_module(owner.module.path), owner.name), field.name, None)
    return _markdown(value.__doc__ or "") if isinstance(value, property) else ""


def _remark(field: Public) -> str:
    """Return the comment behind a declaration, which has a column's shape."""
    return field.lines[-1].partition("  # ")[2] if field.lines else ""


def _assignment(name: str, found: Public) -> str:
    kind = f": {found.annotation}" if found.annotation is not None else ""
    return f"{name}{kind}{_short(f' = {found.value}')}"


def _short(text: str) -> str:
    return text if len(text) <= LINE else " = ..."


def _signature(
    name: str, parameters: Iterable[griffe.Parameter], returns: object, *, line: int = LINE
) -> str:
    """Write a call as Python does, in a line each where one is too short."""
    words = list(_parameters(parameters))
    end = f" -> {returns}" if returns is not None else ""
    whole = f"{name}({', '.join(words)}){end}"
    if len(whole) <= line or not words:
        return whole
    return "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){end}"])


def _parameters(parameters: Iterable[griffe.Parameter]) -> Iterator[str]:
    kinds = griffe.ParameterKind
    before = None
    for parameter in parameters:
        if before is kinds.positional_only and parameter.kind is not before:
            yield "/"
        if parameter.kind is kinds.keyword_only and before not in (
            kinds.keyword_only,
            kinds.var_positional,
        ):
            yield "*"
        before = parameter.kind
        yield _parameter(parameter)
    if before is kinds.positional_only:
        yield "/"


def _parameter(parameter: griffe.Parameter) -> str:
    kinds = griffe.ParameterKind
    stars = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(parameter.kind, "")
    if parameter.annotation is None:
        kind, equals = "", "="
    else:
        kind, equals = f": {parameter.annotation}", " = "
    value = f"{equals}{parameter.default}" if parameter.default is not None and not stars else ""
    return f"{stars}{parameter.name}{kind}{value}"


def _code(text: str) -> list[str]:
    return ["```python", text, "```", ""]


def _text(found: Public) -> str:
    return _markdown(found.docstring.value) if found.docstring else ""


def _markdown(text: str) -> str:
    """Return a docstring as Markdown: code between single backticks, nothing else changed."""
    return re.sub(r"``([^`]+)``", r"`\1`", text.strip())


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
