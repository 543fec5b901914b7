// Works forever, whatever it is asked. The compiler must not see that nothing comes of it.
use std::hint::black_box;

fn main() {
    let mut turns = 0u64;
    loop {
        turns = black_box(turns).wrapping_add(1);
    }
}
