//! HTTPS: a request with the file as its body.

use std::time::Duration;

use comptoir_sandbox::channels::{Https, Method};
use comptoir_sandbox::{Delivered, DeliveryFailure, Parcel};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, IF_NONE_MATCH};
use reqwest::redirect::Policy;
use secrecy::ExposeSecret;
use url::Url;

use super::{PIECE, secret};

/// Characters of an answer that are told.
const WORDS: usize = 200;

/// Follows nobody elsewhere with a secret in hand.
pub fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().redirect(Policy::none()).build()
}

pub async fn send(
    http: &reqwest::Client,
    channel: &Https,
    parcel: &Parcel,
    size: u64,
) -> Result<Delivered, DeliveryFailure> {
    let refused = |text: &str| DeliveryFailure::Refused(text.to_owned());
    let name = utf8_percent_encode(&parcel.name, NON_ALPHANUMERIC).to_string();
    let url: Url = channel
        .url
        .replace("{name}", &name)
        .parse()
        .map_err(|_| refused("the channel's address is none"))?;
    let method = match channel.method {
        Method::Put => reqwest::Method::PUT,
        Method::Post => reqwest::Method::POST,
    };
    let mut request = http
        .request(method, url.clone())
        .timeout(Duration::from_secs(channel.timeout_seconds))
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_LENGTH, size)
        .header(
            "content-disposition",
            format!("attachment; filename*=UTF-8''{name}"),
        )
        .body(reqwest::Body::wrap_stream(pieces(parcel.clone(), size)));
    if !parcel.replace {
        request = request.header(IF_NONE_MATCH, "*");
    }
    if let (Some(header), Some(place)) = (&channel.header, &channel.secret) {
        let header = HeaderName::try_from(header.as_str())
            .map_err(|_| refused("the channel's header is none"))?;
        let value = secret::read(place).await?;
        let mut value = HeaderValue::try_from(value.expose_secret())
            .map_err(|_| refused("the channel's secret cannot stand in a header"))?;
        value.set_sensitive(true);
        request = request.header(header, value);
    }
    let away =
        |error: reqwest::Error| DeliveryFailure::Unavailable(format!("{}", error.without_url()));
    let answer = request.send().await.map_err(away)?;
    let status = answer.status();
    if status.is_success() {
        let place = format!("{}{}", url.origin().ascii_serialization(), url.path());
        return Ok(Delivered {
            name: parcel.name.clone(),
            bytes: size,
            place,
        });
    }
    let answer_text = words(answer).await;
    Err(match status {
        StatusCode::PRECONDITION_FAILED | StatusCode::CONFLICT if !parcel.replace => {
            DeliveryFailure::Exists
        }
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            DeliveryFailure::Unavailable(format!("{status}: {answer_text}"))
        }
        status if status.is_server_error() => {
            DeliveryFailure::Unavailable(format!("{status}: {answer_text}"))
        }
        status => DeliveryFailure::Refused(format!("{status}: {answer_text}")),
    })
}

/// The beginning of what the other side says.
async fn words(mut answer: reqwest::Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < WORDS * 4 {
        match answer.chunk().await {
            Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
            _ => break,
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let plain = text.chars().filter(|letter| !letter.is_control());
    plain.take(WORDS).collect()
}

fn pieces(
    parcel: Parcel,
    size: u64,
) -> impl futures::Stream<Item = anyhow::Result<Vec<u8>>> + Send + 'static {
    futures::stream::try_unfold((parcel, 0_u64), move |(parcel, offset)| async move {
        if offset >= size {
            return Ok(None);
        }
        let piece = parcel.files.read(&parcel.file, offset, PIECE).await?;
        let piece = piece.filter(|piece| !piece.is_empty());
        let piece = piece.ok_or_else(|| anyhow::anyhow!("{} ends early", parcel.file))?;
        let next = offset + piece.len() as u64;
        Ok(Some((piece, (parcel, next))))
    })
}
