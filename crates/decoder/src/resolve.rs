//! `Draft` → `Contract`: codes become names, values become typed, parts are held against the scenario table, and what was
//! not said is filled in or derived, with a line in the ledger.
//!
//! The rules know the codebook and no notation. Everything wrong is collected; a part with a finding is left out of the
//! contract, which is then never shown. A rule gives the words of a finding as closures, which are called only where
//! somebody reads them.

pub(crate) mod absent;
pub(crate) mod aggregation;
pub(crate) mod clash_reports;
pub(crate) mod clashes;
pub(crate) mod codes;
pub(crate) mod columns;
pub(crate) mod compared_fields;
pub(crate) mod conditions;
pub(crate) mod conflicts;
pub(crate) mod constraints;
pub(crate) mod defined_metrics;
pub(crate) mod derived;
pub(crate) mod derived_metrics;
pub(crate) mod exclusion;
pub(crate) mod filters;
pub(crate) mod given_groups;
pub(crate) mod graph;
pub(crate) mod graph_path;
pub(crate) mod grounding;
pub(crate) mod groups;
pub(crate) mod intent_types;
pub(crate) mod known_places;
pub(crate) mod loose_hops;
pub(crate) mod metric_names;
pub(crate) mod named_places;
pub(crate) mod places_read;
pub(crate) mod relation_walk;
pub(crate) mod report;
pub(crate) mod resolved_graph;
pub(crate) mod retrieval;
pub(crate) mod row_filters;
pub(crate) mod scenario;
pub(crate) mod sets;
pub(crate) mod value;

use std::cell::RefCell;

use crate::contract::{Constraints, Contract, Defaultable, Defaults, Intent, Pagination, Str};
use crate::draft::{Draft, Misread, Words};
use crate::finding::topic::{Elements, Listed, Name};
use crate::finding::{Candidate, Finding, in_sql};
use crate::language::{Output, Scenario};
use crate::ledger::{Ledger, LedgerKind, LedgerValue};
use crate::resolve::constraints::PageOf;
use crate::resolve::given_groups::GivenGroup;
use crate::resolve::grounding::whole;
use crate::resolve::groups::types_of_whole;
use crate::resolve::intent_types::{IntentTypes, Types};
use crate::resolve::known_places::PlacesRead;
use crate::tables::Column;
pub(crate) use crate::tables::Tables;
use crate::version::ContractVersion;

/// What became of a draft.
pub(crate) struct Resolution<'a> {
    /// The contract, to be used only when there are no findings; `None` when the scenario is unknown or `clarify`.
    pub(crate) contract: Option<Contract<'a>>,
    pub(crate) scenario: Option<Scenario>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) defaults: Defaults,
    /// The oldest version but v0.1 that has a place for all that is said.
    pub(crate) uses: ContractVersion,
}

/// Resolves a draft against the tables.
pub(crate) fn resolve<'a>(
    draft: &Draft<'a>,
    tables: &'a Tables,
    version: ContractVersion,
) -> Resolution<'a> {
    let mut resolver = Resolver::new(tables, version, draft.words);
    resolver.misread = draft.misread;
    let scenario = resolver.scenario(draft);
    let output = resolver.output(draft);
    let contract = match scenario {
        Some(scenario) => resolver.contract(draft, scenario, output),
        None => {
            // The rest is still read, so that one unknown code does not hide the next.
            resolver.contract_of(draft, Scenario::InstanceSearch, Output::Instances);
            None
        }
    };
    Resolution {
        contract,
        scenario,
        findings: resolver.findings,
        ledger: resolver.ledger,
        defaults: resolver.defaults,
        uses: resolver.uses,
    }
}

pub(crate) struct Resolver<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) version: ContractVersion,
    pub(crate) uses: ContractVersion,
    pub(crate) words: Words,
    pub(crate) findings: Vec<Finding>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) defaults: Defaults,
    pub(crate) about: IntentTypes<'a>,
    /// The types at the ends of the relations.
    pub(crate) walked: Types<'a>,
    /// Where the columns are read.
    pub(crate) read: PlacesRead<'a>,
    /// The groups before that are matched by themselves.
    pub(crate) given: Vec<GivenGroup<'a>>,
    /// Whether a group is resolved that is matched by itself, which has all rows where no page is said.
    pub(crate) in_group: bool,
    /// How many groups stand in one another in what is being resolved.
    pub(crate) deepest: u32,
    /// What is near the words that name no field, as far as it was told.
    pub(crate) near_fields: RefCell<Vec<(Str<'a>, Vec<Candidate>)>>,
    /// Parts that stand in the text and could not be read.
    pub(crate) misread: Misread,
    /// Whether a list is longer than its cap. What is held against each other pair by pair waits until none is: the
    /// pairs of a list without a bound would cost out of all proportion.
    pub(crate) overlong: bool,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(tables: &'a Tables, version: ContractVersion, words: Words) -> Self {
        Self {
            tables,
            version,
            uses: ContractVersion::V02Lite,
            words,
            findings: Vec::new(),
            ledger: Ledger::default(),
            defaults: Defaults::default(),
            about: IntentTypes::default(),
            walked: Types::default(),
            read: PlacesRead::default(),
            given: Vec::new(),
            in_group: false,
            deepest: 0,
            near_fields: RefCell::default(),
            misread: Misread::default(),
            overlong: false,
        }
    }

    /// What cMEC calls by a code and MEC by a name, as the text says it.
    fn say<'s>(&self, code: &'s str, name: &'s str) -> &'s str {
        match self.words {
            Words::Codes => code,
            Words::Names => name,
            Words::Sql => name,
        }
    }

    /// A member of one of the contract's own lists, as the text says it.
    fn word_of<T: Listed>(&self, member: T) -> &'static str {
        let said = match self.words {
            Words::Sql => in_sql::of_member(T::LIST, member.name()),
            Words::Codes | Words::Names => None,
        };
        said.unwrap_or_else(|| self.say(member.code(), member.name()))
    }

    /// A sentence as it is true of the text: of one with codes, of one with names, of SQL.
    const fn tell(
        &self,
        code: &'static str,
        name: &'static str,
        sql: &'static str,
    ) -> &'static str {
        match self.words {
            Words::Codes => code,
            Words::Names => name,
            Words::Sql => sql,
        }
    }

    fn cap(&self) -> usize {
        self.tables.limits.candidates_cap as usize
    }

    fn contract(
        &mut self,
        draft: &Draft<'a>,
        scenario: Scenario,
        said: Option<Output>,
    ) -> Option<Contract<'a>> {
        let row = self.tables.scenario(scenario)?;
        self.check_parts(draft, row);
        self.check_version(draft, row);
        if scenario == Scenario::Clarify {
            if let Some(question) = &draft.question {
                self.not_empty(&question.value.text, Name::Question);
                for option in &question.value.options {
                    self.not_empty(option, Name::Question);
                }
                self.list_cap(&question.value.options, Elements::Options);
            }
            if let Some(output) = &draft.output {
                let (kind, none) = (LedgerKind::LeftOut, LedgerValue::Null);
                let (path, why) = ("/intent/output_type", "a question has no output");
                (self.ledger).note(kind, path, none, why, Some(output.span));
            }
            return None;
        }
        if scenario == Scenario::AttributesFetch && draft.attributes.is_empty() {
            self.ledger.default_attributes();
        }
        let output = said.or(row.default_output())?;
        self.check_output(draft, output, row);
        if draft.output.is_none() {
            self.defaults.add(Defaultable::Output);
            self.ledger.default_output(output);
        }
        let mut contract = self.contract_of(draft, scenario, output);
        self.check_clashes(draft, &contract);
        self.add_row_filters(&mut contract);
        self.check_defined_metrics(draft, &contract);
        Some(contract)
    }

    fn contract_of(
        &mut self,
        draft: &Draft<'a>,
        scenario: Scenario,
        output: Output,
    ) -> Contract<'a> {
        let intent = Intent {
            scenario,
            output_type: output,
        };
        let mut grounding = self.grounding(draft, scenario);
        self.read.relations = whole(&draft.relations);
        self.read.lost = grounding.relations.len() < draft.relations.len();
        self.learn_places(&intent, &grounding, types_of_whole(draft));
        let typed = !draft.targets.is_empty() || !grounding.target_types.is_empty();
        let groups = self.groups(draft, typed || !draft.entities.is_empty());
        let aggregation = draft
            .aggregation
            .as_ref()
            .map(|said| self.aggregation(said));
        grounding.target_attributes = match (&aggregation, scenario) {
            (Some(numbers), Scenario::Aggregation) => self.columns(&draft.attributes, numbers),
            _ => self.attributes(&draft.attributes),
        };
        let set_ops = draft.set.as_ref().and_then(|said| self.sets(said, &groups));
        let matches = intent.has_matches();
        let targets = grounding.target_types.as_slice();
        let per = self.per(draft.page.as_ref(), |_, column| match column {
            _ if matches => true,
            Column::Field(field) => targets.is_empty() || targets.contains(&field.type_name),
            Column::Type(_) => false,
        });
        let constraints = Constraints {
            filters: self.conditions(&draft.filters, None),
            sort: self.sort(&draft.sort),
            pagination: Pagination {
                per,
                ..self.page(
                    draft.page.as_ref(),
                    draft.default_limit,
                    PageOf::Answer,
                    scenario,
                )
            },
            aggregation: aggregation.map(Box::new),
            groups,
            set_ops: set_ops.map(Box::new),
        };
        // A filter that could not be read may be the one that a name is of.
        if let Some(said) = &draft.aggregation
            && constraints.filters.len() == draft.filters.len()
        {
            self.check_metric_names(&said.value, &constraints);
        }
        self.unread_places(draft);
        let relations = draft.relations.len();
        let graph_params = self.graph(draft.graph.as_ref(), relations, scenario, &grounding);
        let rag_params = draft.retrieval.as_ref().map(|said| self.retrieval(said));
        Contract {
            intent,
            grounding,
            constraints,
            graph_params,
            rag_params,
        }
    }
}
