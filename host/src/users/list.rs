//! The list of users.

use super::model::UserRow;
use crate::list::exports::{self, composed, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, Link, List, Owner, Type, yes_or_no};
use crate::words;

fn roles() -> Vec<&'static str> {
    vec!["admin", "customer", "factory"]
}

/// For customers and factories, those of their organizations or factories.
pub const REACH: Owner = Owner::Linked {
    organization: Link {
        table: "user_organizations",
        row: "user_id",
        owner: "organization_id",
    },
    factory: Link {
        table: "user_factories",
        row: "user_id",
        owner: "factory_id",
    },
};

pub static USERS: List<UserRow> = List::new(Declaration {
    name: "users",
    summary: "The users that the caller may see: for an admin everyone, for others those of their organizations or factories. Searches \
        name and address.",
    table: "users",
    rows: "select u.id, u.email, u.display_name, u.role, u.owner, u.last_login_at, u.created_at,
            array(select o.name from user_organizations m join organizations o on o.id = m.organization_id
                  where m.user_id = u.id order by m.position)
            || array(select f.name from user_factories m join factories f on f.id = m.factory_id
                     where m.user_id = u.id order by m.position) as resources,
            array(select organization_id from user_organizations where user_id = u.id order by position)
            || array(select factory_id from user_factories where user_id = u.id order by position) as resource_ids
     from users u",
    owner: REACH,
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("displayName", "display_name", Type::Text).sortable(),
        Column::new("email", "email", Type::Text).sortable(),
        Column::new("lastLoginAt", "last_login_at", Type::Time)
            .sortable()
            .nullable()
            .filtered(Filters::Between),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between),
        Column::new("role", "role", Type::Choice(roles)).filtered(Filters::OneOf).common(),
        Column::new(
            "owner",
            "(case when owner then 'yes' else 'no' end)",
            Type::Choice(yes_or_no),
        )
        .filtered(Filters::OneOf)
        .common(),
    ],
    sort: ("displayName", Direction::Asc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, user: &mut UserRow| user.conceal(scope.whole()))
.exported(EXPORT);

const EXPORT: &[exports::ExportColumn<UserRow>] = &[
    text("Nom", "Name", |user| &user.display_name),
    text("E-mail", "E-mail", |user| &user.email),
    word("Type", "Type", |user, language| {
        words::role(&user.role, language)
    }),
    composed("Rattaché à", "Belongs to", |user| {
        user.resources.join(", ")
    }),
    time("Dernière connexion", "Last sign-in", |user| {
        user.last_login_at
    }),
    time("Créé le", "Created", |user| Some(user.created_at)),
];
