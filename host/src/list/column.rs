//! The parts of a list's declaration.

use super::value::Type;
use crate::access::{Role, Scope};

/// One column that a caller may sort or filter by.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The name on the wire, camelCase.
    pub(super) field: &'static str,
    /// The column, or an expression, of the list's table.
    pub(super) sql: &'static str,
    pub(super) kind: Type,
    pub(super) sortable: bool,
    pub(super) nullable: bool,
    pub(super) filters: Option<Filters>,
    pub(super) unless_asked: &'static [&'static str],
    pub(super) indexed_below: &'static [&'static str],
    pub(super) spread_over: &'static [&'static str],
    pub(super) common: bool,
    pub(super) staff: bool,
    pub(super) link: Option<Link>,
}

/// What a filter on a column may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filters {
    /// `values`: one of them.
    OneOf,
    /// `from`, `to`: numbers, both ends included.
    Range,
    /// `from`, `to`: days in Paris (`yyyy-mm-dd`), both included.
    Between,
}

/// Whose the rows are: the column that a caller's scope is compared with.
#[derive(Debug, Clone, Copy)]
pub enum Owner {
    /// Nobody's in particular: for lists whose routes let only admins in.
    Nobody,
    /// The id of the store.
    Store(&'static str),
    /// The id of the organization.
    Organization(&'static str),
    /// The id of the factory.
    Factory(&'static str),
    /// People: whoever is linked to an organization or a factory of the caller's.
    Linked { organization: Link, factory: Link },
    /// Whoever may touch one of the stores or organizations that are linked to the row.
    Shared(Link),
}

/// A table that ties rows of a list to their owners.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    pub table: &'static str,
    /// Its column with the id of the list's row.
    pub row: &'static str,
    /// Its column with the id of the owner, or of what a filter asks for.
    pub owner: &'static str,
}

impl Column {
    /// A column that can neither be sorted nor filtered by until it says so.
    pub const fn new(field: &'static str, sql: &'static str, kind: Type) -> Self {
        Self {
            field,
            sql,
            kind,
            sortable: false,
            nullable: false,
            filters: None,
            unless_asked: &[],
            indexed_below: &[],
            spread_over: &[],
            common: false,
            staff: false,
            link: None,
        }
    }

    /// A filter by what other tables tie to the row, of which there may be several: `values` are ids, one must be tied.
    pub const fn linked(field: &'static str, link: Link) -> Self {
        let mut column = Self::new(field, link.row, Type::Uuid).filtered(Filters::OneOf);
        column.link = Some(link);
        column
    }

    /// Whether the row is archived (`archived_at`): asked for by `yes` and `no`, left out unless asked for.
    pub const fn archived() -> Self {
        let sql = "(case when archived_at is null then 'no' else 'yes' end)";
        Self::new("archived", sql, Type::Choice(yes_or_no))
            .filtered(Filters::OneOf)
            .unless_asked(&["no"])
            .common()
    }

    /// Offers the sort. An index on `(column, id)` makes it cheap.
    pub const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }

    /// Has nulls. They count as greater than everything, as in an ordinary index.
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// Offers a filter, for which there is an index unless its values are [`Column::common`].
    pub const fn filtered(mut self, filters: Filters) -> Self {
        self.filters = Some(filters);
        self
    }

    /// The values that a caller who does not filter by this column gets: archived rows, say, only on demand.
    pub const fn unless_asked(mut self, values: &'static [&'static str]) -> Self {
        self.unless_asked = values;
        self
    }

    /// Columns that lead an index before `(this column, id)`: alone, and all together in any number. Where a caller is
    /// confined or filters to several values of them, the engine walks that index once a value and merges what it
    /// finds, instead of sorting everything.
    pub const fn indexed_below(mut self, columns: &'static [&'static str]) -> Self {
        self.indexed_below = columns;
        self
    }

    /// Columns that have nothing to do with this one: a walk in this column's order soon meets rows of any range of
    /// theirs. Where nothing is said, the rows of a range are gathered and sorted: a walk might begin at the wrong end of
    /// the list (numbers that grow with time, and a week two years ago).
    pub const fn spread_over(mut self, columns: &'static [&'static str]) -> Self {
        self.spread_over = columns;
        self
    }

    /// Sorts and filters the staff's lists only: to others it is as if there were none, since what it tells of rows is not theirs
    /// to know.
    pub const fn for_staff(mut self) -> Self {
        self.staff = true;
        self
    }

    /// Each value of the filter has many rows, or the list is short: a walk in any order soon meets some, and no index leads
    /// to them.
    pub const fn common(mut self) -> Self {
        self.common = true;
        self
    }
}

impl Column {
    /// Whether somebody may ask for it.
    pub(super) fn is_open_to(&self, scope: &Scope) -> bool {
        !self.staff || scope.actor.role == Role::Admin
    }
}

/// The values of a column that is true or false.
pub fn yes_or_no() -> Vec<&'static str> {
    vec!["no", "yes"]
}
