//! Decompose: a contract → a request to the text index. Pure.

pub(super) mod phrases;
pub mod question_kind;

use cmec_decoder::contract::{Condition, Contract, Operand, RagParams, Value};
use cmec_decoder::language::{Operator, RetrievalMode};
use cmec_decoder::tables::Tables;

use crate::catalogue::{Profile, RetrievalCatalogue, TagSynonyms, owned};
use crate::lane::Request;
use crate::lane::part::Part;
use crate::lane::retrieval::decompose::phrases::{fold, positions};
use crate::lane::retrieval::plan::{KindReason, RagFilters, RagRequest, RetrievalPlan};
use crate::limitation::Limitation;
use crate::ports::text_index::{MetadataField, Predicate};
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;
use crate::taxonomy::LimitedReason;

/// The set of document types that come first in the widest mode.
const OVERVIEW: &str = "overview";

/// Plans a text search.
///
/// # Errors
/// The request cannot express a part of the contract; the error names the part.
pub fn decompose(
    request: &Request<'_, '_>,
    catalogue: &RetrievalCatalogue,
    policy: Vec<Predicate>,
) -> Result<RetrievalPlan, LimitedAnswer> {
    let Request {
        contract, limit, ..
    } = *request;
    let (narrowed, without_place) = narrowing(contract);
    match (&contract.rag_params, without_place.is_empty()) {
        (Some(rag), true) => {
            let mut plan = of_question(rag, catalogue, policy, limit)?;
            plan.narrowed = narrowed;
            Ok(plan)
        }
        _ => Err(no_request(without_place)),
    }
}

/// The plan of a question. `policy` limits the visible texts.
///
/// # Errors
/// The question has no text, or its kind has no profile.
pub fn of_question(
    rag: &RagParams<'_>,
    catalogue: &RetrievalCatalogue,
    policy: Vec<Predicate>,
    limit: Option<u32>,
) -> Result<RetrievalPlan, LimitedAnswer> {
    let Some(text) = rag.query_text.as_deref() else {
        return Err(no_request(Vec::new()));
    };
    let kind = question_kind::decide(rag.kind, text, catalogue);
    let mut profiles = catalogue.profiles.iter();
    let Some(profile) = profiles.find(|profile| profile.kind == kind.kind) else {
        let kind = kind.kind.name().to_owned();
        return Err(no_request(vec![Limitation::KindUnknownToTexts { kind }]));
    };
    let mut notes = Vec::new();
    let mode = rag.mode.unwrap_or(profile.mode);
    let found = match rag.tags_any.is_empty() {
        true => tags(text, catalogue, &mut notes),
        false => rag.tags_any.iter().map(ToString::to_string).collect(),
    };
    // In the widest mode the request has no guessed tags.
    let (tags_any, preferred_tags) = match mode {
        RetrievalMode::Architect if rag.tags_any.is_empty() => (Vec::new(), found),
        _ => (found, Vec::new()),
    };
    let is_kind_said = kind.why == KindReason::Said;
    let guessed = [
        (rag.tags_any.is_empty(), MetadataField::Tags),
        (
            rag.corpora.is_empty() && !is_kind_said,
            MetadataField::DocumentType,
        ),
    ];
    let guessed = guessed.into_iter().filter(|(own, _)| *own);
    let asked = limit.or(rag.top_k);
    let top_k = top_k(asked, mode, profile, catalogue, &mut notes);
    let request = RagRequest {
        query_text: text.to_owned(),
        mode,
        filters: RagFilters {
            type_in: types(rag, profile, catalogue),
            status_not_in: owned(&catalogue.always_excluded),
            tags_any,
            project: rag.project.as_deref().map(str::to_owned),
        },
        top_k,
    };
    // A question of no kind or of several is searched widely, but it is not an overview question.
    let is_overview =
        rag.mode.is_some() || matches!(kind.why, KindReason::Said | KindReason::Phrase);
    let first = match mode {
        RetrievalMode::Architect if is_overview => overview(catalogue),
        _ => Vec::new(),
    };
    Ok(RetrievalPlan {
        request,
        narrowed: Vec::new(),
        among: None,
        policy,
        not_left_out: not_left_out(catalogue),
        guessed: guessed.map(|(_, field)| field).collect(),
        preferred_tags,
        top_k_asked: asked.filter(|asked| *asked != top_k),
        project_names: project_names(text, catalogue),
        first,
        rerank: rag.rerank,
        kind,
        notes,
    })
}

/// The plan of a request in the form of RAG Query Specification v0.1. Statuses that are always excluded stay excluded.
#[must_use]
pub fn of_request(
    mut request: RagRequest,
    catalogue: &RetrievalCatalogue,
    policy: Vec<Predicate>,
) -> RetrievalPlan {
    let mut notes = Vec::new();
    let statuses = &mut request.filters.status_not_in;
    for status in catalogue.always_excluded.iter() {
        if !statuses.iter().any(|own| own == status) {
            notes.push(format!("status `{status}` is always left out"));
            statuses.push(status.to_string());
        }
    }
    let asked = request.top_k;
    request.top_k = kept_in_range(asked, request.mode, catalogue, &mut notes);
    RetrievalPlan {
        first: match request.mode {
            RetrievalMode::Architect => overview(catalogue),
            _ => Vec::new(),
        },
        rerank: None,
        kind: question_kind::decide(None, &request.query_text, catalogue),
        narrowed: Vec::new(),
        among: None,
        policy,
        not_left_out: not_left_out(catalogue),
        guessed: Vec::new(),
        preferred_tags: Vec::new(),
        top_k_asked: Some(asked).filter(|asked| *asked != request.top_k),
        project_names: project_names(&request.query_text, catalogue),
        request,
        notes,
    }
}

pub(super) fn not_left_out(catalogue: &RetrievalCatalogue) -> Predicate {
    Predicate::none_of(MetadataField::Status, catalogue.always_excluded.iter())
}

/// The row-level security policy of a codebook as predicates. Documents belong to the single type of a codebook. With
/// several types, or with a filter on a field outside of the front matter, nothing is visible.
///
/// # Errors
/// The lane cannot apply the policy.
pub fn policy(rows: &RowPolicy<'_>, tables: &Tables) -> Result<Vec<Predicate>, LimitedAnswer> {
    let mut filters = rows.filters().map(|(path, _)| path.to_owned()).peekable();
    if filters.peek().is_none() {
        return Ok(Vec::new());
    }
    let types: Vec<&str> = tables.types.iter().map(|own| own.name.as_ref()).collect();
    let [of_documents] = types.as_slice() else {
        return Err(without_place(filters.collect()));
    };
    let conditions = rows.conditions_of(of_documents);
    let exact = |condition| {
        let (field, values, none) = predicate(condition)?;
        let mut exact = Predicate::exactly_any_of(field, values);
        exact.none = none;
        Some(exact)
    };
    let predicates: Option<Vec<Predicate>> = conditions.map(exact).collect();
    predicates.ok_or_else(|| without_place(filters.collect()))
}

fn without_place(paths: Vec<String>) -> LimitedAnswer {
    let paths = paths.into_iter();
    let paths = paths.map(|path| Limitation::PolicyWithoutPlace { path });
    LimitedAnswer::new(
        LimitedReason::Unsupported,
        "row_policy_without_place",
        paths.collect(),
    )
}

pub(super) fn no_request(parts: Vec<Limitation>) -> LimitedAnswer {
    let category = LimitedReason::RecipeVisibilityGap;
    LimitedAnswer::new(category, "part_unknown_to_retrieval", parts)
}

/// The given types with sets expanded, in order; otherwise the types of the profile.
fn types(rag: &RagParams<'_>, profile: &Profile, catalogue: &RetrievalCatalogue) -> Vec<String> {
    if rag.corpora.is_empty() {
        return owned(&profile.type_in);
    }
    let mut types: Vec<String> = Vec::new();
    for name in &rag.corpora {
        let set = catalogue.corpora.iter().find(|corpus| corpus.name == *name);
        let members = set.map_or_else(|| vec![name.to_string()], |set| owned(&set.types));
        for member in members {
            if !types.contains(&member) {
                types.push(member);
            }
        }
    }
    types
}

/// The tags named in the question, in order of first occurrence. Where a question names both a thing and its project,
/// only the thing is a tag.
fn tags(text: &str, catalogue: &RetrievalCatalogue, notes: &mut Vec<String>) -> Vec<String> {
    let text = fold(text);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for rule in catalogue.tags.iter() {
        if let Some((at, name)) = names_in(&text, rule).min_by_key(|(at, _)| *at) {
            notes.push(format!("tag `{}`: the question names `{name}`", rule.tag));
            found.push((at, &rule.tag));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let is_project = |tag: &str| catalogue.projects.iter().any(|project| project == tag);
    if found.iter().any(|(_, tag)| !is_project(tag)) {
        found.retain(|(_, tag)| {
            let kept = !is_project(tag);
            if !kept {
                notes.push(format!(
                    "tag `{tag}` is left out: the question names a thing in it"
                ));
            }
            kept
        });
    }
    let mut tags: Vec<String> = found.iter().map(|(_, tag)| (*tag).to_owned()).collect();
    let is_found = |tag: &str| found.iter().any(|(_, own)| *own == tag);
    for rule in catalogue.broader.iter().filter(|rule| is_found(&rule.tag)) {
        for broader in rule.broader.iter() {
            if !tags.iter().any(|tag| tag == broader) {
                notes.push(format!("tag `{broader}`: `{}` is a part of it", rule.tag));
                tags.push(broader.to_string());
            }
        }
    }
    tags
}

fn project_names(text: &str, catalogue: &RetrievalCatalogue) -> Vec<String> {
    let text = fold(text);
    let rules = catalogue.tags.iter();
    let projects = rules.filter(|rule| catalogue.projects.contains(&rule.tag));
    let named = projects.flat_map(|rule| names_in(&text, rule));
    named.map(|(_, name)| name.to_owned()).collect()
}

/// The names of a tag that occur in a folded text, with their first positions.
fn names_in<'r>(text: &[char], rule: &'r TagSynonyms) -> impl Iterator<Item = (usize, &'r str)> {
    let names = std::iter::once(&rule.tag).chain(rule.synonyms.iter());
    names.filter_map(|name| {
        let (at, _) = positions(text, name).into_iter().min()?;
        Some((at, name.as_ref()))
    })
}

fn overview(catalogue: &RetrievalCatalogue) -> Vec<String> {
    let mut corpora = catalogue.corpora.iter();
    let overview = corpora.find(|corpus| corpus.name == OVERVIEW);
    overview.map_or_else(Vec::new, |overview| owned(&overview.types))
}

/// Conditions on front matter fields as predicates, and limitations for the unsupported ones.
fn narrowing(contract: &Contract<'_>) -> (Vec<Predicate>, Vec<Limitation>) {
    let (mut predicates, mut without_place) = (Vec::new(), Vec::new());
    for condition in &contract.constraints.filters {
        match predicate(condition) {
            Some((field, values, true)) => predicates.push(Predicate::none_of(field, values)),
            Some((field, values, false)) => predicates.push(Predicate::any_of(field, values)),
            None => without_place.push(match condition.as_filter() {
                Some(filter) => Limitation::FilterUnknownToTexts {
                    path: filter.field.to_string(),
                },
                None => Limitation::PartUnknownToTexts {
                    part: Part::Filters.text(),
                },
            }),
        }
    }
    (predicates, without_place)
}

/// The field of a condition, its values, and whether they are excluded; `None` where an index cannot compare them.
fn predicate(condition: &Condition<'_>) -> Option<(MetadataField, Vec<String>, bool)> {
    let filter = condition.as_filter()?;
    let (_, key) = filter.field.rsplit_once('.')?;
    let mut fields = MetadataField::ALL.into_iter();
    let field = fields.find(|field| field.name() == key)?;
    let values = match filter.operand.as_ref()? {
        Operand::Value(Value::List(values)) => {
            let texts = values.iter().map(Value::as_text);
            let texts = texts.map(|text| text.map(str::to_owned));
            texts.collect::<Option<Vec<String>>>()?
        }
        Operand::Value(value) => vec![value.as_text()?.to_owned()],
        _ => return None,
    };
    match (filter.operator, field) {
        (Operator::Eq | Operator::In, _)
        | (Operator::Contains, MetadataField::Tags | MetadataField::Contexts) => {
            Some((field, values, false))
        }
        // A comparison excludes missing values, but every document has a type.
        (Operator::Ne | Operator::NotIn, MetadataField::DocumentType) => {
            Some((field, values, true))
        }
        _ => None,
    }
}

/// The given number of texts or the profile's, clamped to the range of the mode.
fn top_k(
    said: Option<u32>,
    mode: RetrievalMode,
    profile: &Profile,
    catalogue: &RetrievalCatalogue,
    notes: &mut Vec<String>,
) -> u32 {
    let asked = said.unwrap_or_else(|| {
        notes.push(format!("top_k {}: that of the profile", profile.top_k));
        profile.top_k
    });
    kept_in_range(asked, mode, catalogue, notes)
}

/// A number of texts clamped to the range of a mode.
fn kept_in_range(
    asked: u32,
    mode: RetrievalMode,
    catalogue: &RetrievalCatalogue,
    notes: &mut Vec<String>,
) -> u32 {
    let range = (catalogue.modes.iter()).find(|range| range.mode == mode);
    let kept = range.map_or(asked, |range| {
        asked.clamp(range.top_k_min, range.top_k_max.max(range.top_k_min))
    });
    if kept != asked {
        let mode = mode.name();
        notes.push(format!(
            "top_k {asked} is kept in the range of the mode {mode}: {kept}"
        ));
    }
    kept
}
