//! The host's services as one trait, and the real one behind it.

use crate::rows::{InvoiceLine, RejectedLine, Reported, RowsFailure, SalesPage};
use crate::time::Timestamp;
use crate::{
    Algorithm, CredentialsFailure, Delivered, DeliveryFailure, FileFailure, HttpFailure, Level,
    Request, Response, StoreFailure,
};

/// What a plugin may ask of the host. See `wit/` for each service's rules.
pub trait Host {
    /// Sends one request; any HTTP status is an answer. [`crate::Fetch`] has the comfortable ways.
    fn send(&self, request: Request) -> Result<Response, HttpFailure>;

    /// Sends several at once; answers in order.
    fn send_all(&self, requests: Vec<Request>) -> Vec<Result<Response, HttpFailure>>;

    /// HMAC of `data` under the connector's secret `name`.
    fn hmac(
        &self,
        connector: &str,
        name: &str,
        algorithm: Algorithm,
        data: &[u8],
    ) -> Result<Vec<u8>, CredentialsFailure>;

    /// Writes a line into the host's log.
    fn log(&self, level: Level, message: &str, fields: &[(&str, &str)]);

    /// Now.
    fn now(&self) -> Timestamp;

    /// The stored value, for a connector or (none) for the whole plugin.
    fn store_get(
        &self,
        connector: Option<&str>,
        key: &str,
    ) -> Result<Option<Vec<u8>>, StoreFailure>;

    /// Stores a value at once.
    fn store_set(
        &self,
        connector: Option<&str>,
        key: &str,
        value: &[u8],
    ) -> Result<(), StoreFailure>;

    /// Removes a value, if there is one.
    fn store_delete(&self, connector: Option<&str>, key: &str) -> Result<(), StoreFailure>;

    /// How far a long call has come, for people who wait.
    fn progress(&self, done: u64, total: Option<u64>, note: &str);

    /// What the operator set for the plugin as a whole: JSON.
    fn configuration(&self) -> String;

    /// How long one of the call's files is, in bytes.
    fn file_size(&self, file: &str) -> Result<u64, FileFailure>;

    /// At most `length` (≤ 1 MiB) bytes of a file; none behind its end. [`crate::FileReader`] has the comfortable way.
    fn read_file(&self, file: &str, offset: u64, length: u32) -> Result<Vec<u8>, FileFailure>;

    /// Adds to the end of a file that this call makes.
    fn write_file(&self, file: &str, bytes: &[u8]) -> Result<(), FileFailure>;

    /// Hands over lines of a provider's invoice, at most 1,000.
    fn push_invoice_lines(&self, lines: &[InvoiceLine]) -> Result<(), RowsFailure>;

    /// Tells of lines that could not be read, at most 1,000.
    fn push_rejected_lines(&self, lines: &[RejectedLine]) -> Result<(), RowsFailure>;

    /// The next sales of the report's period.
    fn sales(&self, cursor: Option<&str>, limit: u32) -> Result<SalesPage, RowsFailure>;

    /// Which sales the files hold, at most 1,000.
    fn report_sales(&self, sales: &[Reported]) -> Result<(), RowsFailure>;

    /// Hands over a file of this call under `name`.
    fn deliver(
        &self,
        channel: &str,
        file: &str,
        name: &str,
        replace: bool,
    ) -> Result<Delivered, DeliveryFailure>;

    /// What lies in a channel's folder.
    fn delivered(&self, channel: &str) -> Result<Vec<Delivered>, DeliveryFailure>;
}

/// The host that a component runs in.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy, Debug)]
pub struct ComponentHost;

#[cfg(target_arch = "wasm32")]
impl Host for ComponentHost {
    fn send(&self, request: Request) -> Result<Response, HttpFailure> {
        services::http::send(&request)
    }

    fn send_all(&self, requests: Vec<Request>) -> Vec<Result<Response, HttpFailure>> {
        services::http::send_all(&requests)
    }

    fn hmac(
        &self,
        connector: &str,
        name: &str,
        algorithm: Algorithm,
        data: &[u8],
    ) -> Result<Vec<u8>, CredentialsFailure> {
        services::credentials::hmac(connector, name, algorithm, data)
    }

    fn log(&self, level: Level, message: &str, fields: &[(&str, &str)]) {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        services::log::write(level, message, &fields);
    }

    fn now(&self) -> Timestamp {
        // The host writes RFC 3339; were it ever not to, the epoch is a time that nothing depends on.
        crate::time::parse(&services::clock::now()).unwrap_or_default()
    }

    fn store_get(
        &self,
        connector: Option<&str>,
        key: &str,
    ) -> Result<Option<Vec<u8>>, StoreFailure> {
        services::store::get(connector, key)
    }

    fn store_set(
        &self,
        connector: Option<&str>,
        key: &str,
        value: &[u8],
    ) -> Result<(), StoreFailure> {
        services::store::set(connector, key, value)
    }

    fn store_delete(&self, connector: Option<&str>, key: &str) -> Result<(), StoreFailure> {
        services::store::delete(connector, key)
    }

    fn progress(&self, done: u64, total: Option<u64>, note: &str) {
        services::progress::report(done, total, note);
    }

    fn configuration(&self) -> String {
        services::configuration::get()
    }

    fn file_size(&self, file: &str) -> Result<u64, FileFailure> {
        services::files::size(file)
    }

    fn read_file(&self, file: &str, offset: u64, length: u32) -> Result<Vec<u8>, FileFailure> {
        services::files::read(file, offset, length)
    }

    fn write_file(&self, file: &str, bytes: &[u8]) -> Result<(), FileFailure> {
        services::files::write(file, bytes)
    }

    fn push_invoice_lines(&self, lines: &[InvoiceLine]) -> Result<(), RowsFailure> {
        services::rows::invoice_lines(lines)
    }

    fn push_rejected_lines(&self, lines: &[RejectedLine]) -> Result<(), RowsFailure> {
        services::rows::rejected_lines(lines)
    }

    fn sales(&self, cursor: Option<&str>, limit: u32) -> Result<SalesPage, RowsFailure> {
        services::rows::sales(cursor, limit)
    }

    fn report_sales(&self, sales: &[Reported]) -> Result<(), RowsFailure> {
        services::rows::reported_sales(sales)
    }

    fn deliver(
        &self,
        channel: &str,
        file: &str,
        name: &str,
        replace: bool,
    ) -> Result<Delivered, DeliveryFailure> {
        services::delivery::send(channel, file, name, replace)
    }

    fn delivered(&self, channel: &str) -> Result<Vec<Delivered>, DeliveryFailure> {
        services::delivery::list(channel)
    }
}

#[cfg(target_arch = "wasm32")]
use crate::bindings::comptoir::plugin as services;
