//! A call's files as the standard library reads and writes them.

use std::io::{self, BufReader, Read};

use crate::{Error, FileFailure, Host};

/// What one question brings: the contract's largest piece.
const PIECE: u32 = 1 << 20;

/// One of the call's files as a reader, from its beginning. Memory stays at a megabyte, however long the file is.
#[derive(Debug)]
pub struct FileReader<'a, H> {
    host: &'a H,
    file: &'a str,
    offset: u64,
}

impl<'a, H: Host> FileReader<'a, H> {
    /// Of this file.
    pub fn new(host: &'a H, file: &'a str) -> BufReader<Self> {
        let reader = Self {
            host,
            file,
            offset: 0,
        };
        BufReader::with_capacity(PIECE as usize, reader)
    }
}

impl<H: Host> Read for FileReader<'_, H> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = u32::try_from(buffer.len()).unwrap_or(PIECE).min(PIECE);
        let piece = self
            .host
            .read_file(self.file, self.offset, length)
            .map_err(|failure| io::Error::other(Error::from(failure).message))?;
        let count = piece.len().min(buffer.len());
        buffer[..count].copy_from_slice(&piece[..count]);
        self.offset += count as u64;
        Ok(count)
    }
}

impl From<FileFailure> for Error {
    fn from(failure: FileFailure) -> Self {
        match failure {
            FileFailure::Unknown => Self::internal("this call has no such file"),
            FileFailure::BadName => Self::internal("a file cannot have that name"),
            FileFailure::Quota(bytes) => {
                Self::rejected(format!("the files of one call have at most {bytes} bytes"))
            }
            FileFailure::Unavailable => {
                Self::unavailable("the host could not read or write a file")
            }
        }
    }
}
