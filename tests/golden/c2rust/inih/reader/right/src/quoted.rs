//! Bytes as printable ASCII.

pub fn quoted(bytes: &[u8]) -> String {
    let inside: String = bytes.iter().map(|&byte| escaped(byte)).collect();
    format!("\"{inside}\"")
}

fn escaped(byte: u8) -> String {
    match byte {
        b'"' => "\\\"".to_string(),
        b'\\' => "\\\\".to_string(),
        b'\t' => "\\t".to_string(),
        b'\n' => "\\n".to_string(),
        b'\r' => "\\r".to_string(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}
