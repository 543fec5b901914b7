"""Verdicts: what a program did, in one word."""

from enum import StrEnum


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    PRESENTATION_ERROR = "presentation_error"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    BUILD_FAILED = "build_failed"
    RULE_VIOLATION = "rule_violation"
