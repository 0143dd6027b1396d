//! The one place that says who may do what: roles, permissions, who is asking ([`Actor`]) and which rows they may
//! touch ([`Scope`]).

mod confined;
/// From a token to a scope.
mod session;

use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::Error;
use crate::words::language::Language;

pub use confined::Confined;
pub use session::{
    access_token, authenticate, check_organizations, permissions, scope, scope_of, scopes_of,
};

/// The three kinds of user (specification, document 2, section 6).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Admin,
    Customer,
    Factory,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Admin, Role::Customer, Role::Factory];

    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Admin => "admin",
            Role::Customer => "customer",
            Role::Factory => "factory",
        }
    }

    /// What a user of this role may be granted at all (specification, document 2, section 6).
    pub fn grantable(self) -> &'static [Permission] {
        use Permission::*;
        match self {
            Role::Admin => Permission::ALL,
            Role::Customer => &[
                ReadStore,
                ReadOrganization,
                ReadUser,
                WriteUser,
                ReadFee,
                ReadOrder,
                ReadInvoice,
                ReadProduct,
                ReadAudit,
                WriteOrder,
            ],
            Role::Factory => &[ReadProject, ReadFactory, ReadUser, WriteUser],
        }
    }
}

impl std::str::FromStr for Role {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Role::ALL
            .into_iter()
            .find(|role| role.as_str() == name)
            .ok_or_else(|| UnknownName(name.to_owned()))
    }
}

/// A role or permission that does not exist.
#[derive(Debug, thiserror::Error)]
#[error("unknown name: {0}")]
pub struct UnknownName(String);

macro_rules! permissions {
    ($($variant:ident = $name:literal),+ $(,)?) => {
        /// What a user may see or change. Write means create, update and delete.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[schema(rename_all = "SCREAMING_SNAKE_CASE")]
        pub enum Permission { $(#[serde(rename = $name)] $variant),+ }

        impl Permission {
            pub const ALL: &'static [Permission] = &[$(Permission::$variant),+];

            /// The name on the wire and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Permission::$variant => $name),+ }
            }
        }

        impl std::str::FromStr for Permission {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                match name { $($name => Ok(Permission::$variant),)+ _ => Err(UnknownName(name.to_owned())) }
            }
        }
    };
}

permissions! {
    SuperAdmin = "SUPER_ADMIN",
    ReadAdmin = "READ_ADMIN", WriteAdmin = "WRITE_ADMIN",
    ReadAudit = "READ_AUDIT", WriteAudit = "WRITE_AUDIT",
    ReadConnector = "READ_CONNECTOR", WriteConnector = "WRITE_CONNECTOR",
    ReadFactory = "READ_FACTORY", WriteFactory = "WRITE_FACTORY",
    ReadFee = "READ_FEE", WriteFee = "WRITE_FEE",
    ReadInvoice = "READ_INVOICE", WriteInvoice = "WRITE_INVOICE",
    ReadOrder = "READ_ORDER", WriteOrder = "WRITE_ORDER",
    ReadOrganization = "READ_ORGANIZATION", WriteOrganization = "WRITE_ORGANIZATION",
    ReadProduct = "READ_PRODUCT", WriteProduct = "WRITE_PRODUCT",
    ReadProject = "READ_PROJECT", WriteProject = "WRITE_PROJECT",
    ReadProjectCall = "READ_PROJECT_CALL", WriteProjectCall = "WRITE_PROJECT_CALL",
    ReadProjectProduct = "READ_PROJECT_PRODUCT", WriteProjectProduct = "WRITE_PROJECT_PRODUCT",
    ReadProjectProduction = "READ_PROJECT_PRODUCTION", WriteProjectProduction = "WRITE_PROJECT_PRODUCTION",
    ReadStore = "READ_STORE", WriteStore = "WRITE_STORE",
    ReadUser = "READ_USER", WriteUser = "WRITE_USER",
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who is asking: a signed-in user, as they are at this moment.
#[derive(Debug, Clone)]
pub struct Actor {
    pub id: Uuid,
    pub session: Uuid,
    pub name: String,
    pub role: Role,
    pub permissions: Vec<Permission>,
    pub owner: bool,
    pub language: Language,
    /// They signed in within [`RECENT_SIGN_IN`].
    pub signed_in_recently: bool,
}

/// What somebody who comes upon an open browser must not do takes a sign-in that is no older.
pub const RECENT_SIGN_IN: TimeDelta = TimeDelta::minutes(10);

impl Actor {
    /// SUPER_ADMIN implies every permission (decision 2).
    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission) || self.permissions.contains(&Permission::SuperAdmin)
    }
}

/// Proof that somebody may ask, and which rows they may touch. Every query on owned rows takes it; what lies outside is
/// not found. Handlers get it as an extractor, behind the [`Access`] of their route.
#[derive(Debug, Clone)]
pub struct Scope {
    pub actor: Actor,
    /// What they reach in the area they are in.
    reach: Reach,
    /// What they reach at all.
    whole: Reach,
    /// The organization of a customer's several whose area they are in; `None`: all of them.
    pub within: Option<Uuid>,
    pub request_id: String,
}

/// Whose rows somebody may touch. Of each kind `None` is all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    Everything,
    Customer {
        organizations: Vec<Uuid>,
        stores: Vec<Uuid>,
    },
    Factory {
        factories: Vec<Uuid>,
    },
}

impl Reach {
    pub fn stores(&self) -> Option<&[Uuid]> {
        match self {
            Reach::Everything => None,
            Reach::Customer { stores, .. } => Some(stores),
            Reach::Factory { .. } => Some(&[]),
        }
    }

    pub fn organizations(&self) -> Option<&[Uuid]> {
        match self {
            Reach::Everything => None,
            Reach::Customer { organizations, .. } => Some(organizations),
            Reach::Factory { .. } => Some(&[]),
        }
    }

    pub fn factories(&self) -> Option<&[Uuid]> {
        match self {
            Reach::Everything => None,
            Reach::Customer { .. } => Some(&[]),
            Reach::Factory { factories } => Some(factories),
        }
    }

    /// Whether this organization, store or factory is one of them.
    pub fn has(&self, id: &Uuid) -> bool {
        [self.organizations(), self.stores(), self.factories()]
            .iter()
            .any(|ids| ids.is_none_or(|ids| ids.contains(id)))
    }
}

impl Scope {
    /// The scope of a user whose own organizations, stores and factories are these.
    pub fn new(
        actor: Actor,
        organizations: Vec<Uuid>,
        stores: Vec<Uuid>,
        factories: Vec<Uuid>,
        request_id: String,
    ) -> Self {
        let reach = match actor.role {
            Role::Admin => Reach::Everything,
            Role::Customer => Reach::Customer {
                organizations,
                stores,
            },
            Role::Factory => Reach::Factory { factories },
        };
        Self {
            actor,
            whole: reach.clone(),
            reach,
            within: None,
            request_id,
        }
    }

    /// The system itself, on behalf of `name` as histories tell it: for jobs that nobody asked for. It reaches everything and has
    /// no permission; no request ever has it.
    pub fn system(name: &str) -> Self {
        let actor = Actor {
            id: Uuid::nil(),
            session: Uuid::nil(),
            name: name.to_owned(),
            role: Role::Admin,
            permissions: Vec::new(),
            owner: false,
            language: Language::Fr,
            signed_in_recently: false,
        };
        Self::new(actor, Vec::new(), Vec::new(), Vec::new(), String::new())
    }

    /// What of it lies within an organization of whose stores these are theirs; nothing, where it is none of theirs.
    /// Others than customers are not divided by organization.
    pub fn narrowed(mut self, organization: Uuid, of_it: Vec<Uuid>) -> Self {
        if let Reach::Customer {
            organizations,
            stores,
        } = &mut self.reach
        {
            organizations.retain(|own| *own == organization);
            stores.retain(|own| !organizations.is_empty() && of_it.contains(own));
            self.within = Some(organization);
        }
        self
    }

    /// Whether this caller may do and reach just what `other` may.
    pub fn has_the_rights_of(&self, other: &Scope) -> bool {
        self.actor.role == other.actor.role
            && self.actor.permissions == other.actor.permissions
            && self.reach == other.reach
    }

    /// The stores whose rows may be touched; `None`: all. Queries ask `in_scope(store_id, $n)` with it.
    pub fn stores(&self) -> Option<&[Uuid]> {
        self.reach.stores()
    }

    /// The organizations whose rows may be touched; `None`: all.
    pub fn organizations(&self) -> Option<&[Uuid]> {
        self.reach.organizations()
    }

    /// The factories whose rows may be touched; `None`: all.
    pub fn factories(&self) -> Option<&[Uuid]> {
        self.reach.factories()
    }

    /// # Errors
    /// [`Error::SignInTooOld`]
    pub fn check_recent_sign_in(&self) -> Result<(), Error> {
        match self.actor.signed_in_recently {
            true => Ok(()),
            false => Err(Error::SignInTooOld),
        }
    }

    /// What the caller may know of at all, in whatever area they are: what their authority over people is measured by.
    pub fn whole(&self) -> &Reach {
        &self.whole
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Scope {
    type Rejection = Error;

    /// Present on every request that carried a valid access token.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts
            .extensions
            .get::<Scope>()
            .cloned()
            .ok_or(Error::Unauthorized)
    }
}

/// What a route asks of its caller. It stands beside the route, and no route exists without one (see
/// [`crate::http::routing::Routes`]).
#[derive(Debug, Clone, Copy)]
pub enum Access {
    /// Anybody, signed in or not.
    Public,
    /// Whoever is signed in; rows are the caller's own.
    SignedIn,
    /// All of these permissions, which may differ by role.
    Needs(Needs),
    /// One of these permissions at least, whatever the role.
    OneOf(&'static [Permission]),
}

/// What each role needs for a call; `None`: the role never passes.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Needs {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin: Option<&'static [Permission]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<&'static [Permission]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factory: Option<&'static [Permission]>,
}

impl Needs {
    const fn of(&self, role: Role) -> Option<&'static [Permission]> {
        match role {
            Role::Admin => self.admin,
            Role::Customer => self.customer,
            Role::Factory => self.factory,
        }
    }
}

impl Access {
    /// Whoever holds all of these permissions, whatever their role; their scope decides on rows.
    pub const fn permissions(permissions: &'static [Permission]) -> Self {
        Access::Needs(Needs {
            admin: Some(permissions),
            customer: Some(permissions),
            factory: Some(permissions),
        })
    }

    /// Admins who hold all of these permissions.
    pub const fn admin(permissions: &'static [Permission]) -> Self {
        Access::Needs(Needs {
            admin: Some(permissions),
            customer: None,
            factory: None,
        })
    }

    /// Admins with the ones, customers with the others.
    pub const fn admin_or_customer(
        admin: &'static [Permission],
        customer: &'static [Permission],
    ) -> Self {
        Access::Needs(Needs {
            admin: Some(admin),
            customer: Some(customer),
            factory: None,
        })
    }

    /// Admins with the ones, factories with the others.
    pub const fn admin_or_factory(
        admin: &'static [Permission],
        factory: &'static [Permission],
    ) -> Self {
        Access::Needs(Needs {
            admin: Some(admin),
            customer: None,
            factory: Some(factory),
        })
    }

    /// The same, but for admins, who reach every row: what a call tells of other records takes the permission to read
    /// those.
    pub const fn with_admins(self, admin: &'static [Permission]) -> Self {
        match self {
            Access::Needs(needs) => Access::Needs(Needs {
                admin: Some(admin),
                ..needs
            }),
            other => other,
        }
    }

    /// Whether this caller (none: not signed in) may pass.
    pub fn check(self, scope: Option<&Scope>) -> Result<(), Error> {
        let needed = match (self, scope) {
            (Access::Public, _) | (Access::SignedIn, Some(_)) => return Ok(()),
            (_, None) => return Err(Error::Unauthorized),
            (Access::Needs(needs), Some(scope)) => {
                let permissions = needs.of(scope.actor.role).ok_or(Error::ForbiddenRole)?;
                permissions
                    .iter()
                    .find(|permission| !scope.actor.may(**permission))
            }
            (Access::OneOf(permissions), Some(scope)) => {
                let allowed = permissions
                    .iter()
                    .any(|permission| scope.actor.may(*permission));
                permissions.first().filter(|_| !allowed)
            }
        };
        needed.map_or(Ok(()), |permission| {
            Err(Error::ForbiddenPermission(*permission))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn scope(role: Role, permissions: &[Permission], organizations: &[u8], stores: &[u8]) -> Scope {
        let ids = |ids: &[u8]| ids.iter().map(|id| Uuid::from_u128((*id).into())).collect();
        let actor = Actor {
            id: Uuid::nil(),
            session: Uuid::nil(),
            name: String::new(),
            role,
            permissions: permissions.to_vec(),
            owner: false,
            language: Language::En,
            signed_in_recently: false,
        };
        Scope::new(
            actor,
            ids(organizations),
            ids(stores),
            ids(stores),
            String::new(),
        )
    }

    #[test]
    fn names_are_the_same_wherever_they_are_written() {
        for permission in Permission::ALL {
            let name = permission.as_str();
            assert_eq!(name.parse::<Permission>().ok(), Some(*permission));
            assert_eq!(serde_json::to_value(permission).unwrap(), name);
            assert_eq!(permission.to_string(), name);
        }
        for role in Role::ALL {
            assert_eq!(role.as_str().parse::<Role>().ok(), Some(role));
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
        }
        for nothing in ["", "super_admin", "SUPER_ADMIN ", "ADMIN"] {
            assert!(nothing.parse::<Permission>().is_err(), "{nothing}");
            assert!(nothing.parse::<Role>().is_err(), "{nothing}");
        }
    }

    #[test]
    fn a_call_lets_pass_whom_it_names_and_nobody_else() {
        use Permission::{ReadFee, ReadOrder, SuperAdmin};
        const STAFF: Access = Access::admin(&[ReadOrder, ReadFee]);
        const EITHER: Access = Access::admin_or_customer(&[ReadOrder], &[ReadFee]);
        const ANY: Access = Access::OneOf(&[ReadOrder, ReadFee]);
        let passes = |access: Access, role, permissions: &[Permission]| {
            access
                .check(Some(&scope(role, permissions, &[], &[])))
                .is_ok()
        };
        for (access, role, permissions, expected) in [
            (STAFF, Role::Admin, &[ReadOrder, ReadFee][..], true),
            (STAFF, Role::Admin, &[SuperAdmin], true),
            (STAFF, Role::Admin, &[ReadOrder], false),
            (STAFF, Role::Customer, &[ReadOrder, ReadFee], false),
            // What a role never gets, no permission gives it.
            (STAFF, Role::Factory, &[SuperAdmin], false),
            (EITHER, Role::Customer, &[ReadFee], true),
            (EITHER, Role::Customer, &[ReadOrder], false),
            (EITHER, Role::Admin, &[ReadFee], false),
            (ANY, Role::Factory, &[ReadFee], true),
            (ANY, Role::Admin, &[], false),
            (Access::SignedIn, Role::Factory, &[], true),
        ] {
            assert_eq!(
                passes(access, role, permissions),
                expected,
                "{access:?} {role:?} {permissions:?}"
            );
        }
        for access in [STAFF, EITHER, ANY, Access::SignedIn] {
            assert!(matches!(access.check(None), Err(Error::Unauthorized)));
        }
        assert!(Access::Public.check(None).is_ok());
    }

    proptest! {
        /// Being in one organization's area takes away and never gives, whatever a caller names.
        #[test]
        fn an_area_is_a_part_of_what_one_reaches(
            organizations in proptest::collection::btree_set(0..6_u8, 0..4),
            stores in proptest::collection::btree_set(0..9_u8, 0..6),
            area in 0..6_u8, of_it in proptest::collection::vec(0..9_u8, 0..6),
        ) {
            let list = |ids: &BTreeSet<u8>| ids.iter().copied().collect::<Vec<_>>();
            let ids = |ids: &[u8]| ids.iter().map(|id| Uuid::from_u128((*id).into())).collect::<Vec<_>>();
            let whole = scope(Role::Customer, &[], &list(&organizations), &list(&stores));
            let within = whole.clone().narrowed(ids(&[area])[0], ids(&of_it));
            let reached = within.stores().unwrap();
            prop_assert!(reached.iter().all(|store| whole.stores().unwrap().contains(store)));
            prop_assert!(reached.iter().all(|store| ids(&of_it).contains(store)));
            let is_theirs = organizations.contains(&area);
            prop_assert_eq!(within.organizations().unwrap().len(), usize::from(is_theirs));
            prop_assert!(is_theirs || reached.is_empty());
            prop_assert_eq!(within.factories(), Some(&[][..]));
            // Nobody else is divided by it.
            for role in [Role::Admin, Role::Factory] {
                let other = scope(role, &[], &[], &list(&stores));
                let same = other.clone().narrowed(ids(&[area])[0], ids(&of_it));
                prop_assert!(same.has_the_rights_of(&other));
            }
        }
    }
}
