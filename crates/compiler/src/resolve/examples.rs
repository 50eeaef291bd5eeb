//! Examples → the catalogue's form. The decoder reads the SQL of each over the tables.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;
use cmec_decoder::{Decoder, Notation, Options, Spelling, Verdict};
use cmec_executor::catalogue::{Example, LaneRule, List, LocalisedText};

use super::owned;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::source::examples::{self, Examples, Intents};

/// The examples of a codebook; reports invalid ones.
pub(super) fn examples(
    source: &Examples,
    tables: &Tables,
    lanes: &[LaneRule],
    findings: &mut Vec<Finding>,
) -> List<Example> {
    let mut reader = ExampleReader {
        tables,
        decoder: sql_decoder(tables),
        lanes,
        shown: BTreeSet::new(),
        asked: BTreeMap::new(),
        findings,
    };
    let read: Vec<Example> = (source.examples.iter())
        .map(|example| reader.example(example))
        .collect();
    let missing = lanes.iter().map(|rule| rule.scenario);
    let missing: BTreeSet<Scenario> = missing
        .filter(|scenario| !reader.shown.contains(scenario))
        .collect();
    for scenario in missing {
        let message = format!("no example shows `{}`", scenario.name());
        tell(reader.findings, Rule::ExampleMissing, source.place, message)
            .help("add a question that people ask, and the SQL that says it");
    }
    read.into()
}

/// A decoder of SQL alone.
pub(crate) fn sql_decoder(tables: &Tables) -> Decoder<'_> {
    let options = Options {
        spelling: Spelling::Only(Notation::Sql),
        ..Options::default()
    };
    Decoder::new(tables).with_options(options)
}

struct ExampleReader<'r> {
    tables: &'r Tables,
    decoder: Decoder<'r>,
    lanes: &'r [LaneRule],
    /// The scenarios of earlier examples.
    shown: BTreeSet<Scenario>,
    /// The questions of earlier examples by language.
    asked: BTreeMap<(String, String), Place>,
    findings: &'r mut Vec<Finding>,
}

impl ExampleReader<'_> {
    fn example(&mut self, example: &examples::Example) -> Example {
        let has = |language: &str| {
            let mut questions = example.questions.iter();
            questions.any(|(said, _)| said.text() == language)
        };
        let languages = self.tables.languages.iter();
        for language in languages.filter(|language| !has(language)) {
            let message = format!("the example is not asked in `{language}`");
            tell(self.findings, Rule::ExampleLanguage, example.place, message)
                .help("ask it in every language of the codebook");
        }
        if let Intents::Several(texts) = &example.intents {
            let is_said = |language: &Spanned<String>| {
                texts.iter().any(|(own, _)| own.value == language.value)
            };
            for (language, _) in example.questions.iter().filter(|(own, _)| !is_said(own)) {
                let message = format!("the example has no SQL in `{language}`");
                let place = language.place;
                tell(self.findings, Rule::ExampleLanguage, place, message)
                    .help("say it in every language in which it is asked");
            }
        }
        for (language, question) in &example.questions {
            let asked = question.text().trim().to_lowercase();
            let key = (language.value.clone(), asked);
            match self.asked.get(&key) {
                Some(before) => {
                    let message = format!("the question `{question}` stands twice");
                    tell(self.findings, Rule::ExampleTwice, question.place, message)
                        .also(*before, "the first");
                }
                None => {
                    self.asked.insert(key, question.place);
                }
            }
        }
        let intents = match &example.intents {
            Intents::One(sql) => vec![self.statement("", sql)],
            Intents::Several(texts) => (texts.iter())
                .map(|(language, sql)| self.statement(language.text(), sql))
                .collect(),
        };
        let questions = example.questions.iter();
        let questions = questions.map(|(language, text)| LocalisedText {
            language: owned(language),
            text: owned(text),
        });
        Example {
            questions: questions.collect(),
            intents: intents.into(),
        }
    }

    /// The SQL of an example, checked by the decoder.
    fn statement(&mut self, language: &str, sql: &Spanned<String>) -> LocalisedText {
        let decoded = self.decoder.decode(sql.text(), "");
        let why = match &decoded.verdict {
            Verdict::Contract(contract) => {
                let scenario = contract.intent.scenario;
                self.shown.insert(scenario);
                let served = self.lanes.iter().any(|rule| rule.scenario == scenario);
                (!served).then(|| format!("no lane serves `{}`", scenario.name()))
            }
            Verdict::Clarify(clarify)
                if clarify.reasons.iter().all(|one| one.code == MODEL_ASKED) =>
            {
                None
            }
            Verdict::Clarify(_) | Verdict::Reject(_) => {
                let mut findings = decoded.account.findings.iter();
                let first = findings.next();
                Some(first.map_or(String::new(), |first| {
                    format!("{} ({})", first.message, first.rule.id)
                }))
            }
        };
        if let Some(why) = why {
            let message = format!("the SQL of an example is no intent: {why}");
            tell(self.findings, Rule::ExampleBroken, sql.place, message)
                .help("try it with `cmec decode --notation sql`");
        }
        LocalisedText {
            language: language.to_owned().into(),
            text: owned(sql),
        }
    }
}
