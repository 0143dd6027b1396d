//! What a user is, and who may make, change and remove whom (specification, document 1, section 5; document 2, section
//! 6; decisions 2, 5 and 6).

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::access::{Actor, Permission, Reach, Role, Scope};
use crate::http::error::{Error, Issue, Refusal, Result};
use crate::http::request::{trimmed, trimmed_if_given};
use crate::words::language::Locale;

/// How long the link that confirms another address is good for.
pub const EMAIL_CHANGE_LIFETIME: TimeDelta = TimeDelta::hours(24);

/// Nobody deletes themselves (decision 5).
pub static OWN_ACCOUNT: Refusal = Refusal::new(
    "Vous ne pouvez pas supprimer votre propre compte.",
    "You cannot delete your own account.",
);
/// An organization's or factory's last owner stays (decision 5).
pub static LAST_OWNER: Refusal = Refusal::new(
    "C’est le dernier propriétaire : désignez-en d’abord un autre.",
    "This is the last owner: name another one first.",
);
/// The portal's last administrator stays.
pub static LAST_ADMINISTRATOR: Refusal = Refusal::new(
    "C’est le dernier super-administrateur : désignez-en d’abord un autre.",
    "This is the last super administrator: name another one first.",
);
/// Who has signed in needs no invitation.
pub static SIGNED_IN_BEFORE: Refusal = Refusal::new(
    "Cette personne s’est déjà connectée : elle n’a plus besoin d’invitation.",
    "This person has signed in before: they need no invitation any more.",
);
/// Only owners and admins say who is an owner.
pub static OWNER_ONLY: Refusal = Refusal::new(
    "Seul un propriétaire ou un administrateur peut le faire.",
    "Only an owner or an administrator can do this.",
);

/// Who somebody is, what they may and whether they are there is for those to change who reach all that they reach.
pub static BEYOND_REACH: Refusal = Refusal::new(
    "Cette personne a des accès que vous n’avez pas : seul un administrateur peut le faire.",
    "This person has access that you do not have: only an administrator can do this.",
);

/// A user, whole.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: Uuid,
    pub email: String,
    /// An address that was asked for, until somebody follows the link that was sent to the present one, or the night after
    /// the link has expired.
    pub pending_email: Option<String>,
    pub display_name: String,
    pub role: Role,
    pub permissions: Vec<Permission>,
    pub locale: Locale,
    /// Owners of an organization or factory say who else is one; the last one stays.
    pub owner: bool,
    /// What the user is confined to, in their order: the first organization or factory is the default. Others than admins
    /// are shown those that they reach themselves.
    pub resources: Vec<Resource>,
    /// All of them, whoever looks.
    #[serde(skip)]
    pub all: Vec<Resource>,
    pub last_login_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A user as the list shows them.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserRow {
    pub id: Uuid,
    pub email: String,
    pub display_name: String,
    /// `admin`, `customer`, `factory`
    pub role: String,
    pub owner: bool,
    /// The names of what they are confined to: organizations, or factories.
    pub resources: Vec<String>,
    /// Their ids.
    #[serde(skip)]
    pub resource_ids: Vec<Uuid>,
    pub last_login_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl UserRow {
    /// Names what this reader may know of alone.
    pub fn conceal(&mut self, reach: &Reach) {
        let mut ids = self.resource_ids.iter();
        self.resources
            .retain(|_| ids.next().is_some_and(|id| reach.has(id)));
    }
}

/// One thing that a user is confined to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Resource {
    #[serde(rename = "type")]
    pub kind: ResourceKind,
    pub id: Uuid,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ResourceKind {
    Organization,
    Store,
    Factory,
}

impl User {
    /// The ids of one kind, in their order, as the reader is shown them.
    pub fn ids(&self, kind: ResourceKind) -> Vec<Uuid> {
        ids(&self.resources, kind)
    }

    /// The ids of one kind, whoever looks.
    pub fn all_ids(&self, kind: ResourceKind) -> Vec<Uuid> {
        ids(&self.all, kind)
    }

    /// What an owner is an owner of.
    pub fn owned(&self) -> Vec<Uuid> {
        [ResourceKind::Organization, ResourceKind::Factory]
            .map(|kind| self.all_ids(kind))
            .concat()
    }

    /// Whether this caller reaches all that the user reaches.
    fn lies_within(&self, scope: &Scope) -> bool {
        self.all
            .iter()
            .all(|resource| scope.whole().has(&resource.id))
    }
}

fn ids(resources: &[Resource], kind: ResourceKind) -> Vec<Uuid> {
    let of_kind = resources.iter().filter(|each| each.kind == kind);
    of_kind.map(|each| each.id).collect()
}

/// A user to add.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub email: String,
    pub display_name: String,
    pub role: Role,
    pub permissions: Vec<Permission>,
    pub owner: bool,
    pub locale: Locale,
    pub organizations: Vec<Uuid>,
    /// `None`: all stores of the organizations. Others' stores are left out.
    pub stores: Option<Vec<Uuid>>,
    pub factories: Vec<Uuid>,
}

/// A user to be made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UserInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(email, length(max = 320))]
    pub email: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 38))]
    pub display_name: String,
    pub role: Role,
    pub permissions: Vec<Permission>,
    #[serde(default)]
    pub locale: Locale,
    #[serde(default)]
    pub owner: bool,
    /// A customer needs one at least, exactly one when a customer makes them; the first is the default.
    #[serde(default)]
    pub organizations: Vec<Uuid>,
    /// A customer needs one at least, of the organizations' own.
    #[serde(default)]
    pub stores: Vec<Uuid>,
    /// A factory user needs one at least.
    #[serde(default)]
    pub factories: Vec<Uuid>,
}

/// What changes of a user; what is absent stays. The role never changes: what it may be granted differs. Another address
/// counts at once when an admin gives it, else once the link was followed that goes to the present one.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UserChange {
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(email, length(max = 320))]
    pub email: Option<String>,
    #[serde(default, deserialize_with = "trimmed_if_given")]
    #[validate(length(min = 2, max = 38))]
    pub display_name: Option<String>,
    /// Must be the present one.
    pub role: Option<Role>,
    pub permissions: Option<Vec<Permission>>,
    pub locale: Option<Locale>,
    pub owner: Option<bool>,
    pub organizations: Option<Vec<Uuid>>,
    pub stores: Option<Vec<Uuid>>,
    pub factories: Option<Vec<Uuid>>,
}

impl UserInput {
    /// This user after a change.
    ///
    /// # Errors
    /// [`Error::Invalid`] for another role.
    pub fn changed(user: &User, change: UserChange) -> Result<Self> {
        if change.role.is_some_and(|role| role != user.role) {
            return Err(Error::field("role", "fixed"));
        }
        let ids = |kind| user.ids(kind);
        Ok(Self {
            email: change.email.unwrap_or_else(|| user.email.clone()),
            display_name: change
                .display_name
                .unwrap_or_else(|| user.display_name.clone()),
            role: user.role,
            permissions: change
                .permissions
                .unwrap_or_else(|| user.permissions.clone()),
            locale: change.locale.unwrap_or(user.locale),
            owner: change.owner.unwrap_or(user.owner),
            organizations: change
                .organizations
                .unwrap_or_else(|| ids(ResourceKind::Organization)),
            stores: change.stores.unwrap_or_else(|| ids(ResourceKind::Store)),
            factories: change
                .factories
                .unwrap_or_else(|| ids(ResourceKind::Factory)),
        })
    }

    /// Whether the user would sign in, do or reach otherwise than before.
    pub fn gives_other_rights(&self, before: &User) -> bool {
        fn same<T: Ord + Copy>(one: &[T], other: &[T]) -> bool {
            BTreeSet::from_iter(one) == BTreeSet::from_iter(other)
        }
        self.email.to_lowercase() != before.email
            || self.owner != before.owner
            || !same(&self.permissions, &before.permissions)
            || !same(
                &self.organizations,
                &before.all_ids(ResourceKind::Organization),
            )
            || !same(&self.stores, &before.all_ids(ResourceKind::Store))
            || !same(&self.factories, &before.all_ids(ResourceKind::Factory))
    }

    /// What a user must be, whoever makes them.
    ///
    /// # Errors
    /// [`Error::Invalid`], every wrong field named.
    pub fn check(&self) -> Result<()> {
        let mut issues = Vec::new();
        let mut say = |field: String, code: &str| issues.push(Issue::new(field, code));
        if !self.locale.is_for(self.role) {
            say("locale".into(), "option");
        }
        for (index, permission) in self.permissions.iter().enumerate() {
            if !self.role.grantable().contains(permission) {
                say(format!("permissions[{index}]"), "option");
            }
            if self.permissions[..index].contains(permission) {
                say(format!("permissions[{index}]"), "unique");
            }
        }
        let lists = [
            ("organizations", &self.organizations, Role::Customer),
            ("stores", &self.stores, Role::Customer),
            ("factories", &self.factories, Role::Factory),
        ];
        for (field, ids, role) in lists {
            if self.role == role && ids.is_empty() {
                say(field.into(), "required");
            }
            if self.role != role && !ids.is_empty() {
                say(field.into(), "option");
            }
            for (index, id) in ids.iter().enumerate() {
                if ids[..index].contains(id) {
                    say(format!("{field}[{index}]"), "unique");
                }
            }
        }
        Error::refuse(issues)
    }

    /// Whether this caller may make such a user, or turn `before` into it.
    ///
    /// # Errors
    /// [`Error::ForbiddenEscalation`], [`Error::Refused`], or [`Error::Invalid`] for a role or links that are not the
    /// caller's to give.
    pub fn check_granted_by(&self, scope: &Scope, before: Option<&User>) -> Result<()> {
        let actor = &scope.actor;
        if actor.role != Role::Admin && self.role != actor.role {
            return Err(Error::field("role", "option"));
        }
        let current: BTreeSet<Permission> = before
            .iter()
            .flat_map(|user| user.permissions.iter().copied())
            .collect();
        let wanted: BTreeSet<Permission> = self.permissions.iter().copied().collect();
        escalation(actor, current.symmetric_difference(&wanted).copied())?;
        let is_owner = before.is_some_and(|user| user.owner);
        let regrants = current != wanted || self.owner != is_owner;
        if let Some(user) = before {
            // Whoever gets another's address signs in as them; a permission counts wherever its holder may go.
            if user.email != self.email.to_lowercase() {
                check_touched_by(scope, user)?;
            } else if regrants {
                check_reached_by(scope, user)?;
            }
        }
        let may_own = actor.role == Role::Admin || actor.owner;
        if regrants && (self.owner || is_owner) && !may_own {
            return Err(Error::Refused(&OWNER_ONLY));
        }
        match before {
            None if actor.role == Role::Customer && self.organizations.len() > 1 => {
                Err(Error::field("organizations", "max"))
            }
            // What a user is confined to is the staff's to change, but for stores.
            Some(user) if actor.role != Role::Admin => {
                if self.organizations != user.ids(ResourceKind::Organization) {
                    return Err(Error::field("organizations", "fixed"));
                }
                if self.factories != user.ids(ResourceKind::Factory) {
                    return Err(Error::field("factories", "fixed"));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Whether this caller may remove the user.
///
/// # Errors
/// [`OWN_ACCOUNT`], and those of [`check_touched_by`].
pub fn check_removed_by(scope: &Scope, user: &User) -> Result<()> {
    if scope.actor.id == user.id {
        return Err(Error::Refused(&OWN_ACCOUNT));
    }
    check_touched_by(scope, user)
}

/// Whether a user is no more than this caller, who may then become, remove or bring them back.
///
/// # Errors
/// [`BEYOND_REACH`], [`OWNER_ONLY`], [`Error::ForbiddenEscalation`].
pub fn check_touched_by(scope: &Scope, user: &User) -> Result<()> {
    check_reached_by(scope, user)?;
    let actor = &scope.actor;
    if user.owner && actor.role != Role::Admin && !actor.owner {
        return Err(Error::Refused(&OWNER_ONLY));
    }
    escalation(actor, user.permissions.iter().copied())
}

fn check_reached_by(scope: &Scope, user: &User) -> Result<()> {
    match user.lies_within(scope) {
        true => Ok(()),
        false => Err(Error::Refused(&BEYOND_REACH)),
    }
}

/// Refuses the first permission that the actor does not hold.
fn escalation(actor: &Actor, mut touched: impl Iterator<Item = Permission>) -> Result<()> {
    // SUPER_ADMIN implies every other, but only itself grants itself (decision 2).
    match touched.find(|permission| !actor.may(*permission)) {
        Some(permission) => Err(Error::ForbiddenEscalation(permission)),
        None => Ok(()),
    }
}
