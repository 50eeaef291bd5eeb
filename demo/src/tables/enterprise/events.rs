//! Events of the companies.

use rusqlite::Connection;

use super::enterprises::Enterprise;
use super::pairs::Pairs;
use super::words::sentence;
use super::{World, key};
use crate::calendar::{day, moment};
use crate::random::Random;
use crate::rows::Rows;
use crate::tables::missing_values::Gaps;

/// Number of events.
const COUNT: usize = 9_000;

/// Least number of events of a fixed company; the first is a financing.
const OF_THE_KNOWN: usize = 4;

/// Kinds for any company; a listed company also has one listing.
const KINDS: [(&str, u64); 4] = [
    ("financing", 45),
    ("tender", 25),
    ("award", 17),
    ("penalty", 13),
];

/// The kind of an event, and its company.
type Event = (&'static str, usize);

/// Writes the events; returns the pairs of company and event.
pub(super) fn fill(connection: &Connection, world: &World) -> Result<Pairs, rusqlite::Error> {
    let mut random = Random::new(world.seed, "events");
    let mut gaps = Gaps::new(world.seed, "events");
    let mut participants = Pairs::new();
    let table = "events (id, title, kind, happened_at, amount, round, summary)";
    let mut rows = Rows::of(connection, table)?;
    for (place, (kind, actor)) in events(&mut random, world).into_iter().enumerate() {
        let Some(company) = world.enterprises.get(actor) else {
            continue;
        };
        let of = |percent| if company.is_known { 0 } else { percent };
        let from = company.founded.max(day(2015, 1, 1));
        let on = random.between(from, day(2026, 6, 30).max(from));
        let at = moment(on, random.between(8 * 3_600, 19 * 3_600));
        // In fen.
        let amount = match kind {
            "financing" | "tender" => Some(random.scaled(9, 11)),
            "listing" => Some(random.scaled(11, 12)),
            "penalty" => Some(random.scaled(6, 9)),
            _ => None,
        };
        let what = random.word(world.words.of(company.tongue, topic(kind)));
        let values = [("name", company.name.short.as_str()), ("what", what)];
        let title = sentence(company.tongue, kind, values);
        rows.add((
            key(place),
            &title,
            kind,
            gaps.keep(of(2), at.to_string()),
            gaps.keep(of(7), amount.map(|amount| amount as f64 / 100.0)),
            gaps.keep(of(4), (kind == "financing").then_some(what)),
            gaps.keep(of(6), summary(company, &title)),
        ))?;
        participants.insert((actor, place));
        // An investor, a partner, or an opponent in court.
        if random.chance(22) {
            let other = random.early(world.enterprises.len());
            participants.insert((other, place));
        }
    }
    Ok(participants)
}

fn events(random: &mut Random, world: &World) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for company in 0..world.known_companies() {
        events.push(("financing", company));
        for _ in 1..OF_THE_KNOWN {
            events.push((kind(random), company));
        }
    }
    let companies = world.enterprises.iter().enumerate();
    let listed = companies.filter(|(_, company)| company.listed);
    events.extend(listed.map(|(place, _)| ("listing", place)));
    while events.len() < COUNT {
        events.push((kind(random), random.early(world.enterprises.len())));
    }
    events
}

fn kind(random: &mut Random) -> &'static str {
    random.weighted(&KINDS).unwrap_or("award")
}

/// The word list for the topic of a kind.
fn topic(kind: &str) -> &'static str {
    match kind {
        "financing" => "rounds",
        "listing" => "exchanges",
        "penalty" => "faults",
        "tender" => "projects",
        _ => "prizes",
    }
}

fn summary(company: &Enterprise, title: &str) -> String {
    let (name, city) = (&*company.name.full, company.city);
    let values = [("title", title), ("name", name), ("city", city)];
    sentence(company.tongue, "summary", values)
}
