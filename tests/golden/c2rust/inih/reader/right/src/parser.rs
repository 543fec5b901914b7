//! What the lines of a text mean: entries, headings, comments and errors.

use crate::blanks::{is_blank, trimmed, trimmed_end};
use crate::lines::lines;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const LONGEST_KEPT: usize = 49;

pub struct Settings<'a> {
    pub multiline: bool,
    pub byte_order_mark: bool,
    pub inline: bool,
    pub bare_names: bool,
    pub stop: bool,
    pub buffer_size: usize,
    pub line_comments: &'a [u8],
    pub inline_comments: &'a [u8],
    pub refused: Option<&'a [u8]>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Settings {
            multiline: true,
            byte_order_mark: true,
            inline: true,
            bare_names: false,
            stop: false,
            buffer_size: 200,
            line_comments: b";#",
            inline_comments: b";",
            refused: None,
        }
    }
}

pub struct Entry<'t> {
    pub line: usize,
    pub section: &'t [u8],
    pub name: &'t [u8],
    /// None for a bare name.
    pub value: Option<&'t [u8]>,
    pub refused: bool,
}

pub struct Reading<'t> {
    pub entries: Vec<Entry<'t>>,
    /// The line of the first error.
    pub first_error: Option<usize>,
}

pub fn read<'t>(text: &'t [u8], settings: &Settings) -> Reading<'t> {
    let mut parser = Parser {
        settings,
        line: 0,
        section: b"",
        name: b"",
        reading: Reading {
            entries: Vec::new(),
            first_error: None,
        },
    };
    for line in lines(text, settings.buffer_size) {
        parser.read_line(line);
        if settings.stop && parser.reading.first_error.is_some() {
            break;
        }
    }
    parser.reading
}

struct Parser<'t, 's> {
    settings: &'s Settings<'s>,
    line: usize,
    section: &'t [u8],
    /// What an indented line continues; empty if nothing.
    name: &'t [u8],
    reading: Reading<'t>,
}

impl<'t> Parser<'t, '_> {
    fn read_line(&mut self, line: &'t [u8]) {
        self.line += 1;
        let line = self.without_byte_order_mark(line);
        let content = trimmed(line);

        match content {
            [] => {}
            [first, ..] if self.settings.line_comments.contains(first) => {}
            _ if self.continues(line) => self.read_continuation(content),
            [b'[', heading @ ..] => self.read_heading(heading),
            _ => self.read_pair(content),
        }
    }

    fn without_byte_order_mark(&self, line: &'t [u8]) -> &'t [u8] {
        if self.line == 1 && self.settings.byte_order_mark {
            line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
        } else {
            line
        }
    }

    fn continues(&self, line: &[u8]) -> bool {
        self.settings.multiline && !self.name.is_empty() && is_blank(line[0])
    }

    fn read_continuation(&mut self, content: &'t [u8]) {
        // Inline comments stay part of it: no `self.value_in(content)` here.
        let value = content;
        self.add_entry(self.name, Some(value));
    }

    fn read_heading(&mut self, heading: &'t [u8]) {
        match self.find_mark_or_comment(heading, b"]") {
            Some(end) if heading[end] == b']' => {
                self.section = kept(&heading[..end]);
                self.name = b"";
            }
            _ => self.report_error(),
        }
    }

    fn read_pair(&mut self, content: &'t [u8]) {
        let end = self
            .find_mark_or_comment(content, b"=:")
            .unwrap_or(content.len());
        let name = trimmed_end(&content[..end]);
        if let Some(b'=' | b':') = content.get(end) {
            self.name = kept(name);
            self.add_entry(name, Some(self.value_in(&content[end + 1..])));
        } else if self.reading.first_error.is_some() {
            // The library ignores bare names after an error, even where they are allowed.
        } else if self.settings.bare_names {
            self.add_entry(name, None);
        } else {
            self.report_error();
        }
    }

    fn value_in<'p>(&self, part: &'p [u8]) -> &'p [u8] {
        let end = self.find_mark_or_comment(part, b"").unwrap_or(part.len());
        trimmed(&part[..end])
    }

    fn find_mark_or_comment(&self, part: &[u8], marks: &[u8]) -> Option<usize> {
        (0..part.len()).find(|&at| marks.contains(&part[at]) || self.is_comment_at(part, at))
    }

    fn is_comment_at(&self, part: &[u8], at: usize) -> bool {
        self.settings.inline
            && at > 0
            && is_blank(part[at - 1])
            && self.settings.inline_comments.contains(&part[at])
    }

    fn add_entry(&mut self, name: &'t [u8], value: Option<&'t [u8]>) {
        let refused = self.settings.refused == Some(name);
        self.reading.entries.push(Entry {
            line: self.line,
            section: self.section,
            name,
            value,
            refused,
        });
        if refused {
            self.report_error();
        }
    }

    fn report_error(&mut self) {
        self.reading.first_error.get_or_insert(self.line);
    }
}

/// As much of a section or name as the library remembers.
fn kept(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(LONGEST_KEPT)]
}
