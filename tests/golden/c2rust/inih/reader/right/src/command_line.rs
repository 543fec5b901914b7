//! The arguments: options, then an operation with its own arguments.

use crate::parser::Settings;

const LONGEST_TEXT: usize = 4000;
const MOST_COMMENT_BYTES: usize = 16;
const MOST_SIZE_DIGITS: usize = 4;
const LEAST_BUFFER: usize = 4;
const MOST_BUFFER: usize = 1000;

pub enum Operation<'a> {
    Events,
    Get { section: &'a [u8], name: &'a [u8] },
    Overview,
    Sum { section: &'a [u8] },
    Digest,
}

pub struct Command<'a> {
    pub settings: Settings<'a>,
    pub operation: Operation<'a>,
    pub text: &'a [u8],
}

type Complaint = &'static str;

pub fn read<'a>(arguments: &[&'a [u8]]) -> Result<Command<'a>, Complaint> {
    let options = arguments
        .iter()
        .take_while(|argument| argument.starts_with(b"--"))
        .count();
    let (options, positional) = arguments.split_at(options);

    let settings = read_options(options)?;
    let (operation, text) = match *positional {
        [b"events", text] => (Operation::Events, text),
        [b"get", text, section, name] => (Operation::Get { section, name }, text),
        [b"overview", text] => (Operation::Overview, text),
        [b"sum", text, section] => (Operation::Sum { section }, text),
        [b"digest", text] => (Operation::Digest, text),
        _ => return Err("no operation, an unknown one, or a wrong number of arguments"),
    };
    if text.len() > LONGEST_TEXT {
        return Err("the text is too long");
    }
    Ok(Command {
        settings,
        operation,
        text,
    })
}

fn read_options<'a>(options: &[&'a [u8]]) -> Result<Settings<'a>, Complaint> {
    let mut settings = Settings::default();
    let mut max_line = settings.buffer_size;
    let mut heap = None;
    let mut grow = false;

    for &option in options {
        match split_option(option) {
            (b"--no-multiline", None) => settings.multiline = false,
            (b"--no-bom", None) => settings.byte_order_mark = false,
            (b"--no-inline", None) => settings.inline = false,
            (b"--bare-names", None) => settings.bare_names = true,
            (b"--stop", None) => settings.stop = true,
            (b"--grow", None) => grow = true,
            (b"--max-line", Some(value)) => max_line = read_size(value)?,
            (b"--heap", Some(value)) => heap = Some(read_size(value)?),
            (b"--line-comments", Some(value)) => {
                settings.line_comments = read_comment_bytes(value)?
            }
            (b"--inline-comments", Some(value)) => {
                settings.inline_comments = read_comment_bytes(value)?
            }
            (b"--refuse", Some(value)) => settings.refused = Some(value),
            _ => return Err("unknown option"),
        }
    }

    // A buffer that grows cuts lines as if it had its final size from the beginning.
    settings.buffer_size = match heap {
        None if grow => return Err("--grow needs --heap"),
        Some(size) if size > max_line => return Err("--heap is more than --max-line"),
        Some(size) if !grow => size,
        _ => max_line,
    };
    Ok(settings)
}

fn split_option(option: &[u8]) -> (&[u8], Option<&[u8]>) {
    match option.iter().position(|&byte| byte == b'=') {
        Some(at) => (&option[..at], Some(&option[at + 1..])),
        None => (option, None),
    }
}

fn read_size(value: &[u8]) -> Result<usize, Complaint> {
    let well_formed =
        (1..=MOST_SIZE_DIGITS).contains(&value.len()) && value.iter().all(u8::is_ascii_digit);
    if !well_formed {
        return Err("a size has one to four digits");
    }
    let size = value
        .iter()
        .fold(0, |size, digit| size * 10 + usize::from(digit - b'0'));
    if (LEAST_BUFFER..=MOST_BUFFER).contains(&size) {
        Ok(size)
    } else {
        Err("a size is 4 to 1000")
    }
}

fn read_comment_bytes(value: &[u8]) -> Result<&[u8], Complaint> {
    if value.len() > MOST_COMMENT_BYTES {
        return Err("too many comment bytes");
    }
    Ok(value)
}
