// Leaves all the work to the compiler, which never ends it.
#![allow(long_running_const_eval)]

const TURNS: u64 = {
    let mut turns = 0u64;
    loop {
        turns = turns.wrapping_add(1);
        if turns == u64::MAX {
            break turns;
        }
    }
};

fn main() {
    println!("{TURNS}");
}
