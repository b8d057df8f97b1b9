"""Addresses of runs: paths and URLs, and what is refused before anything is asked."""

import subprocess
import sys
from pathlib import Path

import pytest

from railbird.results import StoreError
from railbird.results.folders.addresses import open_file, open_folder
from railbird.results.folders.local_folder import LocalFolder

SECRET = "wJalrXUtnFEMI"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("runs/small", "runs/small"),
        ("./s3:/run", "s3:/run"),
        ("file:///tmp/run", "/tmp/run"),
        ("file:/tmp/run", "/tmp/run"),
        ("file://localhost/tmp/run", "/tmp/run"),
        ("s3://bucket/a/run/", "s3://bucket/a/run"),
        ("S3://bucket", "s3://bucket"),
        ("gs://bucket/run", "gs://bucket/run"),
    ],
)
def test_an_address_is_read_as_text_and_as_a_path(address: str, shown: str) -> None:
    assert str(open_folder(address)) == shown
    is_local = not shown.startswith(("s3://", "gs://"))
    assert isinstance(open_folder(address), LocalFolder) == is_local
    if address != "./s3:/run" and "localhost" not in address:
        assert str(open_folder(Path(address))) == shown, "a path has lost a slash"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (f"s3://AKID:{SECRET}@bucket/run", "must not contain credentials"),
        (f"gs://user:{SECRET}@bucket/run", "must not contain credentials"),
        (f"file://user:{SECRET}@host/run", "must not contain credentials"),
        (f"ftp://user:{SECRET}@host/run", "must not contain credentials"),
        (f"s3://AKID:{SECRET}/run", "is not followed by a bucket"),
        (f"s3://bucket/run?secret={SECRET}", "is not a valid name of a run"),
        ("s3://", "is not followed by a bucket; write s3://BUCKET/RUN"),
        ("s3:///run", "is not followed by a bucket"),
        ("s3://bucket/../run", "leave out"),
        ("s3://bucket/a//run", "leave out"),
        ("s3://bucket/run*", "leave out"),
        ("azure://bucket/run", r"azure:// is not supported; use s3://, gs://, file:// or a path"),
        ("file://host/run", "refers to another machine"),
    ],
)
def test_an_address_that_cannot_be_is_one_sentence_without_secrets(address: str, said: str) -> None:
    with pytest.raises(StoreError, match=said) as refused:
        open_folder(address)
    assert SECRET not in str(refused.value)
    with pytest.raises(StoreError) as refused:
        open_file(f"{address}/report.html")
    assert SECRET not in str(refused.value)


def test_a_file_is_in_a_folder() -> None:
    assert str(open_file("s3://bucket/run/page.html")) == "s3://bucket/run/page.html"
    assert str(open_file("page.html")) == "page.html"
    for address in ("s3://page.html", "s3://"):
        with pytest.raises(StoreError, match="is not the address of a file"):
            open_file(address)


def test_a_folder_of_this_machine_imports_nothing_for_object_storage(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from railbird.harness.cli.results import results\n"
        "from railbird.results.folders.addresses import open_folder\n"
        f"open_folder({str(tmp_path)!r}).write('x', b'1')\n"
        "assert not {'fsspec', 's3fs', 'botocore'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
