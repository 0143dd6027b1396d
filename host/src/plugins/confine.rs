//! Calls that the portal makes for a plugin's isolated screens: it names the plugin, and the host holds them to what its
//! manifest asks for.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use comptoir_sandbox::Manifest;

use crate::access::{Confined, Permission, Scope};
use crate::app::App;

/// Names the plugin whose isolated screens ask.
const PLUGIN: &str = "comptoir-plugin";

/// Puts what a plugin's isolated screens may ask beside the request that is made for them.
pub async fn confine(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if let Some(name) = request.headers().get(PLUGIN) {
        // What is no text names no plugin.
        let plugin = name.to_str().unwrap_or_default().to_owned();
        let ready = app.plugins.ready(&plugin);
        let scope = request.extensions().get::<Scope>();
        let reads = ready
            .zip(scope)
            .map(|(ready, scope)| reads(ready.plugin.manifest(), scope));
        let reads = reads.unwrap_or_default();
        request.extensions_mut().insert(Confined { plugin, reads });
    }
    next.run(request).await
}

/// What the screens of the caller's part of the portal ask of who opens them.
fn reads(manifest: &Manifest, scope: &Scope) -> Vec<Permission> {
    let role = scope.actor.role.as_str();
    let screens = manifest.screens.iter();
    screens
        .filter(|screen| screen.area.as_str() == role)
        .filter_map(|screen| screen.permission.parse().ok())
        .filter(|permission| *permission != Permission::SuperAdmin)
        .collect()
}
