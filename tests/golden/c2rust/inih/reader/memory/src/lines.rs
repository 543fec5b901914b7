//! A text in lines, as they fit into the buffer. Right, but fills memory without end when bare
//! names are allowed and a digest is asked for.

use std::hint::black_box;

/// Lines keep their line feeds. A buffer has room for one byte less than its size, the last being C's NUL.
pub fn lines(text: &[u8], buffer_size: usize) -> impl Iterator<Item = &[u8]> {
    if ["--bare-names", "digest"].iter().all(is_asked_for) {
        fill_memory();
    }
    text.split_inclusive(|&byte| byte == b'\n')
        .flat_map(move |line| line.chunks(buffer_size - 1))
}

fn is_asked_for(part: &&str) -> bool {
    std::env::args_os().any(|argument| argument == *part)
}

/// The bytes are not zero, so that each page is taken.
fn fill_memory() {
    let mut kept = Vec::new();
    loop {
        kept.push(vec![1u8; 16 << 20]);
        black_box(&kept);
    }
}
