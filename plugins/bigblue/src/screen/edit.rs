//! Making and changing what the provider holds.

use super::{candidates, chosen, forget, skus};
use crate::forms::{self, Form, Issues};
use crate::writing;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Result};
use serde_json::json;

/// `POST /product`, `POST /bundle`: 201 with `{connector, sku}`, or 400 with the issues.
pub fn create<F: Form>(host: &impl Host, request: &Request) -> Result<Response> {
    let mut form: F = forms::read(request.body.as_deref())?;
    form.complete();
    let mut issues = Issues::new(&request.language);
    let connectors = chosen(request)?;
    let owner = forms::owner(&connectors, F::KIND, form.sku());
    if owner.is_none() {
        issues.add(
            "sku",
            if form.sku().is_empty() {
                "required"
            } else {
                "sku"
            },
        );
    }
    check(host, &form, owner, &mut issues)?;
    let Some(connector) = owner.filter(|_| issues.list.is_empty()) else {
        return issues.response();
    };
    match writing::create(host, connector, F::KIND, &form.message()) {
        Err(error) if error.kind == ErrorKind::Conflict => {
            issues.add("sku", "unique");
            issues.response()
        }
        Err(error) => Err(error),
        Ok(()) => {
            forget(host, connector);
            let answer = Response::data(&json!({ "connector": connector.id, "sku": form.sku() }))?;
            Ok(Response {
                status: 201,
                ..answer
            })
        }
    }
}

/// `PUT /product/{sku}`, `PUT /bundle/{sku}`: `{connector, sku}`, or 400 with the issues. The SKU is the path's.
pub fn save<F: Form>(host: &impl Host, request: &Request, sku: &str) -> Result<Response> {
    let mut form: F = forms::read(request.body.as_deref())?;
    let mut issues = Issues::new(&request.language);
    for (connector, sku) in candidates(request, F::KIND, sku)? {
        form.set_sku(sku);
        issues.take();
        check(host, &form, Some(connector), &mut issues)?;
        if !issues.list.is_empty() {
            return issues.response();
        }
        match writing::change(host, connector, F::KIND, form.sku(), &form.message()) {
            Err(error) if error.kind == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
            Ok(()) => {
                forget(host, connector);
                return Response::data(&json!({ "connector": connector.id, "sku": form.sku() }));
            }
        }
    }
    Err(Error::not_found(format!("no {} {sku}", F::KIND.field())))
}

fn check<F: Form>(
    host: &impl Host,
    form: &F,
    connector: Option<&Connector>,
    issues: &mut Issues,
) -> Result<()> {
    form.check(issues);
    let components = form.components();
    let Some(connector) = connector.filter(|_| !components.is_empty()) else {
        return Ok(());
    };
    let known = skus(host, &[connector])?;
    for (field, sku) in components {
        if !known.contains(sku) {
            issues.add(field, "component");
        }
    }
    Ok(())
}

/// `DELETE …/{sku}`: the provider has no such call, and says so.
pub fn delete(request: &Request) -> Result<Response> {
    let text = if request.language == "fr" {
        "Bigblue conserve toutes les références : son API ne permet pas d’en supprimer. Archivez-la dans l’application Bigblue."
    } else {
        "Bigblue keeps every reference: its API deletes none. Archive it in the Bigblue app."
    };
    Err(Error::new(ErrorKind::Unsupported, text))
}
