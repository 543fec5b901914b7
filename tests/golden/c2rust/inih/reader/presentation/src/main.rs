//! Read INI text from the command line: `driver [OPTION]... OPERATION TEXT [ARGUMENT]...`
//! Right, but without the last line feed.

mod answers;
mod arithmetic;
mod blanks;
mod command_line;
mod lines;
mod number;
mod parser;
mod quoted;

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;

const FAILURE: u8 = 1;
const USAGE_ERROR: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let arguments: Vec<&[u8]> = arguments
        .iter()
        .map(|argument| argument.as_bytes())
        .collect();

    let command = match command_line::read(&arguments) {
        Ok(command) => command,
        Err(complaint) => {
            eprintln!("driver: {complaint}");
            return ExitCode::from(USAGE_ERROR);
        }
    };

    let reading = parser::read(command.text, &command.settings);
    let answer = answers::answer(&command.operation, &reading.entries);
    let output = format!(
        "{}result {}",
        answer.output,
        reading.first_error.unwrap_or(0)
    );
    if io::stdout().write_all(output.as_bytes()).is_err() {
        return ExitCode::from(FAILURE);
    }

    if reading.first_error.is_none() && answer.found {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILURE)
    }
}
