"""What the C extensions ask of an x86-64 processor, read from the built files themselves.

The baseline is x86-64-v2. Only guarded functions, which run after the processor was asked, go
beyond it: those of files named after what they are compiled for, and those named here.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from railbird.agents.dcubot.net import _dcubot
from railbird.native import _native

REPOSITORY = Path(__file__).parents[2]
EXTENSIONS = {"native": Path(_native.__file__), "dcubot": Path(_dcubot.__file__)}

GUARDED_FILE = re.compile(r"_avx(2|512)\.c")
GUARDED_NAME = re.compile(r"solve_avx2(\.\w+)*")
"""Functions of other files, and the global ones, of which a symbol table does not name the file."""

PREFIX = {"lock", "rep", "repz", "repnz", "bnd", "notrack", "data16", "cs", "ds", "es"}
BEYOND = re.compile(
    r"v.*|andn|bextr|bls(i|r|msk)|lzcnt|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx"
    r"|movbe|ad[co]x|aes.*|pclmul.*|sha(1|256).*|rdrand|rdseed|clflushopt|clwb"
    r"|k(add|and|andn|mov|not|or|ortest|shift[lr]|test|unpck|xnor|xor)[bwdq]+"
)
"""Mnemonics: VEX, EVEX, BMI and the like. tzcnt is none of them: compilers write it for bsf, as
which older processors run it, where the operand is not zero."""

pytestmark = pytest.mark.skipif(
    shutil.which("objdump") is None or sys.platform != "linux",
    reason="objdump of the binutils, which reads the extensions, is missing, or this is not Linux",
)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of an extension; ``file`` is empty where the symbol table does not say."""

    name: str
    file: str

    @property
    def is_guarded(self) -> bool:
        """Whether it may be compiled for more than the baseline."""
        by_file = GUARDED_FILE.search(self.file) is not None
        return by_file or GUARDED_NAME.fullmatch(self.name) is not None


def objdump(option: str, extension: Path, *more: str) -> str:
    command = ["objdump", option, *more, "--wide", str(extension)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module", params=EXTENSIONS)
def extension(request: pytest.FixtureRequest) -> Path:
    path = EXTENSIONS[request.param]
    if "x86-64" not in objdump("-f", path):
        pytest.skip("built for another processor than x86-64")
    return path


def functions(extension: Path) -> dict[int, Function]:
    """By address; local symbols follow that of their file, global ones come last."""
    found, file = {}, ""
    for line in objdump("-t", extension).splitlines():
        symbol = re.fullmatch(r"([0-9a-f]+) (.{7}) \S+\s+[0-9a-f]+\s+(?:\.hidden )?(\S*)", line)
        if symbol is None:
            continue
        address, flags, name = int(symbol[1], 16), symbol[2], symbol[3]
        if flags.endswith("f"):
            file = name
        elif flags.endswith("F"):
            found[address] = Function(name, file if flags.startswith("l") else "")
    assert found, "the extension was stripped of its symbols; build it without -s"
    return found


def instructions(extension: Path) -> dict[Function, list[str]]:
    known, found = functions(extension), {}
    lines: list[str] = []
    for line in objdump("-d", extension, "--no-show-raw-insn").splitlines():
        if head := re.fullmatch(r"([0-9a-f]+) <(.+)>:", line):
            function = known.get(int(head[1], 16), Function(head[2], ""))
            lines = found.setdefault(function, [])
        elif re.match(r" *[0-9a-f]+:\t", line):
            lines.append(line.partition("\t")[2])
    return found


def is_beyond(instruction: str) -> bool:
    words = (word for word in instruction.split() if word not in PREFIX)
    return BEYOND.fullmatch(next(words, "")) is not None


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("vzeroupper", True),
        ("vpaddd %ymm0,%ymm1,%ymm2", True),
        ("vfmadd231sd %xmm0,%xmm1,%xmm2", True),
        ("kmovq  %k1,%rax", True),
        ("andn   %eax,%ecx,%edx", True),
        ("shlx   %rax,%rcx,%rdx", True),
        ("lzcnt  %eax,%ecx", True),
        ("notrack jmp *%rax", False),
        ("pshufb %xmm0,%xmm1", False),
        ("popcnt %rax,%rcx", False),
        ("tzcnt  %eax,%ecx", False),
        ("rep stos %rax,%es:(%rdi)", False),
        ("lock cmpxchg %ecx,(%rdx)", False),
    ],
)
def test_instructions_beyond_the_baseline_are_known(instruction: str, *, expected: bool) -> None:
    assert is_beyond(instruction) == expected


def test_only_guarded_functions_go_beyond_the_baseline(extension: Path) -> None:
    bad = {
        f"{function.file or 'global'}: {function.name}": beyond[0]
        for function, lines in instructions(extension).items()
        if not function.is_guarded and (beyond := [line for line in lines if is_beyond(line)])
    }
    assert not bad, "runs on every processor, yet is compiled for more than x86-64-v2"


def test_guarded_functions_are_found_and_use_their_instructions(extension: Path) -> None:
    beyond = {
        function.file or function.name
        for function, lines in instructions(extension).items()
        if function.is_guarded and any(is_beyond(line) for line in lines)
    }
    native = {"lanes_avx2.c", "lanes_avx512.c", "solve.c"}
    assert beyond == (native if extension.name.startswith("_native") else {"kernels_avx2.c"})


def test_no_constructor_is_guarded(extension: Path) -> None:
    known = functions(extension)
    sections = objdump("-s", extension, "-j", ".init_array")
    words = re.findall(r"^ [0-9a-f]+ ((?:[0-9a-f]{8} ?)+)", sections, re.MULTILINE)
    data = bytes.fromhex("".join(words))
    run = [
        known.get(int.from_bytes(data[i : i + 8], "little"), Function("unknown", ""))
        for i in range(0, len(data), 8)
    ]
    assert "frame_dummy" in {function.name for function in run}, "the list was not understood"
    assert not [function for function in run if function.is_guarded]
    assert not [function for function in run if function.name == "unknown"]


GUARDS = [
    ("native/kernels/lanes_avx2.c", "native/kernels/cpu_paths.c", ["has_avx2"]),
    ("native/kernels/lanes_avx512.c", "native/kernels/cpu_paths.c", ["has_avx2", "has_avx512"]),
    ("native/solver/solve.c", "native/solver/solve.c", ["rb_solve"]),
    (
        "agents/dcubot/net/kernels/kernels_avx2.c",
        "agents/dcubot/net/kernels/dispatch.c",
        ["kernels_for"],
    ),
]


@pytest.mark.parametrize(("guarded", "asking", "guards"), GUARDS)
def test_all_that_a_file_is_compiled_for_is_asked_for(
    guarded: str, asking: str, guards: list[str]
) -> None:
    source = (REPOSITORY / guarded).read_text(encoding="utf-8")
    gcc = re.findall(r'#pragma GCC target\("(.*)"\)', source)
    attributes = re.findall(r'__attribute__\(\(target\(((?:"[^"]*"[\s\\]*)+)\)', source)
    compiled_for = [set(re.findall(r"\w+", targets)) for targets in attributes]
    if gcc:
        assert compiled_for == [set(",".join(gcc).split(","))], "clang builds for something else"
    text = (REPOSITORY / asking).read_text(encoding="utf-8")
    bodies = [re.search(rf"\b{name}\([^;{{]*\)\n{{.*?\n}}", text, re.DOTALL) for name in guards]
    asked = {n for body in bodies if body for n in re.findall(r'cpu_supports\("(\w+)"\)', body[0])}
    assert compiled_for
    assert set().union(*compiled_for) <= asked


def test_every_file_with_a_target_is_guarded() -> None:
    folders = ("native", "agents")
    files = [path for folder in folders for path in (REPOSITORY / folder).rglob("*.[ch]")]
    with_target = {
        str(path.relative_to(REPOSITORY))
        for path in files
        if re.search(r"GCC target|\(target(_clones)?\(", path.read_text(encoding="utf-8"))
    }
    assert with_target == {guarded for guarded, _, _ in GUARDS}
