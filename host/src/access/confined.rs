//! What the screens of a plugin may ask that run apart from the portal: less than whoever has opened them.

use axum::extract::{MatchedPath, Request};
use axum::http::Method;

use super::{Access, Actor, Permission, Scope};
use crate::http::error::{Error, Refusal};

/// Beside a call that the portal makes for a plugin's isolated screens, whose word alone this is.
#[derive(Debug, Clone)]
pub struct Confined {
    /// The plugin. Its own calls are the only ones that change anything.
    pub plugin: String,
    /// What its screens ask of who opens them; what these permissions cover may be read. SUPER_ADMIN, which implies
    /// others, is none of them.
    pub reads: Vec<Permission>,
}

/// What parts of the kit ask that any screen may use: countries for an address, how far work is that somebody began.
const PARTS: [&str; 2] = ["/api/country", "/api/job/{id}"];

static CONFINED: Refusal = Refusal::new(
    "Les écrans isolés d’une extension ne peuvent pas faire cela.",
    "The isolated screens of a plugin may not do this.",
);

impl Confined {
    /// Lets a call of the host itself pass that only reads, with no more rights than the screens ask for: the caller's
    /// scope is theirs from here on.
    ///
    /// # Errors
    /// [`Error::Refused`]
    pub fn check(access: Access, request: &mut Request) -> Result<(), Error> {
        let Some(confined) = request.extensions().get::<Self>().cloned() else {
            return Ok(());
        };
        let path = request.extensions().get::<MatchedPath>();
        let is_part = path.is_some_and(|path| PARTS.contains(&path.as_str()));
        if *request.method() != Method::GET || !(is_part || access.names_a_permission()) {
            return Err(Error::Refused(&CONFINED));
        }
        if let Some(scope) = request.extensions_mut().get_mut::<Scope>() {
            confined.narrow(&mut scope.actor);
        }
        Ok(())
    }

    /// Whether these screens may make a plugin's own calls.
    ///
    /// # Errors
    /// [`Error::Refused`]
    pub fn check_own(&self, plugin: &str) -> Result<(), Error> {
        match self.plugin == plugin {
            true => Ok(()),
            false => Err(Error::Refused(&CONFINED)),
        }
    }

    fn narrow(&self, actor: &mut Actor) {
        let reads = self.reads.iter().copied();
        actor.permissions = reads.filter(|permission| actor.may(*permission)).collect();
        actor.owner = false;
        actor.signed_in_recently = false;
    }
}

impl Access {
    /// Whether it asks every caller for a permission by name.
    fn names_a_permission(self) -> bool {
        match self {
            Access::Public | Access::SignedIn => false,
            Access::OneOf(permissions) => !permissions.is_empty(),
            Access::Needs(needs) => [needs.admin, needs.customer, needs.factory]
                .into_iter()
                .flatten()
                .all(|permissions| !permissions.is_empty()),
        }
    }
}
