//! Writes a report part by part. If its header contains counts, the body waits in an anonymous file, so that memory
//! stays bounded.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Stdout, Write};

use super::junit::Counts;
use super::{Item, Part, Report, ReportFormat};

pub(crate) struct Stream<'r> {
    report: &'r Report,
    out: BufWriter<Stdout>,
    /// The body while it waits for its header.
    waiting: Option<BufWriter<File>>,
    counts: Counts,
    is_empty: bool,
}

impl<'r> Stream<'r> {
    pub(crate) fn new(report: &'r Report) -> io::Result<Self> {
        let mut stream = Self {
            report,
            out: BufWriter::new(io::stdout()),
            waiting: None,
            counts: Counts::default(),
            is_empty: true,
        };
        if report.format == ReportFormat::Junit {
            stream.waiting = Some(BufWriter::new(tempfile::tempfile()?));
        } else {
            let head = report.head(&stream.counts);
            stream.out.write_all(head.as_bytes())?;
        }
        Ok(stream)
    }

    pub(crate) fn push(&mut self, item: &impl Item) -> io::Result<()> {
        let mut part = Part::default();
        self.report.push(item, &mut part);
        self.add(&part)
    }

    /// Writes a part, which may be empty.
    pub(crate) fn add(&mut self, part: &Part) -> io::Result<()> {
        self.counts.add(&part.counts);
        if part.text.is_empty() {
            return Ok(());
        }
        if let Some(waiting) = &mut self.waiting {
            return waiting.write_all(part.text.as_bytes());
        }
        if !self.is_empty {
            self.out.write_all(self.report.between().as_bytes())?;
        }
        self.is_empty = false;
        self.out.write_all(part.text.as_bytes())?;
        self.out.flush()
    }

    pub(crate) fn end(mut self) -> io::Result<()> {
        if let Some(mut waiting) = self.waiting {
            waiting.rewind()?;
            let head = self.report.head(&self.counts);
            self.out.write_all(head.as_bytes())?;
            io::copy(waiting.get_mut(), &mut self.out)?;
        }
        self.out.write_all(self.report.tail().as_bytes())?;
        self.out.flush()
    }
}
