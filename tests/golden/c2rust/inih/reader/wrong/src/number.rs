//! Values that are numbers. A magnitude that does not fit into 32 bits is taken for none, where the driver wraps.

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
    if digits.starts_with(b"+") || digits.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    let magnitude = u32::from_str_radix(std::str::from_utf8(digits).ok()?, base).ok()?;
    Some(if negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    })
}
