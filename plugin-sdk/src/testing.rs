//! A host for a plugin's own tests: HTTP is real, the clock stands still, the rest is kept for the test to look at.

use crate::rows::{InvoiceLine, RejectedLine, Reported, RowsFailure, Sale, SalesPage};
use crate::time::Timestamp;
use crate::{
    Algorithm, Connector, CredentialsFailure, Delivered, DeliveryFailure, FileFailure, Host,
    HttpFailure, Level, Request, Response, StoreFailure,
};
use hmac::{Hmac, KeyInit, Mac};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use ureq::http;

mod invoices;
mod schema;

pub use invoices::assert_invoices;
pub use schema::keep_schema;

/// How many requests of one `send_all` run at a time, as in the real host.
const AT_ONCE: usize = 8;
/// The real host's limit for an answer.
const MOST_BYTES: u64 = 10 * 1024 * 1024;
const STORE_QUOTA: usize = 1024 * 1024;

/// A host over real HTTP. It does not retry and does not wait for a provider's limit: a test sees each answer.
#[derive(Debug)]
pub struct TestHost {
    agent: ureq::Agent,
    bases: Vec<(String, String)>,
    secrets: HashMap<(String, String), String>,
    bearer: Option<String>,
    headers: Vec<(String, String, String)>,
    configuration: String,
    sales: Vec<Sale>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    now: Timestamp,
    log: Vec<String>,
    progress: Vec<(u64, Option<u64>)>,
    store: HashMap<(Option<String>, String), Vec<u8>>,
    requests: usize,
    files: BTreeMap<String, Vec<u8>>,
    invoice_lines: Vec<InvoiceLine>,
    rejected_lines: Vec<RejectedLine>,
    reported: Vec<Reported>,
    channels: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
}

impl TestHost {
    /// A host whose clock stands at `now`.
    pub fn new(now: Timestamp) -> Self {
        let state = State {
            now,
            log: Vec::new(),
            progress: Vec::new(),
            store: HashMap::new(),
            requests: 0,
            files: BTreeMap::new(),
            invoice_lines: Vec::new(),
            rejected_lines: Vec::new(),
            reported: Vec::new(),
            channels: BTreeMap::new(),
        };
        Self {
            agent: agent(Duration::from_secs(10)),
            bases: Vec::new(),
            secrets: HashMap::new(),
            bearer: None,
            headers: Vec::new(),
            configuration: "{}".into(),
            sales: Vec::new(),
            state: Mutex::new(state),
        }
    }

    /// Sends what goes to `base` to `address` instead; requests elsewhere are denied.
    pub fn with_base(mut self, base: &str, address: &str) -> Self {
        self.bases.push((base.into(), address.into()));
        self
    }

    /// A connector's secret, as the real host keeps it.
    pub fn with_secret(mut self, connector: &Connector, name: &str, value: &str) -> Self {
        self.secrets
            .insert((connector.id.clone(), name.into()), value.into());
        self
    }

    /// Adds `Authorization: Bearer <the connector's secret of that name>` to requests that name a connector.
    pub fn with_bearer(mut self, secret: &str) -> Self {
        self.bearer = Some(secret.into());
        self
    }

    /// Adds a header to requests that name this connector, as a credential recipe does.
    pub fn with_header(mut self, connector: &Connector, name: &str, value: &str) -> Self {
        self.headers
            .push((connector.id.clone(), name.into(), value.into()));
        self
    }

    /// What the operator set for the plugin as a whole: JSON.
    pub fn with_configuration(mut self, json: &str) -> Self {
        self.configuration = json.into();
        self
    }

    /// A file that calls are given.
    pub fn with_file(self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.state().files.insert(name.into(), content.into());
        self
    }

    /// The sales of a report's period, by time.
    pub fn with_sales(mut self, sales: Vec<Sale>) -> Self {
        self.sales = sales;
        self
    }

    /// A channel that the operator gave the plugin, empty.
    pub fn with_channel(self, name: &str) -> Self {
        self.state().channels.insert(name.into(), BTreeMap::new());
        self
    }

    /// A file as it is now, given or made.
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.state().files.get(name).cloned()
    }

    /// What lies in a channel, by name.
    pub fn channel(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        self.state().channels.get(name).cloned().unwrap_or_default()
    }

    /// The invoice lines handed over so far, and those told of as unreadable.
    pub fn invoice(&self) -> (Vec<InvoiceLine>, Vec<RejectedLine>) {
        let state = self.state();
        (state.invoice_lines.clone(), state.rejected_lines.clone())
    }

    /// The sales told to stand in files so far.
    pub fn reported(&self) -> Vec<Reported> {
        self.state().reported.clone()
    }

    /// Gives up on an answer after that long instead of ten seconds.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.agent = agent(timeout);
        self
    }

    /// Moves the clock.
    pub fn set_now(&self, now: Timestamp) {
        self.state().now = now;
    }

    /// The lines logged so far.
    pub fn log_lines(&self) -> Vec<String> {
        self.state().log.clone()
    }

    /// The progress reported so far.
    pub fn progress_reports(&self) -> Vec<(u64, Option<u64>)> {
        self.state().progress.clone()
    }

    /// How many requests were sent so far.
    pub fn requests(&self) -> usize {
        self.state().requests
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn exchange(&self, request: Request) -> Result<Response, HttpFailure> {
        let address = self
            .bases
            .iter()
            .find_map(|(base, address)| {
                Some(format!("{address}{}", request.url.strip_prefix(base)?))
            })
            .ok_or_else(|| {
                HttpFailure::Denied(format!("no base of this test covers {}", request.url))
            })?;
        let mut builder = http::Request::builder()
            .method(request.method.as_str())
            .uri(address);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let (Some(connector), Some(secret)) = (&request.connector, &self.bearer)
            && let Some(value) = self.secrets.get(&(connector.clone(), secret.clone()))
        {
            builder = builder.header("authorization", format!("Bearer {value}"));
        }
        for (connector, name, value) in &self.headers {
            if request.connector.as_ref() == Some(connector) {
                builder = builder.header(name, value);
            }
        }
        self.state().requests += 1;
        let request = builder
            .body(request.body.unwrap_or_default())
            .map_err(|error| HttpFailure::Connection(error.to_string()))?;
        let mut answer = self.agent.run(request).map_err(failure)?;
        let body = answer
            .body_mut()
            .with_config()
            .limit(MOST_BYTES)
            .read_to_vec()
            .map_err(failure)?;
        let text =
            |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), text(value)))
            .collect();
        Ok(Response {
            status: answer.status().as_u16(),
            headers,
            body,
        })
    }
}

fn agent(timeout: Duration) -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(timeout))
        .build()
        .into()
}

fn failure(error: ureq::Error) -> HttpFailure {
    match error {
        ureq::Error::Timeout(_) => HttpFailure::Timeout,
        ureq::Error::BodyExceedsLimit(_) => {
            HttpFailure::Limit(format!("more than {MOST_BYTES} bytes"))
        }
        other => HttpFailure::Connection(other.to_string()),
    }
}

/// The contract's most rows at once.
fn piece<T>(rows: &[T]) -> Result<(), RowsFailure> {
    if rows.len() > 1_000 {
        Err(RowsFailure::TooMany)
    } else {
        Ok(())
    }
}

fn denied(channel: &str) -> DeliveryFailure {
    DeliveryFailure::Denied(format!("this test has no channel {channel}"))
}

fn mac<M: Mac + KeyInit>(key: &str, data: &[u8]) -> Result<Vec<u8>, CredentialsFailure> {
    let mut mac = <M as KeyInit>::new_from_slice(key.as_bytes())
        .map_err(|_| CredentialsFailure::UnknownSecret)?;
    mac.update(data);
    Ok(mac.finalize().into_bytes().to_vec())
}

impl Host for TestHost {
    fn send(&self, request: Request) -> Result<Response, HttpFailure> {
        self.exchange(request)
    }

    fn send_all(&self, requests: Vec<Request>) -> Vec<Result<Response, HttpFailure>> {
        let mut answers = Vec::with_capacity(requests.len());
        let mut requests = requests.into_iter().peekable();
        while requests.peek().is_some() {
            let batch: Vec<Request> = requests.by_ref().take(AT_ONCE).collect();
            thread::scope(|scope| {
                let threads: Vec<_> = batch
                    .into_iter()
                    .map(|request| scope.spawn(|| self.exchange(request)))
                    .collect();
                answers.extend(threads.into_iter().map(|thread| match thread.join() {
                    Ok(answer) => answer,
                    Err(panic) => std::panic::resume_unwind(panic),
                }));
            });
        }
        answers
    }

    fn hmac(
        &self,
        connector: &str,
        name: &str,
        algorithm: Algorithm,
        data: &[u8],
    ) -> Result<Vec<u8>, CredentialsFailure> {
        let key = self
            .secrets
            .get(&(connector.into(), name.into()))
            .ok_or(CredentialsFailure::UnknownSecret)?;
        match algorithm {
            Algorithm::Sha1 => mac::<Hmac<sha1::Sha1>>(key, data),
            Algorithm::Sha256 => mac::<Hmac<sha2::Sha256>>(key, data),
            Algorithm::Sha512 => mac::<Hmac<sha2::Sha512>>(key, data),
        }
    }

    fn log(&self, _level: Level, message: &str, fields: &[(&str, &str)]) {
        let fields: String = fields
            .iter()
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        self.state().log.push(format!("{message}{fields}"));
    }

    fn now(&self) -> Timestamp {
        self.state().now
    }

    fn store_get(
        &self,
        connector: Option<&str>,
        key: &str,
    ) -> Result<Option<Vec<u8>>, StoreFailure> {
        Ok(self
            .state()
            .store
            .get(&(connector.map(str::to_owned), key.to_owned()))
            .cloned())
    }

    fn store_set(
        &self,
        connector: Option<&str>,
        key: &str,
        value: &[u8],
    ) -> Result<(), StoreFailure> {
        if key.is_empty() || key.len() > 256 {
            return Err(StoreFailure::BadKey);
        }
        if value.len() > STORE_QUOTA {
            return Err(StoreFailure::Quota(STORE_QUOTA as u64));
        }
        self.state().store.insert(
            (connector.map(str::to_owned), key.to_owned()),
            value.to_vec(),
        );
        Ok(())
    }

    fn store_delete(&self, connector: Option<&str>, key: &str) -> Result<(), StoreFailure> {
        self.state()
            .store
            .remove(&(connector.map(str::to_owned), key.to_owned()));
        Ok(())
    }

    fn progress(&self, done: u64, total: Option<u64>, _note: &str) {
        self.state().progress.push((done, total));
    }

    fn configuration(&self) -> String {
        self.configuration.clone()
    }

    fn file_size(&self, file: &str) -> Result<u64, FileFailure> {
        let content = self.file(file).ok_or(FileFailure::Unknown)?;
        Ok(content.len() as u64)
    }

    fn read_file(&self, file: &str, offset: u64, length: u32) -> Result<Vec<u8>, FileFailure> {
        let state = self.state();
        let content = state.files.get(file).ok_or(FileFailure::Unknown)?;
        let start = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(content.len());
        let end = start.saturating_add(length as usize).min(content.len());
        Ok(content[start..end].to_vec())
    }

    fn write_file(&self, file: &str, bytes: &[u8]) -> Result<(), FileFailure> {
        if file.is_empty() || file.len() > 255 || file.contains(['/', '\\']) {
            return Err(FileFailure::BadName);
        }
        let mut state = self.state();
        state.files.entry(file.into()).or_default().extend(bytes);
        Ok(())
    }

    fn push_invoice_lines(&self, lines: &[InvoiceLine]) -> Result<(), RowsFailure> {
        piece(lines)?;
        self.state().invoice_lines.extend_from_slice(lines);
        Ok(())
    }

    fn push_rejected_lines(&self, lines: &[RejectedLine]) -> Result<(), RowsFailure> {
        piece(lines)?;
        self.state().rejected_lines.extend_from_slice(lines);
        Ok(())
    }

    fn sales(&self, cursor: Option<&str>, limit: u32) -> Result<SalesPage, RowsFailure> {
        let start: usize = cursor.and_then(|place| place.parse().ok()).unwrap_or(0);
        let end = start.saturating_add(limit as usize).min(self.sales.len());
        Ok(SalesPage {
            items: self.sales[start.min(end)..end].to_vec(),
            cursor: end.to_string(),
            more: end < self.sales.len(),
        })
    }

    fn report_sales(&self, sales: &[Reported]) -> Result<(), RowsFailure> {
        piece(sales)?;
        self.state().reported.extend_from_slice(sales);
        Ok(())
    }

    fn deliver(
        &self,
        channel: &str,
        file: &str,
        name: &str,
        replace: bool,
    ) -> Result<Delivered, DeliveryFailure> {
        let content = self.file(file).ok_or(DeliveryFailure::UnknownFile)?;
        let mut state = self.state();
        let folder = state
            .channels
            .get_mut(channel)
            .ok_or_else(|| denied(channel))?;
        if folder.contains_key(name) && !replace {
            return Err(DeliveryFailure::Exists);
        }
        let delivered = Delivered {
            name: name.into(),
            bytes: content.len() as u64,
            place: format!("{channel}/{name}"),
        };
        folder.insert(name.into(), content);
        Ok(delivered)
    }

    fn delivered(&self, channel: &str) -> Result<Vec<Delivered>, DeliveryFailure> {
        let state = self.state();
        let folder = state.channels.get(channel).ok_or_else(|| denied(channel))?;
        let files = folder.iter().map(|(name, content)| Delivered {
            name: name.clone(),
            bytes: content.len() as u64,
            place: format!("{channel}/{name}"),
        });
        Ok(files.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hmac_is_the_one_that_providers_compute() {
        // Bigblue's challenge, computed independently with OpenSSL.
        let connector = Connector {
            id: "c".into(),
            settings: "{}".into(),
        };
        let host = TestHost::new(Timestamp::default()).with_secret(
            &connector,
            "secret",
            "bgbl_test_secret",
        );
        let mac = host.hmac(
            "c",
            "secret",
            Algorithm::Sha256,
            br#"{"challenge":"c0ffee-2026"}"#,
        );
        let hex = mac.map(|bytes| {
            bytes
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        });
        assert_eq!(
            hex.as_deref(),
            Ok("3cfde8229768a5020c00c680d5ad6092224e2b22332c31da206f036e57883336")
        );
        assert_eq!(
            host.hmac("c", "other", Algorithm::Sha256, b""),
            Err(CredentialsFailure::UnknownSecret)
        );
    }
}
