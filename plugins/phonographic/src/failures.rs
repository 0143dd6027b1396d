//! What the host's refusals mean for a report.

use comptoir_plugin_sdk::rows::RowsFailure;
use comptoir_plugin_sdk::{DeliveryFailure, Error, ErrorKind};

/// Sales could not be read, or not be told of.
pub fn rows(failure: RowsFailure) -> Error {
    match failure {
        RowsFailure::Unexpected => Error::internal("this call has no sales"),
        RowsFailure::TooMany => Error::rejected("more sales than one report may hold"),
        RowsFailure::Unavailable => Error::unavailable("the host could not read or write sales"),
    }
}

/// A file could not be handed over.
pub fn delivery(name: &str, failure: DeliveryFailure) -> Error {
    match failure {
        DeliveryFailure::Denied(line) => {
            Error::internal(format!("the channel is not granted: {line}"))
        }
        DeliveryFailure::UnknownFile => {
            Error::internal(format!("{name}: this call has no such file"))
        }
        DeliveryFailure::Exists => exists(name),
        DeliveryFailure::Refused(words) => {
            Error::rejected(format!("{name}: the receiver refused it: {words}"))
        }
        DeliveryFailure::Unavailable(words) => {
            Error::unavailable(format!("{name}: the receiver cannot be reached: {words}"))
        }
        DeliveryFailure::Unsupported => Error::unsupported("that on this channel"),
    }
}

/// The receiver holds a file of that name, and nobody asked to replace it.
pub fn exists(name: &str) -> Error {
    Error::new(
        ErrorKind::Conflict,
        format!("{name}: the receiver holds a file of that name; ask for it to be replaced"),
    )
}
