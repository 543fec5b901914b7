//! What each operation prints about the entries.

use crate::arithmetic::{Checksum, Totals};
use crate::command_line::Operation;
use crate::number;
use crate::parser::Entry;
use crate::quoted::quoted;
use std::collections::HashSet;

pub struct Answer {
    pub output: String,
    pub found: bool,
}

pub fn answer(operation: &Operation, events: &[Entry]) -> Answer {
    let entries: Vec<&Entry> = events.iter().filter(|entry| !entry.refused).collect();
    let mut found = true;
    let output = match *operation {
        Operation::Events => list(events) + &format!("{} entries\n", entries.len()),
        Operation::Get { section, name } => {
            let values = look_up(&entries, section, name);
            found = !values.is_empty();
            if found {
                values
            } else {
                "not found\n".to_string()
            }
        }
        Operation::Overview => overview(&entries),
        Operation::Sum { section } => sum(&entries, section),
        Operation::Digest => digest(&entries),
    };
    Answer { output, found }
}

fn list(events: &[Entry]) -> String {
    events
        .iter()
        .map(|event| {
            let value = event
                .value
                .map_or(String::new(), |value| format!(" = {}", quoted(value)));
            let refused = if event.refused { " refused" } else { "" };
            format!(
                "{}: {} {}{value}{refused}\n",
                event.line,
                quoted(event.section),
                quoted(event.name)
            )
        })
        .collect()
}

fn look_up(entries: &[&Entry], section: &[u8], name: &[u8]) -> String {
    entries
        .iter()
        .filter(|entry| entry.section == section && entry.name == name)
        .map(|entry| {
            format!(
                "{}: {}\n",
                entry.line,
                entry.value.map_or("no value".to_string(), quoted)
            )
        })
        .collect()
}

fn overview(entries: &[&Entry]) -> String {
    let mut seen = HashSet::new();
    entries
        .iter()
        .map(|entry| entry.section)
        .filter(|&section| seen.insert(section))
        .map(|section| overview_of(section, entries))
        .collect()
}

fn overview_of(section: &[u8], entries: &[&Entry]) -> String {
    let entries: Vec<&&Entry> = entries
        .iter()
        .filter(|entry| entry.section == section)
        .collect();
    let names: HashSet<&[u8]> = entries.iter().map(|entry| entry.name).collect();
    let longest = entries
        .iter()
        .filter_map(|entry| entry.value)
        .map(<[u8]>::len)
        .max()
        .unwrap_or(0);
    format!(
        "{}: {} entries, {} names, longest value {longest}\n",
        quoted(section),
        entries.len(),
        names.len(),
    )
}

fn sum(entries: &[&Entry], section: &[u8]) -> String {
    let mut totals = Totals::new();
    let (mut numbers, mut others) = (0, 0);
    for entry in entries.iter().filter(|entry| entry.section == section) {
        if let Some(number) = entry.value.and_then(number::read) {
            totals.include(number);
            numbers += 1;
        } else {
            others += 1;
        }
    }
    format!(
        "{numbers} numbers, {others} others\nsum {}\nproduct {}\n",
        totals.signed_sum(),
        totals.product(),
    )
}

fn digest(entries: &[&Entry]) -> String {
    let mut checksum = Checksum::new();
    for entry in entries {
        checksum.mix(entry.section);
        checksum.mix(entry.name);
        match entry.value {
            Some(value) => checksum.mix(value),
            None => checksum.add_missing_value(),
        }
        checksum.mark_line(entry.line);
    }
    format!(
        "{} entries\ndigest {:08x}\n",
        entries.len(),
        checksum.value()
    )
}
