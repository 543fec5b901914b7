//! Blanks as C's `isspace` knows them. (Rust's ASCII whitespace leaves out 0x0b.)

pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

pub fn trimmed_start(bytes: &[u8]) -> &[u8] {
    let start = bytes
        .iter()
        .position(|&byte| !is_blank(byte))
        .unwrap_or(bytes.len());
    &bytes[start..]
}

pub fn trimmed_end(bytes: &[u8]) -> &[u8] {
    let end = bytes
        .iter()
        .rposition(|&byte| !is_blank(byte))
        .map_or(0, |last| last + 1);
    &bytes[..end]
}

pub fn trimmed(bytes: &[u8]) -> &[u8] {
    trimmed_start(trimmed_end(bytes))
}
