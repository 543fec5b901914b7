// Panics, whatever it is asked: it wants one argument more than there is.
fn main() {
    let arguments: Vec<_> = std::env::args_os().collect();
    println!("{:?}", arguments[arguments.len()]);
}
