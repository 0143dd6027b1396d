//! `POST /orders`: the service knows an order again by its key.

use crate::BASE;
use comptoir_plugin_sdk::commerce::{Outcome, Pushed};
use comptoir_plugin_sdk::fulfilment::OrderDraft;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Host, Request, Result};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Answer {
    id: String,
    existed: bool,
}

/// An outcome each.
pub fn push(
    host: &impl Host,
    connector: &Connector,
    fault: &str,
    drafts: &[OrderDraft],
) -> Result<Vec<Outcome>> {
    let send = |draft: &OrderDraft| -> Result<Answer> {
        let key = match fault {
            "doubles" => format!("{} {}", draft.key, draft.attempt),
            _ => draft.key.clone(),
        };
        let body = json!({ "key": key, "reference": draft.reference, "sku": draft.lines[0].sku });
        let request = Request::post_json(format!("{BASE}/orders"), &body)?;
        host.fetch(request.with_connector(connector))
    };
    let mut outcomes = Vec::new();
    for draft in drafts {
        outcomes.push(match send(draft) {
            Ok(answer) => Outcome::Done(Pushed {
                id: answer.id,
                existed: answer.existed,
                url: String::new(),
            }),
            Err(error) if fault == "all-or-nothing" => return Err(error),
            Err(error) => Outcome::Failed(error),
        });
    }
    Ok(outcomes)
}
