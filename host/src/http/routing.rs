//! How routes are declared: the path beside its handler, the [`Access`] beside the route. A route without one cannot
//! be written, and the same declaration describes the call in `docs/openapi.json`, where the test of the permission
//! matrix finds it.

use std::collections::btree_map::Entry;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use futures::future::BoxFuture;
use serde_json::json;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem, Paths};
use utoipa::openapi::{
    self, Components, ContentBuilder, HttpMethod, OpenApi, OpenApiBuilder, Ref, RefOr, Required,
    ResponseBuilder, Schema,
};
use utoipa_axum::PathItemExt as _;

use crate::access::{Access, Confined, RECENT_SIGN_IN, Scope};
use crate::app::App;
use crate::list::{self, AnyList, List, Lists, Mounted, Parent, Row};

/// What answers the calls at one path, and how they are described: that takes longer than all else that a host does before it
/// answers, and is seldom asked for.
pub struct Calls {
    path: String,
    handlers: MethodRouter<App>,
    describe: Describe,
}

impl std::fmt::Debug for Calls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Calls").field(&self.path).finish()
    }
}

type Describe = Arc<dyn Fn() -> Description + Send + Sync>;
/// The schemas that calls name, and the calls.
pub type Description = (Vec<(String, RefOr<Schema>)>, Paths);

impl Calls {
    pub fn new(
        path: impl Into<String>,
        handlers: MethodRouter<App>,
        describe: impl Fn() -> Description + Send + Sync + 'static,
    ) -> Self {
        Self {
            path: path.into(),
            handlers,
            describe: Arc::new(describe),
        }
    }
}

/// Any handler as one type. Each type of handler is compiled through all layers of axum, and for each of them the compiler proves
/// once more that the handler's whole future may be sent: half of the time that the host took to compile.
#[derive(Clone)]
pub struct AnyHandler(Arc<dyn Fn(Request, App) -> BoxFuture<'static, Response> + Send + Sync>);

impl std::fmt::Debug for AnyHandler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyHandler")
    }
}

impl AnyHandler {
    pub fn new<T, H>(handler: H) -> Self
    where
        H: Handler<T, App, Future = BoxFuture<'static, Response>>,
    {
        Self(Arc::new(move |request, app| {
            handler.clone().call(request, app)
        }))
    }
}

impl Handler<(), App> for AnyHandler {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// The [`Calls`] of handlers with `#[utoipa::path]`, which share a path: `routes!(find, update, delete)`.
macro_rules! routes {
    ($first:ident $(, $more:ident)* $(,)?) => {
        utoipa_axum::paste! {{
            use utoipa::Path as _;
            let handlers = axum::routing::MethodRouter::new();
            let handlers = $crate::http::routing::on(handlers, [<__path_ $first>]::methods(), $first);
            $(let handlers = $crate::http::routing::on(handlers, [<__path_ $more>]::methods(), $more);)*
            $crate::http::routing::Calls::new([<__path_ $first>]::path(), handlers, || {
                // The description is that of the names; what stands here for the handlers is never called.
                let $first = "";
                $(let $more = "";)*
                let (schemas, paths, _): utoipa_axum::router::UtoipaMethodRouter<$crate::app::App> =
                    utoipa_axum::routes!($first $(, $more)*);
                (schemas, paths)
            })
        }}
    };
}
pub(crate) use routes;

/// Adds a handler for some methods.
pub fn on<T, H>(
    handlers: MethodRouter<App>,
    methods: Vec<HttpMethod>,
    handler: H,
) -> MethodRouter<App>
where
    H: Handler<T, App, Future = BoxFuture<'static, Response>>,
{
    let handler = AnyHandler::new(handler);
    methods.iter().fold(handlers, |all, method| {
        all.on(method.to_method_filter(), handler.clone())
    })
}

/// Calls with who may make them.
#[derive(Clone)]
struct Guarded {
    path: String,
    access: Access,
    /// Whether it takes a sign-in of the last minutes besides.
    recent: bool,
    /// What stands before the path of a call's second name.
    prefix: &'static str,
    describe: Describe,
}

/// The routes of one domain.
#[derive(Default)]
pub struct Routes {
    router: axum::Router<App>,
    calls: Vec<Guarded>,
    lists: Vec<(Access, &'static dyn AnyList)>,
}

impl std::fmt::Debug for Routes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.paths()).finish()
    }
}

impl Routes {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds calls: `.add(Access::permissions(&[Permission::ReadOrder]), routes!(list))`.
    pub fn add(self, access: Access, calls: Calls) -> Self {
        self.guarded(access, false, calls)
    }

    /// Adds calls that take a sign-in of the last minutes besides ([`RECENT_SIGN_IN`]).
    pub fn add_recent(self, access: Access, calls: Calls) -> Self {
        self.guarded(access, true, calls)
    }

    fn guarded(mut self, access: Access, recent: bool, calls: Calls) -> Self {
        let handlers =
            calls
                .handlers
                .layer(from_fn(move |request: Request, next: Next| async move {
                    guard(access, recent, request, next).await
                }));
        self.router = self.router.route(&calls.path, handlers);
        self.calls.push(Guarded {
            path: calls.path,
            access,
            recent,
            prefix: "",
            describe: calls.describe,
        });
        self
    }

    /// Adds a list's page at a path, and its export at `export` below it: `.list(READ, "/bundle", &BUNDLES)`.
    pub fn list<R: Row>(
        mut self,
        access: Access,
        path: &'static str,
        list: &'static List<R>,
    ) -> Self {
        self.lists.push((access, list));
        let calls = list::calls(path, list).into_iter();
        calls.fold(self, |routes, call| routes.add(access, call))
    }

    /// Adds a list's page below each record of another: `.list_below(READ, "/store/{id}/product", "listStoreProducts",
    /// BELOW_STORE, &PRODUCTS)`.
    pub fn list_below<R: Row>(
        mut self,
        access: Access,
        path: &'static str,
        operation: &'static str,
        parent: Parent,
        list: &'static List<R>,
    ) -> Self {
        self.lists.push((access, list));
        let calls = list::calls_below(path, operation, parent, list).into_iter();
        calls.fold(self, |routes, call| routes.add(access, call))
    }

    /// Gives every call so far a second name, below a prefix: `/bigblue/inbound-shipment` is `/inbound-shipment`.
    pub fn also_below(mut self, prefix: &'static str) -> Self {
        let second = self.router.clone();
        self.router = self.router.nest(prefix, second);
        let again = self.calls.clone().into_iter();
        self.calls
            .extend(again.map(|calls| Guarded { prefix, ..calls }));
        self
    }

    /// Adds another domain's routes.
    pub fn merge(mut self, other: Routes) -> Self {
        self.router = self.router.merge(other.router);
        self.calls.extend(other.calls);
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

    /// The paths of all calls.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        let calls = self.calls.iter();
        calls.map(|calls| format!("{}{}", calls.prefix, calls.path))
    }

    pub fn into_router(self) -> axum::Router<App> {
        self.router
    }

    /// The calls as the API's description has them.
    pub fn describe(&self) -> OpenApi {
        let mut paths = Paths::new();
        let mut components = Components::new();
        for calls in &self.calls {
            let (schemas, items) = calls.describe();
            for (name, schema) in schemas {
                components.schemas.entry(name).or_insert(schema);
            }
            for (path, item) in items.paths {
                match paths.paths.entry(format!("{}{path}", calls.prefix)) {
                    Entry::Vacant(entry) => drop(entry.insert(item)),
                    Entry::Occupied(mut entry) => entry.get_mut().merge_operations(item),
                }
            }
        }
        OpenApiBuilder::new()
            .paths(paths)
            .components(Some(components))
            .build()
    }
}

impl Guarded {
    /// With who may make them and how they may be refused.
    fn describe(&self) -> Description {
        let (schemas, mut paths) = (self.describe)();
        let access = match self.access {
            Access::Public => json!("public"),
            Access::SignedIn => json!("signedIn"),
            Access::Needs(needs) => json!(needs),
            Access::OneOf(permissions) => json!({ "oneOf": permissions }),
        };
        for (path, item) in &mut paths.paths {
            for (changes, operation) in operations(item) {
                let mut extensions = ExtensionsBuilder::new().add("x-access", access.clone());
                if self.recent {
                    let seconds = RECENT_SIGN_IN.num_seconds();
                    extensions = extensions.add("x-sign-in-max-age-seconds", seconds);
                }
                operation.extensions = Some(extensions.build());
                for status in refusals(self.access, path, changes, operation) {
                    let known = operation.responses.responses.entry(status.to_owned());
                    known.or_insert_with(|| refusal().into());
                }
                if let (false, Some(id)) = (self.prefix.is_empty(), &mut operation.operation_id) {
                    id.push_str(&self.prefix.replace('/', "_"));
                }
            }
        }
        (schemas, paths)
    }
}

/// Those of a path, and whether they change something.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let all = [
        (false, &mut item.get),
        (true, &mut item.put),
        (true, &mut item.post),
        (true, &mut item.delete),
        (true, &mut item.patch),
    ];
    all.into_iter()
        .filter_map(|(changes, operation)| Some((changes, operation.as_mut()?)))
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
