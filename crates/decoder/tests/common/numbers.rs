//! Aggregations of random intents: metrics, what to group by, conditions, order and page of groups.

use cmec_decoder::language::Function;
use cmec_decoder::tables::{FieldDef, MetricDef};

use super::derived::is_number;
use super::values::{COUNTS, DECIMALS};
use super::{Maker, fits, list, quote};

impl<'t> Maker<'t, '_, '_> {
    /// A metric of the codebook over the one type that the intent is about.
    fn defined(&mut self) -> Option<&'t MetricDef> {
        let walks = |part: &String| part.starts_with("\"R\"") || part.starts_with("\"E\"");
        let [only] = self.types.as_slice() else {
            return None;
        };
        let of_type = |metric: &&MetricDef| metric.type_name == *only && metric.over_time.is_none();
        let all: Vec<&'t MetricDef> = self.tables.metrics.iter().filter(of_type).collect();
        let plain = !self.parts.iter().any(walks) && !all.is_empty();
        plain.then(|| *self.dice.from(&all))
    }

    pub(super) fn aggregation(&mut self) -> String {
        let mut aliases: Vec<String> = Vec::new();
        let mut metrics = Vec::new();
        let mut conditions = Vec::new();
        let mut keys: Vec<String> = Vec::new();
        let mut numeric: Vec<String> = Vec::new();
        for index in 0..1 + self.dice.below(3) {
            let function = *self.dice.from(Function::ALL);
            let fits = |field: &FieldDef| fits(function, field);
            let is_sum = matches!(function, Function::Sum | Function::Avg);
            let counts = |field: &FieldDef| !(is_sum && self.shared.contains(&&*field.type_name));
            let fields = match function {
                Function::Count | Function::Sum | Function::Avg => {
                    self.fields_of_row(|field| fits(field) && counts(field))
                }
                _ => self.fields(fits),
            };
            let counts_rows = self.single.is_none() && function == Function::Count;
            let bare = counts_rows && self.dice.one_in(2);
            let field = (!fields.is_empty() && !bare).then(|| *self.dice.from(&fields));
            if field.is_none() && !counts_rows {
                continue;
            }
            let own = field.map_or_else(
                || function.name().to_owned(),
                |field| format!("{}_{}", function.name(), field.name),
            );
            let named = aliases.contains(&own) || self.dice.one_in(3);
            let alias = if named { format!("数{index}") } else { own };
            let mut said = format!("{{\"fn\":{}", quote(function.code()));
            let row = self.fields_of_row(counts);
            let derived = match named && is_sum {
                true => self.derived(&row, 2).filter(is_number),
                false => None,
            };
            if let Some(derived) = &derived {
                said += &format!(",\"f\":{}", derived.quoted());
            } else if let Some(field) = field {
                said += &format!(",\"f\":{}", quote(&field.code));
            }
            if named {
                said += &format!(",\"as\":{}", quote(&alias));
            }
            metrics.push(said + "}");
            if function.gives_one() && self.dice.one_in(2) {
                let value = match (function, field) {
                    (Function::Min | Function::Max, Some(field)) => self.value(field),
                    (Function::Count | Function::CountDistinct, _) => {
                        (*self.dice.from(COUNTS)).to_owned()
                    }
                    _ => (*self.dice.from(DECIMALS)).to_owned(),
                };
                let operator = *self.dice.from(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
                let alias = quote(&alias);
                conditions.push(format!(
                    "{{\"m\":{alias},\"op\":\"{operator}\",\"v\":{value}}}"
                ));
            }
            if function.gives_one() {
                keys.push(alias.clone());
            }
            if !matches!(function, Function::Min | Function::Max | Function::List) {
                numeric.push(alias.clone());
            }
            aliases.push(alias);
        }
        if let Some(metric) = self.defined().filter(|_| self.dice.one_in(2)) {
            let named = self.dice.one_in(2);
            let name = if named { ",\"as\":\"指标\"" } else { "" };
            metrics.push(format!("{{\"f\":{}{name}}}", quote(&metric.code)));
            let alias = if named { "指标" } else { &metric.name };
            keys.push(alias.to_owned());
            aliases.push(alias.to_owned());
        }
        if metrics.is_empty() {
            let of = |types: &Vec<&str>| format!(",\"f\":{}", quote(types[0]));
            let over = self.single.as_ref().map(of).unwrap_or_default();
            metrics.push(format!("{{\"fn\":\"CNT\"{over},\"as\":\"数\"}}"));
            keys.push("数".to_owned());
        }
        if !numeric.is_empty() && self.dice.one_in(3) {
            let (one, other) = (self.dice.from(&numeric), self.dice.from(&numeric));
            let call = format!("DIV(&{one},&{other})");
            let (name, alias) = match self.dice.one_in(2) {
                true => (",\"as\":\"比\"", "比".to_owned()),
                false => ("", format!("ratio_{one}_{other}")),
            };
            metrics.push(format!("{{\"f\":{}{name}}}", quote(&call)));
            keys.push(alias);
        }
        let mut parts = vec![format!("\"m\":{}", list(&metrics))];
        let groupable = self.fields(|field| field.groupable);
        if !groupable.is_empty() && self.dice.one_in(2) {
            let field = *self.dice.from(&groupable);
            let all = self.fields(|_| true);
            let derived = self.derived(&all, 3).map(|derived| derived.quoted());
            let mut by = vec![quote(&field.code)];
            by.extend(derived);
            parts.push(format!("\"by\":{}", list(&by)));
            keys.push(field.code.to_string());
        }
        if !conditions.is_empty() {
            parts.push(format!("\"hav\":{}", list(&conditions)));
        }
        if !keys.is_empty() && self.dice.one_in(2) {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let mut sorted = Vec::new();
            let said = self.some(2, |maker| {
                let key = quote(maker.other(&keys, &mut sorted)?);
                Some(format!("{{\"by\":{key}{}}}", maker.order()))
            });
            parts.push(format!("\"srt\":{}", list(&said)));
        }
        if self.dice.one_in(2) {
            parts.push(format!("\"pg\":{}", self.page()));
        }
        format!("{{{}}}", parts.join(","))
    }
}
