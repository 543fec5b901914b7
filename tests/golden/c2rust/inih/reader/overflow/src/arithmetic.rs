//! All arithmetic that may overflow. It is right only where it wraps, as a release build does without being told.

/// `number` with one more digit at its end.
pub fn with_digit(number: u32, base: u32, digit: u32) -> u32 {
    number * base + digit
}

pub fn negated(number: u32) -> u32 {
    0 - number
}

pub struct Totals {
    sum: u32,
    product: u32,
}

impl Totals {
    pub fn new() -> Self {
        Totals { sum: 0, product: 1 }
    }

    pub fn include(&mut self, number: u32) {
        self.sum += number;
        self.product *= number;
    }

    /// The sum in two's complement.
    pub fn signed_sum(&self) -> i32 {
        self.sum as i32
    }

    pub fn product(&self) -> u32 {
        self.product
    }
}

pub struct Checksum(u32);

impl Checksum {
    pub fn new() -> Self {
        Checksum(5381)
    }

    pub fn mix(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 * 33 + u32::from(byte);
        }
        self.0 *= 33;
    }

    pub fn add_missing_value(&mut self) {
        self.0 += 255;
    }

    pub fn mark_line(&mut self, line: usize) {
        self.0 ^= (line as u32) * 65536;
    }

    pub fn value(&self) -> u32 {
        self.0
    }
}
