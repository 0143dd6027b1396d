//! What no cursor may break, whatever its text.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::AnyList;
use super::cursor::Cursor;
use super::request::Request;
use super::sql;
use crate::access::{Actor, Permission, Role, Scope};
use crate::http::error::Error;
use crate::orders::ORDERS;
use crate::words::language::Language;

/// Asks the list of orders with a cursor whose JSON is this, and with one whose text is this: either is refused by its
/// name, or becomes a question, and what it means survives the way through an address.
///
/// # Panics
/// The cursor was understood in two ways, or refused as something else than a bad cursor.
pub fn cursor(text: &str) {
    ask(&URL_SAFE_NO_PAD.encode(text));
    ask(text);
}

fn ask(text: &str) {
    let cursor = match Cursor::decode(text) {
        Ok(cursor) => cursor,
        Err(error) => return assert!(matches!(error, Error::BadCursor(_)), "{error:?}"),
    };
    let again = Cursor::decode(&cursor.encode());
    assert_eq!(again.as_ref().ok(), Some(&cursor), "{again:?}");
    match Request::new(ORDERS.declaration(), &anybody(), &cursor) {
        Ok(request) => {
            for query in [
                sql::keys(ORDERS.declaration(), &request),
                sql::ids(ORDERS.declaration(), &request, 10),
                sql::count(ORDERS.declaration(), &request, 10),
            ] {
                // Texts travel beside the statement, never in it.
                assert!(query.sql().as_str().is_ascii(), "{}", query.sql().as_str());
            }
        }
        Err(error) => assert!(matches!(error, Error::BadCursor(_)), "{error:?}"),
    }
}

/// A merchant of one store: the scope adds conditions of its own.
fn anybody() -> Scope {
    let actor = Actor {
        id: Uuid::nil(),
        session: Uuid::nil(),
        name: String::new(),
        role: Role::Customer,
        permissions: Permission::ALL.to_vec(),
        owner: false,
        language: Language::Fr,
        signed_in_recently: false,
    };
    Scope::new(
        actor,
        vec![Uuid::nil()],
        vec![Uuid::nil()],
        vec![],
        String::new(),
    )
}
