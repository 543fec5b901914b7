"""What a person writes of a bundle; the recorder makes the rest of it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from tasks.bundle_error import BundleError
from tasks.bundle_folder import CARD, GENERATOR, HIDDEN, SAMPLES, SPEC, decode_text
from tasks.card import Card
from tasks.digests import SUMS
from tasks.strictness import first_complaint
from tasks.tracks import TRACKS, Track


@dataclass(frozen=True, slots=True)
class BundleSource:
    """The written part of a bundle, as text."""

    card: Card
    spec: str
    driver_name: str
    driver: str
    generator: str


def read_source(folder: Path, files: Mapping[str, bytes]) -> BundleSource:
    """The written part of the bundle in `folder`, given all its files. Files that the recorder makes may be missing.

    Raises:
        BundleError: a file is missing, unknown or broken, or the card does not belong to the folder.
    """
    card = decode_card(decode_text(files, CARD))
    if not folder.resolve().as_posix().endswith(f"/{card.id}"):
        raise BundleError(CARD, f"{card.id!r} is not the end of the folder's path", "id")
    driver_name = find_driver(files, TRACKS[card.track])
    for name in files:
        if name not in (CARD, SPEC, driver_name, GENERATOR, SAMPLES, HIDDEN, SUMS):
            raise BundleError(name, "unknown file")
    return BundleSource(
        card=card,
        spec=decode_text(files, SPEC),
        driver_name=driver_name,
        driver=decode_text(files, driver_name),
        generator=decode_text(files, GENERATOR),
    )


def decode_card(text: str) -> Card:
    try:
        return Card.model_validate(tomllib.loads(text))
    except ValidationError as error:
        key, reason = first_complaint(error)
        raise BundleError(CARD, reason, key) from None
    except (ValueError, RecursionError) as error:
        raise BundleError(CARD, f"not TOML ({error})") from None


def find_driver(files: Mapping[str, bytes], track: Track) -> str:
    possible = [f"driver{suffix}" for suffix in track.driver_suffixes]
    found = [name for name in possible if name in files]
    if len(found) != 1:
        raise BundleError(" or ".join(possible), "more than one of them" if found else "missing")
    return found[0]
