// A line that is text can't be counted as a number.
fn main() {
    let lines: usize = "1: \"\" \"a\" = \"1\"";
    println!("{lines}");
}
