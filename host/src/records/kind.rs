//! The kinds of record, as their domains declare them.

use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder};
use uuid::Uuid;

use crate::access::{Access, Role, Scope};
use crate::http::error::{Error, Resource, Result};
use crate::list::{Link, Owner};

/// A kind of record: what histories, notes, files, live signals and plugins need to know of it. It exists once, in its
/// domain; whoever names a kind of record holds a reference to it.
#[derive(Debug)]
pub struct Kind {
    /// In the audit trail, in signals and on the wire: `inbound-shipment`. It stands in the database and never changes.
    pub name: &'static str,
    /// The first segment of its calls: `order`.
    pub calls: &'static str,
    /// As errors call it.
    resource: Resource,
    /// What reading such records takes, and so hearing that some changed.
    pub read: Access,
    /// `None`: they have a history, but nothing hangs on them.
    pub rows: Option<Rows>,
    /// How providers know them; `None`: they do not.
    pub provided: Option<Provided>,
    /// Factories that see one read the notes on it and add theirs; notes on others are the staff's own.
    pub discussed: bool,
}

/// Where records of a kind lie.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// With an `id uuid`.
    pub table: &'static str,
    /// What holds for rows that are there.
    pub only: &'static str,
    pub owner: Owner,
}

/// How providers know records of a kind.
#[derive(Debug, Clone, Copy)]
pub struct Provided {
    /// As the contract with plugins calls them.
    pub entity: comptoir_sandbox::Entity,
    /// A select of `id`, `connector_id` and `provider_id`: the connection that told of a record, and its id there.
    pub ids: &'static str,
    /// The pull that brings what became of them.
    pub pull: &'static str,
}

impl Kind {
    /// A kind of record that has a history and nothing else until [`Kind::of`] says where it lies.
    pub const fn new(name: &'static str, read: Access) -> Self {
        Self {
            name,
            calls: name,
            resource: Resource::Other("Record"),
            read,
            rows: None,
            provided: None,
            discussed: false,
        }
    }

    /// The rows of `table` that meet the condition `only`, and whose they are.
    pub const fn of(mut self, table: &'static str, only: &'static str, owner: Owner) -> Self {
        self.rows = Some(Rows { table, only, owner });
        self
    }

    /// The first segment of its calls, where that is not its name.
    pub const fn called(mut self, segment: &'static str) -> Self {
        self.calls = segment;
        self
    }

    /// What errors call it.
    pub const fn named(mut self, resource: Resource) -> Self {
        self.resource = resource;
        self
    }

    /// There is no such record, or the caller is not to know of it.
    pub const fn missing(&self) -> Error {
        Error::NotFound(self.resource)
    }

    /// Providers know them.
    pub const fn provided(mut self, provided: Provided) -> Self {
        self.provided = Some(provided);
        self
    }

    /// What is said of them is said with the factories that make them.
    pub const fn discussed(mut self) -> Self {
        self.discussed = true;
        self
    }

    /// Whether somebody who sees such a record reads and writes notes on it.
    pub fn is_discussed_with(&self, scope: &Scope) -> bool {
        scope.actor.role == Role::Admin || self.discussed
    }

    /// The table of its records.
    pub const fn table(&self) -> &'static str {
        match self.rows {
            Some(Rows { table, .. }) => table,
            None => "",
        }
    }

    /// Whether there is such a record within the scope.
    pub async fn has(&self, db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<bool> {
        Ok(!self.within(db, scope, &[id]).await?.is_empty())
    }

    /// Of these records those within the scope.
    pub async fn within(
        &self,
        db: &mut PgConnection,
        scope: &Scope,
        ids: &[Uuid],
    ) -> Result<Vec<Uuid>> {
        let Some(Rows { table, only, owner }) = self.rows else {
            return Ok(Vec::new());
        };
        let mut query =
            QueryBuilder::new(format!("select id from {table} where {only} and id = any("));
        query.push_bind(ids).push(")");
        push_reach(&mut query, owner, scope);
        Ok(query.build_query_scalar().fetch_all(db).await?)
    }

    /// The factories whose people see a record: it is [`Kind::within`] the scope of whoever is at one of them.
    pub async fn factories(&self, db: &mut PgConnection, id: Uuid) -> Result<Vec<Uuid>> {
        let Some(Rows { table, only, owner }) = self.rows else {
            return Ok(Vec::new());
        };
        let theirs = match owner {
            Owner::Nobody => "true".to_owned(),
            Owner::Factory(column) => format!("{column} = f.id"),
            Owner::Linked {
                factory: Link { table, row, owner },
                ..
            } => format!("id in (select {row} from {table} where {owner} = f.id)"),
            Owner::Store(_) | Owner::Organization(_) | Owner::Shared(_) => return Ok(Vec::new()),
        };
        let query = format!(
            "select f.id from factories f where exists (select from {table} where {only} and id = $1 and {theirs})"
        );
        let factories = sqlx::query_scalar(AssertSqlSafe(query)).bind(id);
        Ok(factories.fetch_all(db).await?)
    }

    /// Of these records those within the scope, as providers know them: one that several tell of is there as often.
    pub async fn at_provider(
        &self,
        db: &mut PgConnection,
        scope: &Scope,
        ids: &[Uuid],
    ) -> Result<Vec<AtProvider>> {
        let Some((Rows { table, only, owner }, provided)) = self.rows.zip(self.provided) else {
            return Ok(Vec::new());
        };
        let mut query = QueryBuilder::new(format!(
            "select * from ({}) p (id, connector_id, provider_id) where id = any(",
            provided.ids
        ));
        // Of a union too each part is looked up by its index.
        query.push_bind(ids).push(format_args!(
            ") and id in (select id from {table} where {only} and id = any("
        ));
        query.push_bind(ids).push(")");
        push_reach(&mut query, owner, scope);
        query.push(")");
        Ok(query.build_query_as().fetch_all(db).await?)
    }
}

/// Confines a query on rows to those within the scope.
fn push_reach(query: &mut QueryBuilder<Postgres>, owner: Owner, scope: &Scope) {
    let linked = |Link { table, row, owner }: Link| {
        format!("id in (select {row} from {table} where {owner}")
    };
    let (condition, owners, end) = match owner {
        Owner::Nobody => return,
        Owner::Store(column) => (column.to_owned(), scope.stores(), ""),
        Owner::Organization(column) => (column.to_owned(), scope.organizations(), ""),
        Owner::Factory(column) => (column.to_owned(), scope.factories(), ""),
        Owner::Linked { factory, .. } if scope.actor.role == Role::Factory => {
            (linked(factory), scope.factories(), ")")
        }
        Owner::Linked { organization, .. } => (linked(organization), scope.organizations(), ")"),
        Owner::Shared(link) => {
            let owners = scope.stores().zip(scope.organizations());
            let owners = owners.map(|(stores, organizations)| [stores, organizations].concat());
            return push_one_of(query, &linked(link), owners, ")");
        }
    };
    push_one_of(query, &condition, owners.map(<[Uuid]>::to_vec), end);
}

/// Nothing, where the scope reaches everything.
fn push_one_of(
    query: &mut QueryBuilder<Postgres>,
    condition: &str,
    owners: Option<Vec<Uuid>>,
    end: &str,
) {
    if let Some(owners) = owners {
        query
            .push(format_args!(" and {condition} = any("))
            .push_bind(owners)
            .push(format_args!("){end}"));
    }
}

/// A record of the portal, as its provider knows it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AtProvider {
    pub id: Uuid,
    /// The connection that it came through, and its id there; none: it was made in the portal.
    pub connector_id: Option<Uuid>,
    pub provider_id: Option<String>,
}
