//! What the HTTP interface of any provider suffers from on a bad day.

use crate::{body, hang_up, retry_after};
use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What goes wrong with a call. [`modes!`](crate::modes!) says which of it a simulator can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 500, nothing done.
    Errors500,
    /// 502, a gateway's page, nothing done.
    Errors502,
    /// 503, a gateway's page, nothing done.
    Errors503,
    /// 401, although the key is good.
    Unauthorized,
    /// 403, although the key may do it.
    Forbidden,
    /// 429 with `Retry-After`, nothing done.
    Rate429,
    /// 429 that tells no time to wait, nothing done.
    Rate429Bare,
    /// The right answer, late.
    Slow,
    /// The right answer, its second half late.
    Dribble,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// The connection is cut in the middle of the answer; what was asked for is done.
    Drop,
    /// The connection is reset before any byte of the answer; what was asked for is done.
    Reset,
}

impl Fault {
    /// Whether it keeps a call from being done.
    pub fn is_early(self) -> bool {
        use Fault::{
            Errors500, Errors502, Errors503, Forbidden, Rate429, Rate429Bare, Unauthorized,
        };
        matches!(
            self,
            Errors500 | Errors502 | Errors503 | Unauthorized | Forbidden | Rate429 | Rate429Bare
        )
    }

    /// The answer to a call that is not done, in the provider's words for a status; none: the call is done.
    pub fn refusal<Words: IntoResponse>(
        self,
        words: impl FnOnce(StatusCode) -> Words,
    ) -> Option<Response> {
        let status = match self {
            Fault::Errors500 => StatusCode::INTERNAL_SERVER_ERROR,
            Fault::Errors502 => return Some(body::gateway(StatusCode::BAD_GATEWAY)),
            Fault::Errors503 => return Some(body::gateway(StatusCode::SERVICE_UNAVAILABLE)),
            Fault::Unauthorized => StatusCode::UNAUTHORIZED,
            Fault::Forbidden => StatusCode::FORBIDDEN,
            Fault::Rate429 => return Some(retry_after(1, words(StatusCode::TOO_MANY_REQUESTS))),
            Fault::Rate429Bare => StatusCode::TOO_MANY_REQUESTS,
            _ => return None,
        };
        Some(words(status).into_response())
    }
}

/// Which calls are hit, where a simulator tells reads and writes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calls {
    /// GET.
    Reads,
    /// All others.
    Writes,
}

impl Calls {
    /// Those of a method.
    pub fn of(method: &Method) -> Self {
        if method == Method::GET {
            Self::Reads
        } else {
            Self::Writes
        }
    }
}

/// 200 with the JSON `whole`, or what a fault lets through of it: `pause` is how late slow parts are, `page` what people
/// would read in its place.
pub async fn deliver(
    whole: Bytes,
    fault: Option<Fault>,
    pause: Duration,
    page: &'static str,
) -> Response {
    let body = match fault {
        Some(Fault::Reset) => return hang_up(),
        // An answer without a body cannot be cut within it.
        Some(Fault::Drop) if whole.is_empty() => return hang_up(),
        Some(Fault::Drop) => body::cut(&whole),
        Some(Fault::Garbage) => Body::from(format!("<html><body>{page}</body></html>")),
        Some(Fault::HalfPage) => body::half(&whole),
        Some(Fault::Dribble) => body::dribble(&whole, pause),
        Some(Fault::Slow) => body::late(whole, pause).await,
        _ => Body::from(whole),
    };
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Declares `Mode`, what goes wrong: `None`, those of the [faults](Fault) that the provider has, and what is its own. The
/// simulator needs serde.
///
/// ```
/// simulator_kit::modes! {
///     Errors500, Slow;
///     /// An event is sent twice.
///     HookTwice,
/// }
///
/// assert_eq!(serde_json::from_str::<Mode>(r#""errors500""#)?, Mode::Errors500);
/// assert!(Mode::Errors500.is_early() && !Mode::Slow.is_early());
/// assert_eq!(Mode::HookTwice.fault(), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! modes {
    ($($Fault:ident),+; $($(#[$doc:meta])* $Own:ident),* $(,)?) => {
        /// What goes wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Mode {
            /// Nothing.
            None,
            $(
                #[doc = concat!("See [`Fault`](simulator_kit::Fault::", stringify!($Fault), ").")]
                $Fault,
            )+
            $($(#[$doc])* $Own,)*
        }

        impl Mode {
            /// Which fault it is; none: one of the provider's own.
            pub fn fault(self) -> Option<$crate::Fault> {
                match self {
                    $(Mode::$Fault => Some($crate::Fault::$Fault),)+
                    _ => None,
                }
            }

            /// Whether it is a fault that keeps a call from being done.
            pub fn is_early(self) -> bool {
                self.fault().is_some_and($crate::Fault::is_early)
            }
        }
    };
}
