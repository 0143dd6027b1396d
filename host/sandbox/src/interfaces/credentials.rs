//! `wit/credentials.wit`: uses of secrets that do not reveal them.

use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::ExposeSecret;
use sha1::Sha1;
use sha2::{Sha256, Sha512};

use crate::bindings::comptoir::plugin::credentials::{Algorithm, Failure, Host};
use crate::interfaces::HostCall;
use crate::state::State;

impl Host for State {
    async fn hmac(
        &mut self,
        connector: String,
        name: String,
        algorithm: Algorithm,
        data: Vec<u8>,
    ) -> Result<Vec<u8>, Failure> {
        let call = HostCall::of("credentials.hmac", &name);
        let answer = async {
            let scope = Arc::clone(&self.scope);
            let connector = scope
                .connector(&connector)
                .ok_or(Failure::UnknownConnector)?
                .id;
            if !scope.plugin.manifest().secrets().contains(name.as_str()) {
                scope.count_denial();
                return Err(Failure::UnknownSecret);
            }
            let secret = scope.secret(connector, &name).await.unwrap_or_else(|error| {
                tracing::error!(target: "comptoir::plugin", error = format!("{error:#}"), name, "secret not read");
                None
            });
            let secret = secret.ok_or(Failure::UnknownSecret)?;
            let key = secret.expose_secret().as_bytes();
            Ok(match algorithm {
                Algorithm::Sha1 => sign::<Hmac<Sha1>>(key, &data),
                Algorithm::Sha256 => sign::<Hmac<Sha256>>(key, &data),
                Algorithm::Sha512 => sign::<Hmac<Sha512>>(key, &data),
            })
        }
        .await;
        call.ended(&answer, Vec::len);
        answer
    }
}

fn sign<M: Mac + KeyInit>(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut mac = <M as KeyInit>::new_from_slice(key).expect("HMAC takes keys of every length");
    mac.update(data);
    mac.finalize().into_bytes().to_vec()
}
