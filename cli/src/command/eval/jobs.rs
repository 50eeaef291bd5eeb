//! Strategies × languages × questions → jobs.

use std::collections::BTreeSet;

use super::questions::Question;
use super::run::{Answers, Job};
use crate::domain::Domain;
use crate::domain::prompt::{self, Prompt};
use crate::domain::strategy::AskVariant;
use crate::terminal::exit::CliError;

/// A number of questions, spread evenly.
pub(super) fn spread(questions: &[Question], most: usize) -> Vec<&Question> {
    let all = questions.len();
    let kept = all.min(most);
    let places = (0..kept).map(|place| place * all / kept.max(1));
    places.filter_map(|place| questions.get(place)).collect()
}

/// The jobs, and counts of skipped questions.
pub(super) struct Jobs<'r> {
    pub(super) jobs: Vec<Job<'r>>,
    /// Questions that appear on a card.
    pub(super) on_card: usize,
    /// First answers in a replay that belong to a question.
    pub(super) answered: usize,
    /// Questions without an answer in a replay, in strategies and languages that have answers.
    pub(super) unanswered: usize,
}

/// The jobs by strategy; in a replay, only those with an answer.
pub(super) fn jobs<'r>(
    prompts: &'r [(&'r AskVariant, &'static str, Prompt)],
    questions: &[&'r Question],
    replayed: Option<&Answers>,
    domain: &Domain,
) -> Result<Jobs<'r>, CliError> {
    let mut jobs = Vec::new();
    let (mut answered, mut unanswered) = (0, 0);
    let mut on_card = BTreeSet::new();
    for (way, language, prompt) in prompts {
        let mut left = 0;
        let before = answered;
        for question in questions {
            let Some(text) = question.texts.get(language) else {
                continue;
            };
            let turns = prompt::turns(domain, way, language, text)?;
            let on_turn = turns.iter().any(|(asked, _)| asked.trim() == text.trim());
            let job = Job {
                way,
                language,
                question,
                text,
                prompt,
                turns,
            };
            if replayed.is_some_and(|answers| !answers.contains_key(&job.key(0))) {
                left += 1;
                continue;
            }
            answered += 1;
            if on_turn || stands_on(&prompt.system, text) {
                on_card.insert(question.id.as_str());
                continue;
            }
            jobs.push(job);
        }
        unanswered += if answered > before { left } else { 0 };
    }
    Ok(Jobs {
        jobs,
        on_card: on_card.len(),
        answered,
        unanswered,
    })
}

/// True where a card shows a question: a line starts with it (possibly after a list mark or a quote), then an arrow.
fn stands_on(card: &str, question: &str) -> bool {
    let question = question.trim();
    card.lines().any(|line| {
        let line = line.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let question = question.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let rest = line.strip_prefix(question);
        let ends = |rest: &str| {
            let behind =
                rest.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '→');
            behind.starts_with('→')
        };
        !question.is_empty() && rest.is_some_and(ends)
    })
}

#[cfg(test)]
mod tests {
    use super::stands_on;

    #[test]
    fn a_question_is_found_where_a_line_of_the_card_begins_with_it() {
        for (card, found) in [
            ("type payable (应付款)\n", false),
            ("a\n应付款 payable\n", false),
            ("a\n应付款 → payable\n", true),
            ("a\n- \"应付款\" → payable\n", true),
            ("应付款项 payable", false),
            ("", false),
        ] {
            assert_eq!(stands_on(card, "应付款"), found, "{card}");
        }
        assert!(!stands_on("a\nb", "?"));
    }
}
