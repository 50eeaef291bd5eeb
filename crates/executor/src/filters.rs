//! The filters of a question, including the limit, with the origin of each value.
//!
//! Plans and debug envelopes show them in the same form: `extracted_filters` is the object of Address Runtime Contracts
//! V1, and `defaulted_filters` names the filters that the contract does not give.
//!
//! ```text
//! "extracted_filters": {"account": "62", "as_of_date": "2026-07-01", "limit": 20},
//! "defaulted_filters": ["as_of_date", "limit"]
//! ```

#[cfg(feature = "run")]
pub(crate) mod filter_list;

use serde::{Serialize, Serializer};

/// Name of the limit, the only numeric filter, which has a policy of its own.
const LIMIT: &str = "limit";

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The contract says it.
    Said,
    /// A default of the recipe or the codebook.
    #[default]
    Defaulted,
    /// It was guessed from the words of the question. It ranks rows higher by their words, and leaves none out.
    Derived,
}

/// One filter with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtractedFilter {
    /// Name in the filter catalogue.
    pub filter: String,
    /// Its value, as text.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// JSON pointer into the contract to where it is said; empty for a default.
    #[serde(skip)]
    pub pointer: String,
}

/// The limit before the policy of the recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExtractedLimit {
    /// Rows.
    pub rows: u32,
    /// Its origin.
    pub origin: Origin,
}

impl ExtractedLimit {
    /// The given limit, or the default of the catalogue.
    #[must_use]
    pub fn of(said: Option<u32>, default: u32) -> Self {
        Self {
            rows: said.unwrap_or(default),
            origin: match said {
                Some(_) => Origin::Said,
                None => Origin::Defaulted,
            },
        }
    }
}

/// The filters of a question in the order of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExtractedFilters {
    /// All filters except the limit.
    pub entries: Vec<ExtractedFilter>,
    /// The limit.
    pub limit: ExtractedLimit,
}

impl ExtractedFilters {
    /// The value of a filter.
    #[must_use]
    pub fn value(&self, filter: &str) -> Option<&str> {
        self.entry(filter).map(|entry| entry.value.as_str())
    }

    /// The values of a filter that may occur several times.
    pub fn values<'f>(&'f self, filter: &'f str) -> impl Iterator<Item = &'f str> {
        let entries = self.entries.iter();
        let entries = entries.filter(move |entry| entry.filter == filter);
        entries.map(|entry| entry.value.as_str())
    }

    /// JSON pointer of a filter in the contract.
    #[must_use]
    pub fn pointer(&self, filter: &str) -> Option<&str> {
        self.entry(filter).map(|entry| entry.pointer.as_str())
    }

    fn entry(&self, filter: &str) -> Option<&ExtractedFilter> {
        self.entries.iter().find(|entry| entry.filter == filter)
    }

    /// Adds a default for a filter that is not given.
    pub fn default_to(&mut self, filter: &str, value: String) {
        if self.value(filter).is_none() {
            self.entries.push(ExtractedFilter {
                filter: filter.to_owned(),
                value,
                origin: Origin::Defaulted,
                pointer: String::new(),
            });
        }
    }
}

/// The filters of a question as they are written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FiltersForm<'f> {
    /// Filters in force, by name.
    extracted_filters: FilterValues<'f>,
    /// Names of those that the contract does not say.
    defaulted_filters: Vec<&'f str>,
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("additionalProperties" = { "type": "string", "minLength": 0 }))
)]
struct FilterValues<'f> {
    #[serde(flatten, serialize_with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    entries: &'f [ExtractedFilter],
    /// Most rows.
    limit: u32,
}

fn by_name<S: Serializer>(entries: &[ExtractedFilter], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|entry| (&entry.filter, &entry.value)))
}

impl Serialize for ExtractedFilters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = self.entries.iter();
        let origins = entries.map(|entry| (entry.filter.as_str(), entry.origin));
        let defaulted = origins.chain([(LIMIT, self.limit.origin)]);
        let defaulted = defaulted.filter(|(_, origin)| *origin == Origin::Defaulted);
        let form = FiltersForm {
            extracted_filters: FilterValues {
                entries: &self.entries,
                limit: self.limit.rows,
            },
            defaulted_filters: defaulted.map(|(name, _)| name).collect(),
        };
        form.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ExtractedFilters {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ExtractedFilters".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        FiltersForm::json_schema(generator)
    }
}

/// A limit after the policy of the recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitDecision {
    /// The limit the contract says; `null` when it was defaulted.
    pub said: Option<u32>,
    /// The limit in force.
    pub limit: u32,
    /// Why it is what it is.
    pub why: LimitReason,
}

/// Why a limit is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LimitReason {
    /// The contract says it.
    Said,
    /// The contract says more than the recipe gives.
    LoweredToMaximum,
    /// The default of the catalogue.
    Default,
    /// An account is named, so more rows are shown.
    RaisedForAccount,
    /// A report is read whole, so more rows are shown.
    RaisedForReport,
    /// No period is named, so as many as possible are shown.
    RaisedForAllTime,
}
