//! `wit/http.wit`: requests, by way of [`crate::egress`].

use std::sync::Arc;

use futures::StreamExt;

use crate::bindings::comptoir::plugin::http::{Failure, Host, Request, Response};
use crate::egress::BodyBudget;
use crate::interfaces::HostCall;
use crate::state::{CallScope, State};

impl Host for State {
    async fn send(&mut self, request: Request) -> Result<Response, Failure> {
        let scope = Arc::clone(&self.scope);
        let budget = budget(&scope);
        let answer = send(&scope, &budget, "http.send", request).await;
        scope.sit().await;
        answer
    }

    async fn send_all(&mut self, requests: Vec<Request>) -> Vec<Result<Response, Failure>> {
        let scope = Arc::clone(&self.scope);
        let budget = budget(&scope);
        let at_once = scope.plugin.grant().limits.concurrent_requests;
        let sends = requests
            .into_iter()
            .map(|request| send(&scope, &budget, "http.send-all", request));
        let answers = futures::stream::iter(sends)
            .buffered(usize::try_from(at_once).unwrap_or(usize::MAX))
            .collect()
            .await;
        scope.sit().await;
        answers
    }
}

async fn send(
    scope: &CallScope,
    budget: &BodyBudget,
    function: &'static str,
    request: Request,
) -> Result<Response, Failure> {
    let call = HostCall::of(function, format_args!("{} {}", request.method, request.url));
    let answer = scope.plugin.egress().send(scope, budget, request).await;
    match &answer {
        Ok(response) => call.tell(response.body.len(), response.status),
        Err(failure) => call.tell(0, format_args!("{failure:?}")),
    }
    answer
}

fn budget(scope: &CallScope) -> BodyBudget {
    let limits = &scope.plugin.grant().limits;
    BodyBudget::new(limits.response_bytes(), limits.memory_bytes())
}
