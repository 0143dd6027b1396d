//! How routes are declared: the path beside its handler, the [`Access`] beside the route. A route without one cannot
//! be written, and the same declaration describes the call in `docs/openapi.json`, where the test of the permission
//! matrix finds it.

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use utoipa::openapi::Required;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{self, ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::access::{Access, Confined, RECENT_SIGN_IN, Scope};
use crate::app::App;
use crate::list::{self, AnyList, List, Lists, Mounted, Parent, Row};

/// The routes of one domain.
#[derive(Default)]
pub struct Routes {
    router: OpenApiRouter<App>,
    lists: Vec<(Access, &'static dyn AnyList)>,
}

impl std::fmt::Debug for Routes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.router.get_openapi().paths.paths.keys())
            .finish()
    }
}

impl Routes {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one call: `.add(Access::permissions(&[Permission::ReadOrder]), routes!(list))`.
    pub fn add(self, access: Access, call: UtoipaMethodRouter<App>) -> Self {
        self.guarded(access, false, call)
    }

    /// Adds one call that takes a sign-in of the last minutes besides ([`RECENT_SIGN_IN`]).
    pub fn add_recent(self, access: Access, call: UtoipaMethodRouter<App>) -> Self {
        self.guarded(access, true, call)
    }

    fn guarded(
        mut self,
        access: Access,
        recent: bool,
        (schemas, mut paths, method_router): UtoipaMethodRouter<App>,
    ) -> Self {
        let described = match access {
            Access::Public => json!("public"),
            Access::SignedIn => json!("signedIn"),
            Access::Needs(needs) => json!(needs),
            Access::OneOf(permissions) => json!({ "oneOf": permissions }),
        };
        for (path, item) in &mut paths.paths {
            let operations = [
                (false, &mut item.get),
                (true, &mut item.put),
                (true, &mut item.post),
                (true, &mut item.delete),
                (true, &mut item.patch),
            ];
            for (changes, operation) in operations {
                let Some(operation) = operation else { continue };
                let mut extensions = ExtensionsBuilder::new().add("x-access", described.clone());
                if recent {
                    let seconds = RECENT_SIGN_IN.num_seconds();
                    extensions = extensions.add("x-sign-in-max-age-seconds", seconds);
                }
                operation.extensions = Some(extensions.build());
                for status in refusals(access, path, changes, operation) {
                    let known = operation.responses.responses.entry(status.to_owned());
                    known.or_insert_with(|| refusal().into());
                }
            }
        }
        let guarded =
            method_router.layer(from_fn(move |request: Request, next: Next| async move {
                guard(access, recent, request, next).await
            }));
        self.router = self.router.routes((schemas, paths, guarded));
        self
    }

    /// Adds a list's page at a path, and its export at `export` below it: `.list(READ, "/bundle", &BUNDLES)`.
    pub fn list<R: Row>(mut self, access: Access, path: &str, list: &'static List<R>) -> Self {
        self.lists.push((access, list));
        let calls = list::calls(path, list).into_iter();
        calls.fold(self, |routes, call| routes.add(access, call))
    }

    /// Adds a list's page below each record of another: `.list_below(READ, "/store/{id}/product", "listStoreProducts",
    /// BELOW_STORE, &PRODUCTS)`.
    pub fn list_below<R: Row>(
        mut self,
        access: Access,
        path: &str,
        operation: &str,
        parent: Parent,
        list: &'static List<R>,
    ) -> Self {
        self.lists.push((access, list));
        let calls = list::calls_below(path, operation, parent, list).into_iter();
        calls.fold(self, |routes, call| routes.add(access, call))
    }

    /// Gives every call so far a second name, below a prefix: `/bigblue/inbound-shipment` is `/inbound-shipment`.
    pub fn also_below(mut self, prefix: &str) -> Self {
        let mut second = self.router.clone();
        for item in second.get_openapi_mut().paths.paths.values_mut() {
            let operations = [
                &mut item.get,
                &mut item.put,
                &mut item.post,
                &mut item.delete,
                &mut item.patch,
            ];
            for operation in operations.into_iter().flatten() {
                let id = operation.operation_id.iter_mut();
                id.for_each(|id| id.push_str(&prefix.replace('/', "_")));
            }
        }
        self.router = self.router.merge(OpenApiRouter::new().nest(prefix, second));
        self
    }

    /// Adds another domain's routes.
    pub fn merge(mut self, other: Routes) -> Self {
        self.router = self.router.merge(other.router);
        self.lists.extend(other.lists);
        self
    }

    /// Every list that stands at a route.
    pub fn lists(&self) -> Lists {
        let mut mounted = Lists::new();
        for (access, list) in &self.lists {
            let name = list.declaration().name;
            let known = mounted.entry(name).or_insert_with(|| Mounted::new(*list));
            known.access.push(*access);
        }
        mounted
    }

    /// The router and its description.
    pub fn into_parts(self) -> (axum::Router<App>, utoipa::openapi::OpenApi) {
        self.router.split_for_parts()
    }
}

/// How a call may be refused whatever it does, by what stands before it and what it takes; `changes`: it is not only read.
fn refusals(
    access: Access,
    path: &str,
    changes: bool,
    call: &Operation,
) -> impl Iterator<Item = &'static str> + use<> {
    let parameters = || {
        let all = call.parameters.iter().flatten();
        all.filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        })
    };
    let takes = |name: &str| parameters().any(|one| one.name.eq_ignore_ascii_case(name));
    let asks = |place: &ParameterIn| parameters().any(|one| one.parameter_in == *place);
    // Lists are narrowed by records that may be named, and give nothing of those that are not there.
    let of_record =
        || parameters().any(|one| one.required == Required::True && one.name.ends_with("Id"));
    let body = call.request_body.is_some();
    [
        (
            "400",
            body || asks(&ParameterIn::Query) || asks(&ParameterIn::Header),
        ),
        ("401", !matches!(access, Access::Public)),
        // From another site nobody changes anything.
        (
            "403",
            changes || !matches!(access, Access::Public | Access::SignedIn),
        ),
        ("404", path.contains('{') || of_record()),
        ("409", takes("Idempotency-Key") || takes("If-Match")),
        ("413", body),
        // The limits of calls hold for all.
        ("429", true),
    ]
    .into_iter()
    .filter_map(|(status, possible)| possible.then_some(status))
}

fn refusal() -> openapi::Response {
    let body = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorBody")))
        .build();
    ResponseBuilder::new()
        .description("Refused: `error` says why")
        .content("application/json", body)
        .build()
}

async fn guard(access: Access, recent: bool, mut request: Request, next: Next) -> Response {
    if let Err(error) = Confined::check(access, &mut request) {
        return error.into_response();
    }
    let scope = request.extensions().get::<Scope>();
    let sign_in = || match scope {
        Some(scope) if recent => scope.check_recent_sign_in(),
        _ => Ok(()),
    };
    match access.check(scope).and_then(|()| sign_in()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}
