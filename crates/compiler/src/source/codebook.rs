//! `codebook.yaml` as written.

use std::collections::{HashMap, HashSet};

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::ContractVersion;
use cmec_executor::catalogue::Lane;

use super::bindings::Bindings;
use super::bounds::{LANGUAGES, METRICS};
use super::description::Description;
use super::elements::{
    FieldSource, Labels, MetricSource, RelationSource, Scope, TypeSource, VERSION, version,
};
use super::form::Form;
use super::key::{Holds, Keys, keys};
use super::limits::{self, LIMITS, LimitsSource};
use super::node::{Node, NodeKind};
use super::node_reader::{NamedText, NodeReader};
use super::policy::{self, CLASSES, PolicySource};
use super::rows::ROWS;
use crate::finding::{Place, Remarks, Rule, Spanned, tell};
use crate::words::{self, PROFILES};

keys! {
    /// Keys of the file.
    CODEBOOK {
        /// Name of the domain: lower-case letters, digits and `_`, a letter first.
        InBase "name": Holds::Pattern("^[a-z][a-z0-9_]*$"),
        /// Version of the file: one to three numbers with dots between, such as `1.0.0`. The author raises it.
        InBase "version": VERSION,
        /// Newest version of the contract that hosts of this domain execute. Default: v0.2-lite.
        "contract_version": Holds::Words(words::all::<ContractVersion>),
        /// Languages of labels and questions, such as `zh`, `ru`, `en`. The first is the default.
        InBase "languages": Holds::NonEmpty(&Holds::Text),
        /// Scenarios that are open, by the lane that runs them. Any other scenario decodes to a question (DEC037), and no
        /// schema, tool or card offers it.
        InBase "lanes": Holds::Keyed(Keys(&[LANES])),
        /// Types of things, by name.
        InBase "types": TypeSource::MAP,
        /// Fields, by code: `F` and digits. A code is given once and never reused.
        InBase "fields": FieldSource::MAP,
        /// Directed relations between types, by code: `R` and digits.
        "relations": RelationSource::MAP,
        /// Numbers that the domain defines, by code: `M` and digits. Each may use those before it.
        "metrics": MetricSource::MAP,
        /// Codes, names and values that were given once and are gone. They are never given again.
        "reserved": Holds::List(&Holds::Text),
        /// Bounds of what is read and asked for. What a domain leaves out is the core's.
        "limits": Holds::Keyed(Keys(&[LIMITS])),
        /// What a finding of each class leads to: `reject`, `clarify`, or rules for some fields. What a domain leaves out is
        /// the core's.
        "policy": Holds::Keyed(Keys(&[CLASSES, ROWS])),
        /// Providers and clients whose limits the emitted schemas and tools are held to. Default: all providers but
        /// `anthropic`, and no client.
        "profiles": Holds::List(&Holds::Words(|| words::names(PROFILES))),
        /// Ids of warnings (CB…) and of change rules (CD…) that are not told, each with the reason. Errors cannot be
        /// ignored.
        "ignored": Holds::Map(&Holds::Text),
        /// What is laid over `bindings.yaml`, with its keys. A column may be said without its name.
        OverlayOnly "bindings": Holds::Keyed(Bindings::KEYS),
    }

    /// Keys of `lanes`.
    LANES {
        /// Scenarios that the recipes of `recipes.yaml` answer from a 1C server.
        "address": SCENARIOS,
        /// Scenarios that are answered from the tables of `bindings.yaml`.
        "structured": SCENARIOS,
        /// Scenarios that are answered from texts, as `retrieval.yaml` says.
        "retrieval": SCENARIOS,
    }
}

const SCENARIOS: Holds = Holds::List(&Holds::Explained(|| {
    let scenarios = Scenario::ALL.iter();
    scenarios.map(|one| (one.name(), one.about())).collect()
}));

#[derive(Debug)]
pub(crate) struct Codebook {
    /// Start of the file.
    pub(crate) start: Place,
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) version: Option<Spanned<String>>,
    /// The newest contract version that its hosts execute, if given.
    pub(crate) contract_version: Option<Spanned<ContractVersion>>,
    pub(crate) languages: Vec<Spanned<String>>,
    pub(crate) lanes: Vec<(Spanned<Lane>, Vec<Spanned<Scenario>>)>,
    pub(crate) types: Vec<TypeSource>,
    pub(crate) fields: Vec<FieldSource>,
    pub(crate) relations: Vec<RelationSource>,
    pub(crate) metrics: Vec<MetricSource>,
    pub(crate) reserved: Vec<Spanned<String>>,
    /// All names of types and codes in the file, readable or not.
    pub(crate) said: HashSet<String>,
    /// Unreadable or misspelt elements: that they are missing follows from findings already reported.
    pub(crate) lost: LostElements,
    /// The place of `reserved`, or the start of the file.
    pub(crate) reserved_at: Place,
    pub(crate) limits: LimitsSource,
    pub(crate) policy: PolicySource,
    /// Provider profiles to check, if given.
    pub(crate) profiles: Option<Vec<Spanned<&'static str>>>,
    /// Ids of suppressed warnings and changes, each with a reason.
    pub(crate) ignored: Vec<NamedText>,
}

/// Elements that are missing for a reported reason: unreadable, or under another name in the lock.
#[derive(Debug, Default)]
pub(crate) struct LostElements {
    pub(crate) types: HashSet<String>,
    /// Paths of fields.
    pub(crate) paths: HashSet<String>,
    pub(crate) relations: HashSet<String>,
    /// Misspelt types: the current name, and the name in the lock.
    pub(crate) misspelt_types: HashMap<String, String>,
    /// Paths and names whose code has another name in the lock.
    pub(crate) renamed: HashSet<String>,
}

impl LostElements {
    /// True where a type is missing only because it, or a part of it, cannot be read.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.types.contains(name)
    }

    pub(crate) fn has_field(&self, ty: &str, name: &str) -> bool {
        let may_be = |path: &str| self.paths.contains(path);
        self.has_type(ty) || may_be(&format!("{ty}.{name}")) || may_be("")
    }

    pub(crate) fn has_path(&self, path: &str) -> bool {
        let (ty, name) = path.split_once('.').unwrap_or((path, ""));
        self.has_field(ty, name)
    }
}

/// The names of a section's elements that could not be read; empty texts for unreadable names. `known_by`: the key with
/// the name, if it is not the element's own key.
fn unread(node: Option<&Node>, read: &HashSet<&str>, known_by: Option<&str>) -> HashSet<String> {
    (node.into_iter().flat_map(Node::entries))
        .filter(|(name, _)| !read.contains(name.text()))
        .map(|(name, body)| match known_by {
            None => name.value.clone(),
            Some(key) => {
                let value = body.get(key).and_then(Node::text);
                value.unwrap_or_default().to_owned()
            }
        })
        .collect()
}

/// Namespace, code and alias.
type SaidAlias<'c> = (Scope<'c>, &'c Spanned<String>, &'c Spanned<String>);

impl Codebook {
    pub(crate) fn type_named(&self, name: &str) -> Option<&TypeSource> {
        self.types.iter().find(|ty| ty.name.value == name)
    }

    pub(crate) fn field_at(&self, path: &str) -> Option<&FieldSource> {
        self.fields.iter().find(|field| field.path.value == path)
    }

    pub(crate) fn type_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.types.iter().map(|ty| ty.name.text())
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &Spanned<String>> + Clone {
        self.fields.iter().map(|field| &field.path)
    }

    pub(crate) fn relation_names(&self) -> impl Iterator<Item = &Spanned<String>> + Clone {
        self.relations.iter().map(|relation| &relation.name)
    }

    pub(crate) fn metric_names(&self) -> impl Iterator<Item = &Spanned<String>> + Clone {
        self.metrics.iter().map(|metric| &metric.name)
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = &Spanned<String>> + Clone {
        let fields = self.fields.iter().map(|field| &field.code);
        let relations = self.relations.iter().map(|relation| &relation.code);
        let metrics = self.metrics.iter().map(|metric| &metric.code);
        fields.chain(relations).chain(metrics)
    }

    /// Code, and path or name, of each field, relation and metric.
    pub(crate) fn coded_names(&self) -> impl Iterator<Item = (&Spanned<String>, &Spanned<String>)> {
        let fields = self.fields.iter().map(|field| (&field.code, &field.path));
        let relations = self.relations.iter().map(|one| (&one.code, &one.name));
        let metrics = self.metrics.iter().map(|one| (&one.code, &one.name));
        fields.chain(relations).chain(metrics)
    }

    /// Code, labels and description of each element; the code of a type is its name.
    pub(crate) fn described(
        &self,
    ) -> impl Iterator<Item = (&Spanned<String>, &Labels, &Description)> {
        let types = (self.types.iter()).map(|one| (&one.name, &one.labels, &one.description));
        let fields = (self.fields.iter()).map(|one| (&one.code, &one.labels, &one.description));
        let relations =
            (self.relations.iter()).map(|one| (&one.code, &one.labels, &one.description));
        let metrics = (self.metrics.iter()).map(|one| (&one.code, &one.labels, &one.description));
        types.chain(fields).chain(relations).chain(metrics)
    }

    pub(crate) fn aliases(&self) -> impl Iterator<Item = SaidAlias<'_>> + Clone {
        let fields = (self.fields.iter())
            .filter_map(|field| Some((field.scope(), &field.code, field.alias.as_ref()?)));
        let relations = (self.relations.iter())
            .filter_map(|one| Some((one.scope(), &one.code, one.alias.as_ref()?)));
        fields.chain(relations)
    }

    /// Namespace, code and name of each element.
    pub(crate) fn own_names(&self) -> impl Iterator<Item = (Scope<'_>, &Spanned<String>, &str)> {
        let fields = (self.fields.iter()).map(|field| (field.scope(), &field.code, field.name()));
        let relations =
            (self.relations.iter()).map(|one| (one.scope(), &one.code, one.name.text()));
        fields.chain(relations)
    }
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Codebook {
    let map = r.keyed(node, "the codebook", Keys(&[CODEBOOK]));
    let scenarios = words::of();
    let name = r.text_at(&map, "name");
    let version = map
        .get("version")
        .and_then(|node| version(node, map.called("version"), r));
    let contract_version = (map.get("contract_version"))
        .and_then(|node| r.word(node, "the version of a contract", &words::of()));
    let languages_node = map.get("languages");
    let mut languages = r.texts(languages_node, "`languages`");
    if let Some(more) = languages.get(LANGUAGES) {
        let message = format!("more than {LANGUAGES} languages");
        tell(r.findings, Rule::TooLarge, more.place, message);
        languages.truncate(LANGUAGES);
    }
    if let Some(node) = languages_node
        && matches!(&node.kind, NodeKind::List(items) if items.is_empty())
    {
        let message = "`languages` names no language";
        let help = "the first one is the default of questions";
        tell(r.findings, Rule::WrongShape, node.place, message).help(help);
    }
    let lanes_node = map.get("lanes");
    let lanes = r
        .named(lanes_node, "`lanes`")
        .iter()
        .filter_map(|(lane, list)| {
            let scenarios = r.words(
                Some(list),
                (&format!("`{lane}` of `lanes`"), "a scenario"),
                &scenarios,
            );
            Some((r.word_of(lane, "a lane", &words::of())?, scenarios))
        })
        .collect();
    let types = map.get("types");
    let fields = map.get("fields");
    let relations = map.get("relations");
    let metrics = map.get("metrics");
    let keys = [types, fields, relations, metrics].into_iter().flatten();
    let said = keys.flat_map(Node::entries);
    let said = said.map(|(code, _)| code.value.clone()).collect();
    let mut metrics_read: Vec<MetricSource> = Form::all(metrics, "`metrics`", r);
    if let Some(more) = metrics_read.get(METRICS) {
        let message = format!("more than {METRICS} metrics");
        tell(r.findings, Rule::TooLarge, more.code.place, message);
        metrics_read.truncate(METRICS);
    }
    let types_read: Vec<TypeSource> = Form::all(types, "`types`", r);
    let fields_read: Vec<FieldSource> = Form::all(fields, "`fields`", r);
    let relations_read: Vec<RelationSource> = Form::all(relations, "`relations`", r);
    let names = types_read.iter().map(|ty| ty.name.text()).collect();
    let codes = fields_read.iter().map(|field| field.code.text()).collect();
    let relation_codes = relations_read.iter().map(|one| one.code.text()).collect();
    let lost = LostElements {
        types: unread(types, &names, None),
        paths: unread(fields, &codes, Some("path")),
        relations: unread(relations, &relation_codes, Some("name")),
        misspelt_types: HashMap::new(),
        renamed: HashSet::new(),
    };
    let start = node.place.start_only();
    let mut keys = node.entries().iter().map(|(key, _)| key);
    let reserved = keys.find(|key| key.value == "reserved");
    let reserved_at = reserved.map_or(start, |key| key.place);
    Codebook {
        start,
        name,
        version,
        contract_version,
        languages,
        lanes,
        types: types_read,
        fields: fields_read,
        relations: relations_read,
        metrics: metrics_read,
        lost,
        reserved: r.texts(map.get("reserved"), "`reserved`"),
        said,
        reserved_at,
        limits: limits::read(map.get("limits"), r),
        policy: policy::read(map.get("policy"), Keys(&[CLASSES, ROWS]), r),
        profiles: map
            .get("profiles")
            .map(|node| r.words(Some(node), ("`profiles`", "a profile"), PROFILES)),
        ignored: r.named_texts(map.get("ignored"), "`ignored`", |id| {
            format!("the reason for ignoring `{id}`")
        }),
    }
}
