//! Bulk operations: a query without pages, whose answer becomes a file of lines.

use super::{Shop, stamp, user_error};
use crate::graphql::Plan;
use serde_json::{Value, json};

/// Queries that run at once for an app and shop.
const MOST_AT_ONCE: usize = 5;
/// A file's life: seven days.
const KEPT: i64 = 7 * 86_400;

/// A query that runs in the background.
#[derive(Clone, Debug)]
pub struct Operation {
    id: String,
    query: String,
    created: i64,
    /// When it will be, or was, complete.
    completed: i64,
    status: &'static str,
    error: Option<&'static str>,
    /// JSONL, once complete.
    file: Vec<u8>,
    objects: usize,
    roots: usize,
}

impl Operation {
    /// As GraphQL shows it.
    pub(super) fn shown(&self) -> Value {
        let done = self.status == "COMPLETED";
        // Storage of another company, reached with a signed address and no token.
        let name = self.id.rsplit('/').next().unwrap_or_default();
        let url = format!(
            "https://storage.googleapis.com/shopify-tiers-assets-prod-us-east1/bulk-operation-outputs/{name}?Signature=demo"
        );
        json!({
            "id": self.id, "status": self.status, "errorCode": self.error, "createdAt": stamp(self.created),
            "completedAt": done.then(|| stamp(self.completed)), "objectCount": self.objects.to_string(),
            "rootObjectCount": self.roots.to_string(), "fileSize": done.then(|| self.file.len().to_string()),
            "url": (done && !self.file.is_empty()).then_some(url), "partialDataUrl": null,
            "query": self.query, "type": "QUERY",
        })
    }

    /// The file with that name, while it is kept.
    pub fn file(&self, name: &str, now: i64) -> Option<&[u8]> {
        let ours = self.id.rsplit('/').next() == Some(name) && self.status == "COMPLETED";
        (ours && now < self.completed + KEPT).then_some(self.file.as_slice())
    }
}

impl Shop {
    pub(super) fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// `bulkOperationRunQuery`: takes the query if the schema does; it begins a second later.
    pub(super) fn run_bulk(&mut self, arguments: &Value, now: i64) -> Value {
        let query = arguments["query"].as_str().unwrap_or_default();
        let plan = match Plan::of(query, &Value::Null) {
            Ok(plan) if !plan.is_mutation() => plan,
            Ok(_) => return user_error("Only queries can be run in bulk", "INVALID", &["query"]),
            Err(errors) => {
                let words = errors[0]["message"].as_str().unwrap_or_default();
                return user_error(
                    &format!("Invalid bulk query: {words}"),
                    "INVALID",
                    &["query"],
                );
            }
        };
        if plan.roots().len() != 1 {
            return user_error("Bulk queries have one field", "INVALID", &["query"]);
        }
        let running = self
            .operations
            .iter()
            .filter(|known| matches!(known.status, "CREATED" | "RUNNING"));
        if running.count() >= MOST_AT_ONCE {
            let message = "A bulk query operation for this app and shop is already in progress";
            return user_error(message, "OPERATION_IN_PROGRESS", &[]);
        }
        let operation = Operation {
            id: self.new_id("BulkOperation"),
            query: query.into(),
            created: now,
            completed: now + 1,
            status: "CREATED",
            error: None,
            file: Vec::new(),
            objects: 0,
            roots: 0,
        };
        let shown = operation.shown();
        self.operations.push(operation);
        json!({"bulkOperation": shown, "userErrors": []})
    }

    /// Lets operations that are due come to their end.
    pub fn settle(&mut self, now: i64) {
        for at in 0..self.operations.len() {
            if self.operations[at].status != "CREATED" || self.operations[at].completed > now {
                continue;
            }
            let query = self.operations[at].query.clone();
            let outcome = Plan::of(&query, &Value::Null).map(|plan| plan.run(self, now, true));
            let operation = &mut self.operations[at];
            match outcome {
                Ok(outcome) if outcome.errors.is_empty() => {
                    operation.status = "COMPLETED";
                    for root in outcome
                        .data
                        .as_object()
                        .into_iter()
                        .flat_map(|data| data.values())
                    {
                        let (mut lines, mut objects) = (Vec::new(), 0);
                        operation.roots = flatten(root, None, &mut lines, &mut objects);
                        operation.objects = objects;
                        operation.file = lines;
                    }
                }
                _ => {
                    operation.status = "FAILED";
                    operation.error = Some("INTERNAL_SERVER_ERROR");
                }
            }
        }
    }

    /// The running or finished operations end as FAILED, as when Shopify gives up on them.
    pub fn fail_operations(&mut self) {
        for operation in &mut self.operations {
            operation.status = "FAILED";
            operation.error = Some("TIMEOUT");
        }
    }
}

/// Writes the objects of a connection, each followed by those of the connections within it. How many there were.
fn flatten(
    connection: &Value,
    parent: Option<&Value>,
    lines: &mut Vec<u8>,
    objects: &mut usize,
) -> usize {
    let nodes: Vec<&Value> = match (
        connection["nodes"].as_array(),
        connection["edges"].as_array(),
    ) {
        (Some(nodes), _) => nodes.iter().collect(),
        (_, Some(edges)) => edges.iter().map(|edge| &edge["node"]).collect(),
        _ => Vec::new(),
    };
    for node in &nodes {
        let mut own = (*node).clone();
        let mut inner = Vec::new();
        if let Some(fields) = own.as_object_mut() {
            let names: Vec<String> = fields
                .iter()
                .filter(|(_, value)| value["nodes"].is_array() || value["edges"].is_array())
                .map(|(name, _)| name.clone())
                .collect();
            inner.extend(names.iter().filter_map(|name| fields.remove(name)));
            if let Some(parent) = parent {
                fields.insert("__parentId".into(), parent.clone());
            }
        }
        lines.extend(own.to_string().bytes());
        lines.push(b'\n');
        *objects += 1;
        for connection in &inner {
            flatten(connection, Some(&own["id"]), lines, objects);
        }
    }
    nodes.len()
}
