//! Metadata of the demonstration base: the names in the query texts of the codebook.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

const NAMES: &str = include_str!("../../../codebook/address/queries/names.txt");

/// Resources of registers; their other fields are dimensions.
const RESOURCES: [&str; 3] = ["Сумма", "ВалютнаяСумма", "Количество"];

/// The table and the field that a base of another configuration lacks.
const LACKED: [&str; 2] = [
    "Документ.ПоступлениеНаРасчетныйСчет",
    "Справочник.Контрагенты.НаименованиеПолное",
];

/// A base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// With every name.
    Whole,
    /// With another configuration.
    Other,
}

impl Base {
    /// Full names of the objects of some kinds, sorted.
    pub(super) fn objects(self, kinds: &[Value]) -> BTreeSet<&'static str> {
        let is_object = |name: &&str| match name.split_once('.') {
            Some((kind, name)) => !name.contains('.') && kinds.iter().any(|own| own == kind),
            None => false,
        };
        self.names().filter(is_object).collect()
    }

    /// The description of an object.
    pub(super) fn object(self, full: &str) -> Option<Value> {
        self.names().find(|name| *name == full)?;
        let (kind, name) = full.split_once('.')?;
        let within = format!("{full}.");
        let fields: BTreeSet<&str> = self
            .names()
            .filter_map(|own| own.strip_prefix(&within))
            .collect();
        let told = |name: &str| json!({"Имя": name, "Синоним": name});
        let mut under: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        let mut parts: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for field in fields {
            let of = match (kind, field.split_once('.')) {
                (_, Some((part, field))) => {
                    parts.entry(part).or_default().push(told(field));
                    continue;
                }
                ("РегистрБухгалтерии", None) if RESOURCES.contains(&field) => {
                    "Ресурсы"
                }
                ("РегистрБухгалтерии", None) => "Измерения",
                ("ПланСчетов", None) => "ПризнакиУчета",
                (_, None) => "Реквизиты",
            };
            under.entry(of).or_default().push(told(field));
        }
        let parts: Vec<Value> = (parts.into_iter())
            .map(|(name, fields)| json!({"Имя": name, "Синоним": name, "Реквизиты": fields}))
            .collect();
        under.insert("ТабличныеЧасти", parts);
        let own = [
            ("ТипОбъектаМетаданных", kind),
            ("Имя", name),
            ("Синоним", name),
            ("ПолноеИмя", full),
        ];
        let own = own.map(|(key, value)| (key.to_owned(), Value::from(value)));
        let fields = under
            .into_iter()
            .map(|(key, fields)| (key.to_owned(), Value::from(fields)));
        Some(own.into_iter().chain(fields).collect())
    }

    /// Full names of tables and fields, with repetitions.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let lines = NAMES.lines().filter(|line| !line.starts_with('#'));
        let names = lines.flat_map(|line| line.split(' ').skip(1));
        names.filter(move |name| self == Self::Whole || !LACKED.contains(name))
    }
}
