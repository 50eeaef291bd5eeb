//! Relations of random intents: stars and chains that can be walked.

use cmec_decoder::language::{Direction, Scenario};
use cmec_decoder::places::{Places, ValuePlace};
use cmec_decoder::tables::RelationDef;
use cmec_decoder::{ContractVersion, Decoder, Options, Verdict};

use super::{Maker, list, quote};

impl<'t> Maker<'t, '_, '_> {
    pub(super) fn relations(&mut self, typed: &[bool], targets: bool, scenario: Scenario) -> usize {
        let two_ended = matches!(scenario, Scenario::RelationExistence | Scenario::PathQuery);
        self.loose = scenario.is_matched();
        let of_target = scenario.is_matched() && targets && !two_ended;
        let mut hops = Vec::new();
        if !typed.is_empty() && targets && self.dice.one_in(3) {
            hops = self.star(typed);
            // Every entity is tied, or the walk is another one.
            let tied = |entity: usize| {
                let end = format!("\"to\":{entity}}}");
                hops.iter().any(|hop| hop.ends_with(&end))
            };
            if !(0..typed.len()).all(tied) {
                hops.clear();
                self.types.truncate(1);
                self.either = false;
            }
        }
        if hops.is_empty() {
            hops = self.chain(typed, targets, two_ended);
        }
        if of_target && self.dice.one_in(4) {
            hops.extend(self.denied());
        }
        // Which of a group's name and a filter at a place is next, engines cannot tell.
        if of_target && scenario != Scenario::SetOps && self.dice.one_in(3) {
            hops.extend(self.named());
        }
        if !hops.is_empty() {
            self.say("R", list(&hops));
        }
        hops.len()
    }

    /// Learns where the places of the relations that were said are: what is at two of them is not read.
    pub(super) fn learn_places(&mut self, scenario: Scenario, of_instances: bool) {
        let is_part = |part: &&String| {
            let keys = ["\"tg\"", "\"E\"", "\"R\""];
            keys.iter().any(|key| part.starts_with(key))
        };
        let parts: Vec<&str> = self
            .parts
            .iter()
            .filter(is_part)
            .map(String::as_str)
            .collect();
        let walk = match scenario {
            Scenario::RelationExistence => scenario,
            _ => Scenario::RelationQuery,
        };
        let read = self.named.map(|(name, of)| {
            let mut fields = self.tables.fields.iter();
            let field = fields.find(|field| field.type_name == of).unwrap();
            format!(",\"A\":[\"&{name}.{}\"]", field.code)
        });
        let text = format!(
            "{{\"s\":{},{}{}}}",
            quote(walk.code()),
            parts.join(","),
            read.unwrap_or_default()
        );
        let options = Options {
            contract_version: Some(ContractVersion::V03),
            ..Options::default()
        };
        let decoder = Decoder::new(self.tables).with_options(options);
        let decoded = decoder.decode(&text, "");
        let Verdict::Contract(contract) = &decoded.verdict else {
            // The codebook does not serve that scenario: only the target is known.
            let target = parts.iter().any(|part| part.starts_with("\"tg\""));
            let known: Vec<&str> = self
                .types
                .iter()
                .copied()
                .take(usize::from(target))
                .collect();
            self.single = of_instances.then(|| known.clone());
            self.read = Some(known);
            return;
        };
        let grounding = &contract.grounding;
        let targets: Vec<&str> = (grounding.target_types.iter()).map(AsRef::as_ref).collect();
        let places = Places::of(scenario, grounding, &targets, self.tables);
        let single = places.single();
        let at = |name: &str| match places.reached(name) {
            // A place with a name is read by its name.
            ValuePlace::At(place) if !places.is_absent(place) => {
                places.places[place].name.is_none().then_some(place)
            }
            _ => None,
        };
        let types = self.types.iter().copied();
        let read: Vec<&str> = types.filter(|name| at(name).is_some()).collect();
        if of_instances {
            let one = read.iter().copied();
            let one = one.filter(|name| at(name).is_some_and(|place| single[place]));
            self.single = Some(one.collect());
            let shared = read.iter().copied();
            let shared =
                shared.filter(|name| at(name).is_some_and(|place| places.is_shared(place)));
            self.shared = shared.collect();
        }
        self.read = Some(read);
    }

    /// A relation that the target must not have. What it leads to is not read: nothing of it could be shown.
    fn denied(&mut self) -> Option<String> {
        let ways = self.ways(Some(self.types[0]), None);
        let (def, way) = (!ways.is_empty()).then(|| *self.dice.from(&ways))?;
        let (code, way) = (quote(&def.code), quote(way.code()));
        Some(format!(
            "{{\"r\":{code},\"dir\":{way},\"fr\":\"target\",\"no\":true}}"
        ))
    }

    /// A relation of the target to a place with a name, at which something is then read.
    fn named(&mut self) -> Option<String> {
        let ways = self.ways(Some(self.types[0]), None);
        let (def, way) = (!ways.is_empty()).then(|| *self.dice.from(&ways))?;
        let of = match way {
            Direction::In => def.from.as_ref(),
            _ => def.to.as_ref(),
        };
        let name = *self.dice.from(&["p", "a_1", "目的地"]);
        self.named = Some((name, of));
        let (code, way) = (quote(&def.code), quote(way.code()));
        Some(format!(
            "{{\"r\":{code},\"dir\":{way},\"fr\":\"target\",\"to\":\"&{name}\"}}"
        ))
    }

    /// Relations of the target, each to an entity.
    fn star(&mut self, typed: &[bool]) -> Vec<String> {
        let target = self.types[0];
        let mut said = Vec::new();
        for _ in 0..1 + self.dice.below(self.tables.limits.hops_cap.min(3) as usize) {
            let entity = self.dice.below(typed.len());
            let other = typed[entity].then_some(target);
            let ways = self.ways(Some(target), other);
            let Some(way) = (!ways.is_empty()).then(|| *self.dice.from(&ways)) else {
                break;
            };
            let (hop, _) = self.step(way, &ways);
            said.push(format!("{hop},\"fr\":\"target\",\"to\":{entity}}}"));
        }
        said
    }

    /// Relations one after the other, from where a walk starts to where it must end.
    fn chain(&mut self, typed: &[bool], targets: bool, two_ended: bool) -> Vec<String> {
        let target = self.types[0];
        let both_said = two_ended && typed.len() >= 2;
        let (start, end) = match typed {
            [] => (true, false),
            [first, rest @ ..] if both_said => (*first, rest.iter().all(|typed| *typed)),
            all => (all.iter().all(|typed| *typed), targets),
        };
        let mut here = start.then_some(target);
        let end = end.then_some(target);
        let mut said = Vec::new();
        let most = self.tables.limits.hops_cap.min(3) as usize;
        let count = 1 + self.dice.below(most);
        for index in 0..count {
            let to = end.filter(|_| index + 1 == count);
            let ways = self.ways(here, to);
            let Some(way) = (!ways.is_empty()).then(|| *self.dice.from(&ways)) else {
                break;
            };
            let (hop, next) = self.step(way, &ways);
            said.push(hop + "}");
            here = next;
        }
        // A walk that does not arrive is none.
        let arrived = end.is_none() || here == end;
        if arrived && !said.is_empty() {
            said
        } else {
            self.types.truncate(1);
            self.there_and_back(start)
        }
    }

    /// One relation that leads to the target: from anywhere, or from the target and back.
    fn there_and_back(&mut self, from_target: bool) -> Vec<String> {
        let target = self.types[0];
        let ways = self.ways(Some(target), None);
        let Some((def, direction)) = ways.first().copied() else {
            return Vec::new();
        };
        self.types.extend([def.from.as_ref(), def.to.as_ref()]);
        let back = match direction {
            Direction::In => Direction::Out,
            _ => Direction::In,
        };
        let directions = if from_target {
            vec![direction, back]
        } else {
            vec![back]
        };
        let code = quote(&def.code);
        let said = directions.iter();
        said.map(|way| format!("{{\"r\":{code},\"dir\":{}}}", quote(way.code())))
            .collect()
    }

    /// Relations and the way each is walked from one type to another; anything goes where one is not known.
    fn ways(&self, from: Option<&str>, to: Option<&str>) -> Vec<(&'t RelationDef, Direction)> {
        let fits = |known: Option<&str>, name: &str| known.is_none_or(|known| known == name);
        let mut ways = Vec::new();
        for def in self.tables.relations.iter() {
            if fits(from, &def.from) && fits(to, &def.to) {
                ways.push((def, Direction::Out));
            }
            if fits(from, &def.to) && fits(to, &def.from) {
                ways.push((def, Direction::In));
            }
        }
        ways
    }

    /// A hop without its closing brace, and the type it leads to. A direction is left out where the same one follows.
    fn step(
        &mut self,
        (def, way): (&'t RelationDef, Direction),
        ways: &[(&'t RelationDef, Direction)],
    ) -> (String, Option<&'t str>) {
        self.types.extend([def.from.as_ref(), def.to.as_ref()]);
        let other_way = |(other, way): &(&RelationDef, Direction)| {
            other.code == def.code && *way == Direction::Out
        };
        // After a hop either way the walk may stand at either end, and more can follow.
        let sure = !self.either;
        let follows = way == Direction::Out || (sure && !ways.iter().any(other_way));
        let both = Direction::Both;
        let said = *self.dice.from(&[Some(way), Some(both), None]);
        self.either = said == Some(both);
        let mut hop = format!("{{\"r\":{}", quote(&def.code));
        let same = self.tables.relations.iter();
        let same = same.filter(|other| other.from == def.from && other.to == def.to);
        let same: Vec<&RelationDef> = same.filter(|other| other.code != def.code).collect();
        if self.loose && !same.is_empty() && self.dice.one_in(4) {
            hop += &format!(",\"or\":[{}]", quote(&self.dice.from(&same).code));
        }
        if self.loose && def.from == def.to && self.dice.one_in(4) {
            let times = *self.dice.from(&["[1,2]", "[2,2]", "[1,3]"]);
            hop += &format!(",\"hop\":{times}");
            // So many that no chain is too long.
            self.loose = false;
        }
        if let Some(said) = said.or((!follows).then_some(way)) {
            hop += &format!(",\"dir\":{}", quote(said.code()));
        }
        let next = match way {
            Direction::In => def.from.as_ref(),
            _ => def.to.as_ref(),
        };
        (hop, Some(next))
    }
}
