//! Files as they are written: in pieces, each by its layout.

use crate::build::Job;
use crate::calendar::Span;
use crate::caps::Caps;
use crate::layouts::Writer;
use crate::piece::Piece;
use comptoir_plugin_sdk::report::ReportFile;
use comptoir_plugin_sdk::{Host, Result};
use std::collections::BTreeMap;

/// How much of a file waits in memory. A year of daily files makes 6 MiB.
const BUFFER: usize = 16 * 1024;

/// The files of a report, by their days.
pub struct Output<'a, H> {
    host: &'a H,
    job: &'a Job,
    files: BTreeMap<Span, Open>,
}

struct Open {
    name: String,
    writer: Box<dyn Writer>,
    text: String,
    lines: u32,
    units: i64,
}

impl<'a, H: Host> Output<'a, H> {
    /// No file yet.
    pub fn new(host: &'a H, job: &'a Job) -> Self {
        let files = BTreeMap::new();
        Self { host, job, files }
    }

    /// Begins the file of those days, unless it has begun.
    pub fn open(&mut self, span: Span) -> Result<()> {
        if !self.files.contains_key(&span) {
            let mut writer = self.job.layout.writer(self.job, span);
            let mut text = String::new();
            writer.begin(&mut text)?;
            let open = Open {
                name: self.job.layout.file_name(self.job, span)?,
                writer,
                text,
                lines: 0,
                units: 0,
            };
            self.files.insert(span, open);
        }
        Ok(())
    }

    /// Adds so many units of a piece to the file of those days.
    pub fn add(&mut self, span: Span, piece: &Piece<'_>, units: i64) -> Result<()> {
        self.open(span)?;
        if let Some(open) = self.files.get_mut(&span) {
            open.lines += open.writer.add(piece, units, &mut open.text)?;
            open.units += units;
            if open.text.len() > BUFFER {
                self.host.write_file(&open.name, open.text.as_bytes())?;
                open.text.clear();
            }
        }
        Ok(())
    }

    /// The name of the file of those days, if it has begun.
    pub fn name(&self, span: Span) -> Option<&str> {
        self.files.get(&span).map(|open| open.name.as_str())
    }

    /// Ends all files.
    pub fn finish(self, caps: &Caps) -> Result<Vec<ReportFile>> {
        let mut files = Vec::new();
        for mut open in self.files.into_values() {
            open.lines += open.writer.end(caps, &mut open.text)?;
            self.host.write_file(&open.name, open.text.as_bytes())?;
            files.push(ReportFile {
                media_type: self.job.layout.media_type().into(),
                name: open.name,
                lines: open.lines,
                units: open.units,
            });
        }
        Ok(files)
    }
}
