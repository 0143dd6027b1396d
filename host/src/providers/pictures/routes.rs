//! The call that shows a picture, and the addresses that lead to it.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use crate::access::Access;
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::request::Path;
use crate::http::routing::{Routes, routes};
use crate::program::keys::Keys;

pub fn routes() -> Routes {
    Routes::new().add(Access::Public, routes!(show))
}

/// Where the portal shows the picture of an outside address; empty for none. It stays the same, so that browsers keep what
/// they have: it gives away no more than the outside address does.
pub fn link_to(keys: &Keys, address: &str) -> String {
    if address.is_empty() {
        return String::new();
    }
    let claim = URL_SAFE_NO_PAD.encode(address);
    let signature = keys.sign(&format!("picture {claim}"));
    format!("/api/picture/{claim}.{signature}")
}

/// A provider's picture of a product, by a link that the portal made. 204 when there is none to show.
#[utoipa::path(get, path = "/picture/{token}", tag = "files", operation_id = "showPicture",
    params(("token" = String, Path)),
    responses((status = 200, content_type = "image/*", body = Vec<u8>), (status = 204, description = "It did not come, or is no picture"),
        (status = 404, body = ErrorBody)))]
async fn show(State(app): State<App>, Path(token): Path<String>) -> Result<Response> {
    let address = address_of(&app.keys, &token).ok_or(Error::NotFound(Resource::File))?;
    let Some(picture) = app.pictures.get(&address).await else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let headers = [
        (header::CONTENT_TYPE, picture.media_type),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox",
        ),
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    Ok((headers, picture.content).into_response())
}

fn address_of(keys: &Keys, token: &str) -> Option<Url> {
    let (claim, signature) = token.split_once('.')?;
    if !keys.verify(&format!("picture {claim}"), signature) {
        return None;
    }
    let address = URL_SAFE_NO_PAD.decode(claim).ok()?;
    std::str::from_utf8(&address).ok()?.parse().ok()
}
