//! The folder over SFTP: a flat one, kept in memory.

use crate::shared::{Refusal, Shared};
use russh_sftp::protocol::{
    Attrs, Data, File, FileAttributes, Handle, Name, OpenFlags, Status, StatusCode,
};
use russh_sftp::server::{Handler, StatusReply};
use std::collections::HashMap;

/// One client's open files.
pub(crate) struct Session {
    shared: Shared,
    open: HashMap<String, Open>,
    next: u64,
}

enum Open {
    Reading(String),
    Writing(String),
    /// What is still to be listed.
    Listing(Vec<File>),
}

impl Session {
    pub(crate) fn new(shared: Shared) -> Self {
        Self {
            shared,
            open: HashMap::new(),
            next: 0,
        }
    }

    async fn wait(&self) {
        if let Some(delay) = self.shared.delay() {
            tokio::time::sleep(delay).await;
        }
    }

    fn opened(&mut self, id: u32, open: Open) -> Handle {
        self.next += 1;
        let handle = self.next.to_string();
        self.open.insert(handle.clone(), open);
        Handle { id, handle }
    }

    fn attributes(&self, id: u32, path: &str) -> Result<Attrs, StatusReply> {
        if is_root(path) {
            let mut attrs = FileAttributes::default();
            attrs.set_dir(true);
            return Ok(Attrs { id, attrs });
        }
        let length = self.shared.length(name(path)?).ok_or(Refusal::NoSuchFile)?;
        Ok(Attrs {
            id,
            attrs: attributes(length),
        })
    }
}

impl From<Refusal> for StatusReply {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoSuchFile => StatusCode::NoSuchFile.into(),
            Refusal::Denied(why) => StatusCode::PermissionDenied.with_message(why),
            Refusal::Failure(why) => StatusCode::Failure.with_message(why),
        }
    }
}

fn is_root(path: &str) -> bool {
    matches!(path, "" | "." | "/" | "/.")
}

/// The name in the one folder that there is.
fn name(path: &str) -> Result<&str, Refusal> {
    let name = path.strip_prefix("./").unwrap_or(path);
    let name = name.strip_prefix('/').unwrap_or(name);
    Some(name)
        .filter(|name| !name.is_empty() && !name.contains('/'))
        .ok_or(Refusal::NoSuchFile)
}

fn attributes(length: usize) -> FileAttributes {
    let mut attributes = FileAttributes {
        size: Some(length as u64),
        permissions: Some(0o640),
        ..FileAttributes::default()
    };
    attributes.set_regular(true);
    attributes
}

fn done(id: u32) -> Status {
    Status {
        id,
        status_code: StatusCode::Ok,
        error_message: "Ok".into(),
        language_tag: "en".into(),
    }
}

impl Handler for Session {
    type Error = StatusReply;

    fn unimplemented(&self) -> StatusReply {
        StatusCode::OpUnsupported.into()
    }

    async fn realpath(&mut self, id: u32, path: String) -> Result<Name, StatusReply> {
        let path = if is_root(&path) {
            "/".into()
        } else {
            format!("/{}", name(&path)?)
        };
        let files = vec![File::dummy(path)];
        Ok(Name { id, files })
    }

    async fn open(
        &mut self,
        id: u32,
        path: String,
        flags: OpenFlags,
        _: FileAttributes,
    ) -> Result<Handle, StatusReply> {
        self.wait().await;
        let name = name(&path)?.to_owned();
        if !flags.contains(OpenFlags::WRITE) {
            self.shared.length(&name).ok_or(Refusal::NoSuchFile)?;
            return Ok(self.opened(id, Open::Reading(name)));
        }
        if !flags.contains(OpenFlags::CREATE) {
            self.shared.length(&name).ok_or(Refusal::NoSuchFile)?;
        }
        self.shared
            .create(&name, flags.contains(OpenFlags::EXCLUDE))?;
        Ok(self.opened(id, Open::Writing(name)))
    }

    async fn write(
        &mut self,
        id: u32,
        handle: String,
        offset: u64,
        data: Vec<u8>,
    ) -> Result<Status, StatusReply> {
        self.wait().await;
        match self.open.get(&handle) {
            Some(Open::Writing(name)) => self.shared.write(name, offset, &data)?,
            _ => return Err(StatusCode::BadMessage.into()),
        }
        Ok(done(id))
    }

    async fn read(
        &mut self,
        id: u32,
        handle: String,
        offset: u64,
        len: u32,
    ) -> Result<Data, StatusReply> {
        self.wait().await;
        let Some(Open::Reading(name) | Open::Writing(name)) = self.open.get(&handle) else {
            return Err(StatusCode::BadMessage.into());
        };
        let file = self.shared.file(name).ok_or(Refusal::NoSuchFile)?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        match file.get(start..).filter(|rest| !rest.is_empty()) {
            Some(rest) => Ok(Data {
                id,
                data: rest[..rest.len().min(len as usize)].to_vec(),
            }),
            None => Err(StatusCode::Eof.into()),
        }
    }

    async fn close(&mut self, id: u32, handle: String) -> Result<Status, StatusReply> {
        if let Some(Open::Writing(name)) = self.open.remove(&handle) {
            self.shared.finish(&name)?;
        }
        Ok(done(id))
    }

    async fn opendir(&mut self, id: u32, path: String) -> Result<Handle, StatusReply> {
        self.wait().await;
        if !is_root(&path) {
            return Err(StatusCode::NoSuchFile.into());
        }
        let files = self.shared.list().into_iter();
        let files = files.map(|(name, length)| File::new(name, attributes(length)));
        let files = files.collect();
        Ok(self.opened(id, Open::Listing(files)))
    }

    async fn readdir(&mut self, id: u32, handle: String) -> Result<Name, StatusReply> {
        /// So that an answer stays within a packet.
        const AT_ONCE: usize = 100;
        match self.open.get_mut(&handle) {
            Some(Open::Listing(files)) if !files.is_empty() => {
                let files = files.drain(..files.len().min(AT_ONCE)).collect();
                Ok(Name { id, files })
            }
            Some(Open::Listing(_)) => Err(StatusCode::Eof.into()),
            _ => Err(StatusCode::BadMessage.into()),
        }
    }

    async fn stat(&mut self, id: u32, path: String) -> Result<Attrs, StatusReply> {
        self.attributes(id, &path)
    }

    async fn lstat(&mut self, id: u32, path: String) -> Result<Attrs, StatusReply> {
        self.attributes(id, &path)
    }

    async fn fstat(&mut self, id: u32, handle: String) -> Result<Attrs, StatusReply> {
        match self.open.get(&handle) {
            Some(Open::Reading(name) | Open::Writing(name)) => self.attributes(id, name),
            _ => Err(StatusCode::BadMessage.into()),
        }
    }

    /// Times and rights are taken and mean nothing here.
    async fn setstat(
        &mut self,
        id: u32,
        path: String,
        _: FileAttributes,
    ) -> Result<Status, StatusReply> {
        self.attributes(id, &path).map(|_| done(id))
    }

    /// The same.
    async fn fsetstat(
        &mut self,
        id: u32,
        _: String,
        _: FileAttributes,
    ) -> Result<Status, StatusReply> {
        Ok(done(id))
    }

    async fn remove(&mut self, id: u32, path: String) -> Result<Status, StatusReply> {
        self.shared.remove(name(&path)?)?;
        Ok(done(id))
    }

    async fn rename(&mut self, id: u32, from: String, to: String) -> Result<Status, StatusReply> {
        self.wait().await;
        self.shared.rename(name(&from)?, name(&to)?)?;
        Ok(done(id))
    }
}
