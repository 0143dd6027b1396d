//! The provider is asked to put an order right.

use comptoir_sandbox::commerce::Order;
use comptoir_sandbox::fulfilment::{Corrected, OrderCorrection};
use comptoir_sandbox::types::{ErrorKind, FieldIssue};
use comptoir_sandbox::{Call, CallError, Correction};
use uuid::Uuid;

use super::routes::AS_IT_STANDS;
use crate::app::App;
use crate::http::error::{Conflict, Error, Resource, Result};
use crate::plugins::{call_error, field_issue};
use crate::providers::connectors::Connector;
use crate::providers::partner;

/// The provider knows no such thing.
static UNOFFERED: Conflict = Conflict::new(
    "OrderProvider",
    "Ce prestataire ne permet pas de corriger une commande qu’il a déjà.",
    "This provider does not let an order be corrected that it has already.",
);

/// A field of the contract's, and how the calls name it.
const FIELDS: [(&str, &str); 10] = [
    ("shipping-address.company", "customer.company"),
    ("shipping-address.first-name", "customer.firstName"),
    ("shipping-address.last-name", "customer.lastName"),
    ("shipping-address.email", "customer.email"),
    ("shipping-address.phone", "customer.phone"),
    ("shipping-address.line1", "shippingAddress.address1"),
    ("shipping-address.line2", "shippingAddress.address2"),
    ("shipping-address.city", "shippingAddress.city"),
    ("shipping-address.state", "shippingAddress.state"),
    ("shipping-address.zip", "shippingAddress.zip"),
];

/// Asks the provider of a connection to put a part of its order right: what it holds then, and who said so.
///
/// # Errors
/// Not found: the connection has ended; conflict: its provider does not do that, or it is too late; [`Error::Invalid`] with
/// the fields that it does not take.
pub async fn correct(
    app: &App,
    connector: Option<Uuid>,
    part: Correction,
    id: String,
    correction: OrderCorrection,
) -> Result<(Connector, Order)> {
    let connector = connector.ok_or(Error::NotFound(Resource::Connector))?;
    let (connector, plugin) = partner(app, connector).await?;
    if !plugin.manifest().corrects.contains(&part) {
        return Err(Error::Conflict(&UNOFFERED));
    }
    let call = Call::request(vec![connector.for_plugin()]);
    match plugin.correct_order(call, id, correction).await {
        Ok(Corrected::Done(order)) => Ok((connector, order)),
        Ok(Corrected::Refused(issues)) => {
            let issue = |said: &FieldIssue| field_issue(field_of(&said.field), said);
            Err(Error::Invalid(issues.iter().map(issue).collect()))
        }
        Err(CallError::Refused(error)) if matches!(error.kind, ErrorKind::Conflict) => {
            Err(Error::Conflict(&AS_IT_STANDS))
        }
        Err(error) => Err(call_error(plugin.id(), error)),
    }
}

fn field_of(theirs: &str) -> String {
    match FIELDS.iter().find(|(known, _)| *known == theirs) {
        Some((_, ours)) => (*ours).to_owned(),
        None => {
            let ours = theirs.replacen("shipping-address", "shippingAddress", 1);
            ours.replacen("lines", "articles", 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_as_the_calls_name_them() {
        assert_eq!(
            field_of("shipping-address.line1"),
            "shippingAddress.address1"
        );
        assert_eq!(
            field_of("shipping-address.first-name"),
            "customer.firstName"
        );
        assert_eq!(
            field_of("shipping-address.country"),
            "shippingAddress.country"
        );
        assert_eq!(field_of("lines[2].sku"), "articles[2].sku");
    }
}
