//! Orders that people make in the portal: samples for the press, gifts, what the company buys from the store. Each is kept
//! first and handed over to the store's fulfilment provider by a job, once however often that is tried. From then on the
//! provider tells what becomes of it; what it is and what it costs stays what was asked for here.

mod adopt;
mod draft;
mod jobs;
mod model;
mod pasted;
mod routes;
mod sql;
mod tries;

pub use adopt::adopt;
pub use draft::address;
pub use jobs::PushOrder;
pub use model::{ManualOrder, OrderRecipient, PushState};
pub use pasted::{PasteOrders, worth};
pub use routes::{HANDED_OVER, WRITE, cancel_unsent, check_open, push_again, routes};
pub use sql::{Unsent, find, recipient_of, unsent};
