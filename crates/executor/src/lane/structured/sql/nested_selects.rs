//! Selects within a select. They let conditions, metrics and tables use one another without a cycle of modules.

use cmec_decoder::contract::{Aggregation, Str};
use sea_query::SelectStatement;

use crate::lane::structured::sql::conditions::needs::{Matches, Needs, RowsAsked};
use crate::lane::structured::sql::context::{SqlContext, Subselect, WriteError};
use crate::lane::structured::sql::group::groups;
use crate::lane::structured::sql::group::numbers::{Number, Within};
use crate::lane::structured::sql::page::paging::Page;
use crate::lane::structured::sql::places::row_security::Columns;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::row_policy;
use crate::lane::structured::sql::select::{matches, rows};

impl SqlContext<'_> {
    pub(crate) fn rows_of(
        &self,
        subject: &Subject<'_>,
        asked: &RowsAsked<'_>,
    ) -> Result<Subselect, WriteError> {
        rows::rows_of(self, subject, asked)
    }

    pub(crate) fn instances_of(
        &self,
        subject: &Subject<'_>,
        asked: &RowsAsked<'_>,
    ) -> Result<SelectStatement, WriteError> {
        rows::instances_of(self, subject, asked)
    }

    pub(crate) fn groups_of(
        &self,
        subject: &Subject<'_>,
        numbers: &Aggregation<'_>,
        shown: (&[Str<'_>], Page),
    ) -> Result<Subselect, WriteError> {
        groups::groups_of(self, subject, numbers, shown)
    }

    pub(crate) fn over_instances(
        &self,
        subject: &Subject<'_>,
        numbers: &Aggregation<'_>,
        within: &Within<'_>,
    ) -> Result<(SelectStatement, Number), WriteError> {
        groups::over_instances(self, subject, numbers, within)
    }

    /// The bindings of a side of a set operation.
    pub(crate) fn matches(
        &self,
        subject: &Subject<'_>,
        needs: &Needs<'_>,
    ) -> Result<Matches, WriteError> {
        matches::matches(self, subject, needs)
    }

    /// The rows of a type that row-level security lets through; `None` where it lets all through.
    pub(crate) fn narrowed(
        &self,
        type_name: &str,
        columns: &Columns,
    ) -> Result<Option<SelectStatement>, WriteError> {
        row_policy::narrowed(self, type_name, columns)
    }
}
