//! Values that are numbers.

use crate::arithmetic::{negated, with_digit};

pub fn read(value: &[u8]) -> Option<u32> {
    let (negative, unsigned) = match value {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, value),
    };
    let (base, digits) = match unsigned {
        [b'0', b'x', digits @ ..] => (16, digits),
        _ => (10, unsigned),
    };
    if digits.is_empty() {
        return None;
    }
    let magnitude = digits.iter().try_fold(0, |number, &byte| {
        Some(with_digit(number, base, digit(byte, base)?))
    })?;
    Some(if negative {
        negated(magnitude)
    } else {
        magnitude
    })
}

fn digit(byte: u8, base: u32) -> Option<u32> {
    if byte.is_ascii_uppercase() {
        return None;
    }
    char::from(byte).to_digit(base)
}
