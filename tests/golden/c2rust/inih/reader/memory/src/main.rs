// Fills memory without end, whatever it is asked. The bytes are not zero, so that each page is taken.
use std::hint::black_box;

fn main() {
    let mut kept = Vec::new();
    loop {
        kept.push(vec![1u8; 16 << 20]);
        black_box(&kept);
    }
}
