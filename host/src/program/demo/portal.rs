//! The portal's own calls, as one of its users makes them: each record is checked, announced and told in the history as if a
//! person had made it.

use anyhow::{Context, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tower::ServiceExt;
use uuid::Uuid;

use crate::access::{self, Scope};
use crate::app::App;
use crate::program::clock::Clock;

/// The portal as one of its users calls it.
pub(super) struct Portal {
    app: App,
    router: Router,
    scope: Scope,
}

impl Portal {
    /// As this user calls it who just signed in.
    pub(super) async fn of(app: &App, user: Uuid) -> anyhow::Result<Self> {
        let scope = access::scope_of(&app.db, user, None).await?;
        let mut scope = scope.context("there is no such user")?;
        scope.actor.signed_in_recently = true;
        Ok(Self::with(app.clone(), scope))
    }

    fn with(app: App, scope: Scope) -> Self {
        let router = app.register.routes().into_router();
        Self {
            router: router.with_state(app.clone()),
            app,
            scope,
        }
    }

    /// The same at another time.
    pub(super) fn at(&self, now: DateTime<Utc>) -> Self {
        let mut app = self.app.clone();
        app.clock = Clock::fixed(now);
        Self::with(app, self.scope.clone())
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        kind: &str,
        body: Vec<u8>,
    ) -> anyhow::Result<Value> {
        let request = Request::builder()
            .method(&method)
            .uri(path)
            .header("accept-language", "fr")
            .header("content-type", kind)
            .extension(self.scope.clone())
            .body(Body::from(body))?;
        let answer = self.router.clone().oneshot(request).await?;
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 4 << 20).await?;
        let text = String::from_utf8_lossy(&body);
        ensure!(status.is_success(), "{method} {path}: {status} {text}");
        let mut answer: Value = serde_json::from_slice(&body).unwrap_or_default();
        Ok(answer["data"].take())
    }

    pub(super) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let nothing = Vec::new();
        self.send(Method::GET, path, "application/json", nothing)
            .await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = body.to_string().into_bytes();
        self.send(Method::POST, path, "application/json", body)
            .await
    }

    pub(super) async fn patch(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = body.to_string().into_bytes();
        self.send(Method::PATCH, path, "application/json", body)
            .await
    }

    pub(super) async fn put(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = body.to_string().into_bytes();
        self.send(Method::PUT, path, "application/json", body).await
    }

    /// Sends a form of these fields, and of a file: its field, its name and its content.
    pub(super) async fn upload(
        &self,
        path: &str,
        fields: &[(&str, String)],
        file: Option<(&str, &str, Vec<u8>)>,
    ) -> anyhow::Result<Value> {
        const BOUNDARY: &str = "demo-company-form";
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend(part.into_bytes());
        }
        if let Some((field, name, content)) = file {
            let head = format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n"
            );
            body.extend(head.into_bytes());
            body.extend(content);
            body.extend(b"\r\n");
        }
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send(Method::POST, path, &kind, body).await
    }

    /// Writes a note that names these people, with files.
    pub(super) async fn note(
        &self,
        of: &Value,
        message: &str,
        mentions: &[Uuid],
        file: Option<(&str, Vec<u8>)>,
    ) -> anyhow::Result<Value> {
        let fields = [
            ("relationId", text(of).to_owned()),
            (
                "data",
                json!({ "message": message, "mentions": mentions }).to_string(),
            ),
        ];
        let file = file.map(|(name, content)| ("files", name, content));
        self.upload("/logs", &fields, file).await
    }
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
