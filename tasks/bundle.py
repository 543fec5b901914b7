"""A task as the server knows it, loaded from its bundle. The hidden cases are no part of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tasks.bundle_error import BundleError
from tasks.bundle_folder import HIDDEN, SAMPLES, read_folder
from tasks.bundle_source import read_source
from tasks.card import Card
from tasks.case_files import decode_cases
from tasks.cases import Case
from tasks.digests import SUMS, decode_sums, sha256, verify_sums
from tasks.tracks import TRACKS, Track


@dataclass(frozen=True, slots=True)
class Task:
    """One task. `digest` is the SHA-256 of the bundle's list of digests, and so stands for all its bytes."""

    folder: Path
    card: Card
    spec: str
    driver_name: str
    driver: str
    samples: tuple[Case, ...]
    digest: str
    file_digests: Mapping[str, str]
    """SHA-256 of each file, as verified when the bundle was loaded."""

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def track(self) -> Track:
        return TRACKS[self.card.track]


def load_bundle(folder: Path) -> Task:
    """Read and verify the bundle in `folder`, whose path ends with the task's id.

    Raises:
        BundleError: the bundle breaks the format, or its files are not those of its list of digests.
    """
    files = read_folder(folder)
    source = read_source(folder, files)
    for name in (SAMPLES, HIDDEN, SUMS):
        if name not in files:
            raise BundleError(name, "missing: record the bundle")
    digests = decode_sums(files[SUMS])
    verify_sums(digests, {name: content for name, content in files.items() if name != SUMS})
    return Task(
        folder=folder,
        card=source.card,
        spec=source.spec,
        driver_name=source.driver_name,
        driver=source.driver,
        samples=decode_cases(files[SAMPLES], SAMPLES, source.card.behaviour_names),
        digest=sha256(files[SUMS]),
        file_digests=digests,
    )
