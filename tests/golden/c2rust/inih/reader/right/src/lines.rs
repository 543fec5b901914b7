//! A text in lines, as they fit into the buffer.

/// Lines keep their line feeds. A buffer has room for one byte less than its size, the last being C's NUL.
pub fn lines(text: &[u8], buffer_size: usize) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
        .flat_map(move |line| line.chunks(buffer_size - 1))
}
