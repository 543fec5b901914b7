// Prints without end, whatever it is asked.
use std::io::Write;

fn main() {
    let block = [b'z'; 64 * 1024];
    let mut output = std::io::stdout().lock();
    loop {
        if output.write_all(&block).is_err() {
            continue;
        }
    }
}
