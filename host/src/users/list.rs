//! The list of users.

use super::model::UserRow;
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, Link, List, Owner, Type, yes_or_no};
use crate::words;
use crate::words::language::Language;

fn roles() -> Vec<&'static str> {
    vec!["admin", "customer", "factory"]
}

pub static USERS: List<UserRow> = List::new(
    "users",
    "select u.id, u.email, u.display_name, u.role, u.owner, u.last_login_at, u.created_at,
            array(select o.name from user_organizations m join organizations o on o.id = m.organization_id
                  where m.user_id = u.id order by m.position)
            || array(select f.name from user_factories m join factories f on f.id = m.factory_id
                     where m.user_id = u.id order by m.position) as resources
     from users u",
    Owner::Linked {
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
    },
    &[
        Column::new("displayName", "display_name", Type::Text).sortable(),
        Column::new("email", "email", Type::Text).sortable(),
        Column::new("lastLoginAt", "last_login_at", Type::Time)
            .sortable()
            .nullable()
            .filtered(Filters::Between),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between),
        Column::new("role", "role", Type::Choice(roles)).filtered(Filters::OneOf),
        Column::new(
            "owner",
            "(case when owner then 'yes' else 'no' end)",
            Type::Choice(yes_or_no),
        )
        .filtered(Filters::OneOf),
    ],
    ("displayName", Direction::Asc),
)
.only("deleted_at is null")
.searches("search");

impl Exported for UserRow {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Nom",
            english: "Name",
        },
        Heading {
            french: "E-mail",
            english: "E-mail",
        },
        Heading {
            french: "Type",
            english: "Type",
        },
        Heading {
            french: "Rattaché à",
            english: "Belongs to",
        },
        Heading {
            french: "Dernière connexion",
            english: "Last sign-in",
        },
        Heading {
            french: "Créé le",
            english: "Created",
        },
    ];

    fn cells(&self, language: Language) -> Vec<Cell> {
        vec![
            Cell::text(&self.display_name),
            Cell::text(&self.email),
            Cell::text(words::role(&self.role, language)),
            Cell::text(self.resources.join(", ")),
            Cell::Time(self.last_login_at),
            Cell::Time(Some(self.created_at)),
        ]
    }
}
