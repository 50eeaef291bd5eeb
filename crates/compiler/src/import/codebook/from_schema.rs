//! Database schema → book, and the table or column that each element is bound to.
//!
//! A table with a primary key becomes a type, its columns become fields, and a foreign key becomes a relation with its
//! inverse. A table of two foreign keys and nothing else becomes a relation. The label column is guessed from the names
//! of columns.

use std::collections::BTreeMap;

use cmec_decoder::encode::{is_sql_name, table_parts};
use cmec_decoder::language::ValueType;
use cmec_decoder::tables::ROW_KEYS;
use cmec_executor::catalogue::KeyType;
use cmec_executor::database_schema::{
    ColumnSchema, DatabaseSchema, ForeignKeySchema, ROW_NUMBER, StoredType, TableKind, TableSchema,
    vector_dimension,
};

use super::languages::{is_value, of_names};
use super::model_names::{ModelNames, NameAndWords};
use super::schema_bindings::{Bound, BoundBy, BoundColumn, BoundRelation, BoundType};
use super::schema_names::{is_secret, label_of, plural, singular, stem, unit};
use super::table_roles::{only, pure_link, values_of};
use super::{Book, BookField, BookRelation, BookType, DescriptionText, Value, Words};
use crate::import::element_names::{UniqueNames, code_name, label};
use crate::import::lock::{ImportLock, TABLE};
use crate::import::omission::{OmissionReason, Omissions};

/// Builds the book of a schema. `names`: the names and words of a semantic model; a table or column that the model
/// lacks is left out. `languages`: the languages of labels, the default first; if empty, the language that most names
/// are written in.
pub(crate) fn book(
    (schema, names): (&DatabaseSchema, Option<&ModelNames>),
    languages: &[String],
    previous: &ImportLock,
    left: &mut Omissions,
) -> (Book, Bound) {
    let first = languages.first().cloned();
    let mut builder = SchemaBook {
        schema,
        names,
        previous,
        language: first.unwrap_or_else(|| of_names(names_of(schema))),
        book: Book::default(),
        bound: Bound::default(),
        types: BTreeMap::new(),
        relation_names: previous.relation_names().collect(),
    };
    builder.book.languages = match languages {
        [] => vec![builder.language.clone()],
        said => said.to_vec(),
    };
    for view in &schema.unreadable {
        left.class(OmissionReason::BrokenView, view, "");
    }
    builder.name_types(left);
    for table in &schema.tables {
        if builder.types.contains_key(&table.name) {
            builder.table(table, left);
        }
    }
    for table in &schema.tables {
        builder.relations_of(table, left);
    }
    (builder.book, builder.bound)
}

/// The names of all tables and columns.
fn names_of(schema: &DatabaseSchema) -> impl Iterator<Item = &str> {
    let tables = schema.tables.iter().map(|table| &table.name);
    let columns = schema.tables.iter().flat_map(|table| &table.columns);
    (tables.chain(columns.map(|column| &column.name))).map(String::as_str)
}

struct SchemaBook<'s> {
    schema: &'s DatabaseSchema,
    names: Option<&'s ModelNames>,
    previous: &'s ImportLock,
    language: String,
    book: Book,
    bound: Bound,
    /// Type names by table.
    types: BTreeMap<String, String>,
    relation_names: UniqueNames,
}

/// The fields of a type so far.
struct TypeFields {
    type_name: String,
    names: UniqueNames,
    columns: Vec<BoundColumn>,
}

/// The key that identifies a table or a column across imports.
pub(crate) fn source(table: &str, column: Option<&str>) -> String {
    let column = column.map(|column| format!(".{column}"));
    format!("{TABLE}{table}{}", column.unwrap_or_default())
}

/// The name of a table without its schema.
pub(crate) fn own_name(table: &str) -> String {
    let parts = table_parts(table).and_then(|mut parts| parts.pop());
    parts.unwrap_or_else(|| table.to_owned())
}

/// The SQL name of an element, if it differs from its name in the codebook.
fn in_sql(name: &str, said: &str) -> Option<String> {
    (said != name).then(|| said.to_owned())
}

impl<'s> SchemaBook<'s> {
    /// The model's name for a table or a column.
    fn said(&self, property: &str) -> Option<&'s NameAndWords> {
        self.names?.elements.get(property)
    }

    /// The model's name for a relation.
    fn said_of_relation(&self, property: &str) -> Option<&'s NameAndWords> {
        self.names?.relations.get(property)
    }

    /// True where there is a model and it lacks this column.
    fn is_unsaid(&self, property: &str) -> bool {
        self.names.is_some() && self.said(property).is_none()
    }

    /// Names the tables that become types.
    fn name_types(&mut self, left: &mut Omissions) {
        let mut given: UniqueNames = self.previous.taken_type_names().collect();
        for table in &self.schema.tables {
            let name = &table.name;
            let owner = table.foreign_keys.first().map(|key| key.table.as_str());
            let of_values = owner.is_some_and(|owner| values_of(table, owner).is_some());
            if pure_link(table).is_some() || of_values {
                continue;
            }
            let parts = table_parts(name).unwrap_or_default();
            let columns = table.key().iter().chain(&parts);
            if parts.is_empty() || !columns.clone().all(|part| is_sql_name(part)) {
                left.class(OmissionReason::NoName, &name.escape_debug().to_string(), "");
                continue;
            }
            match table.key() {
                [] if table.kind == TableKind::View => {
                    left.other(OmissionReason::NoKey, name, "a view");
                    continue;
                }
                [] => {
                    left.class(OmissionReason::NoKey, name, "");
                    continue;
                }
                [only] if only == ROW_NUMBER => left.other(OmissionReason::RowNumber, name, ""),
                _ => {}
            }
            let own = source(name, None);
            let type_name = match self.previous.types.get(&own) {
                Some(name) => name.clone(),
                None => given.give(code_name(&match self.said(&own) {
                    Some(said) => said.name.clone(),
                    None => singular(&own_name(name)),
                })),
            };
            self.types.insert(name.clone(), type_name);
        }
    }

    /// Adds the type of a table, with its fields.
    fn table(&mut self, table: &TableSchema, left: &mut Omissions) {
        let (Some(type_name), Some(first)) =
            (self.types.get(&table.name).cloned(), table.key().first())
        else {
            return;
        };
        // A part of a composite key identifies nothing by itself.
        let key = only(table.key()).and_then(|key| table.column(key));
        let (label, is_name) = label_of(table).unwrap_or((vec![first], false));
        let label: Vec<String> = label.into_iter().map(str::to_owned).collect();
        let mut fields = TypeFields {
            names: self.previous.field_names(&type_name).collect(),
            type_name,
            columns: Vec::new(),
        };
        let key_field = self.own_fields(table, (&label, is_name), &mut fields, left);
        self.listed_fields(table, &mut fields, left);
        let TypeFields {
            type_name, columns, ..
        } = fields;
        left.other(OmissionReason::GuessedLabel, &table.name, &label.join(", "));
        let sql_key = key.and_then(|key| in_sql(ROW_KEYS[0], &key.name));
        self.bound.types.push(BoundType {
            name: type_name.clone(),
            table: table.name.clone(),
            key: table.key().to_vec(),
            key_type: match key.filter(|key| self.schema.strict && key.declared == "uuid") {
                Some(_) => KeyType::Uuid,
                None => KeyType::Plain,
            },
            label,
            embedding: table.columns.iter().find_map(|column| {
                let dimension = vector_dimension(&column.declared)?;
                Some((column.name.clone(), dimension))
            }),
            columns,
        });
        let iri = source(&table.name, None);
        let said = self.said(&iri);
        let own = own_name(&table.name);
        let names = (type_name.as_str(), own.as_str());
        self.book.types.push(BookType {
            iri,
            words: words(&self.language, said, names, &table.comment),
            sql: in_sql(&type_name, &table.name),
            sql_key,
            name: type_name,
            key: key_field,
        });
    }

    /// Adds the fields that are columns of the table itself. Returns the name of the field that identifies an instance.
    fn own_fields(
        &mut self,
        table: &TableSchema,
        (label, is_name): (&[String], bool),
        fields: &mut TypeFields,
        left: &mut Omissions,
    ) -> Option<String> {
        let mut key_field = None;
        // A foreign key to a table that is no type is read as a plain value.
        let leading: Vec<String> = (table.foreign_keys.iter())
            .filter(|key| self.types.contains_key(&key.table) && self.leads_to_key(key))
            .filter_map(|key| only(&key.columns).map(str::to_owned))
            .collect();
        for column in &table.columns {
            let property = source(&table.name, Some(&column.name));
            if self.is_unsaid(&property) {
                continue;
            }
            if leading.contains(&column.name) {
                left.property(OmissionReason::ForeignKey, &property, "");
                continue;
            }
            // A row number is technical: nobody asks for it.
            if column.name == ROW_NUMBER || vector_dimension(&column.declared).is_some() {
                continue;
            }
            if is_secret(&column.name) {
                left.property(OmissionReason::Secret, &property, "");
                continue;
            }
            let Some(mut value) = value(column, &property, left) else {
                continue;
            };
            // A name is not an enum, however few distinct values the column has now.
            if label.contains(&column.name) {
                value = value.into_text();
            }
            let unfit = value.values.iter().find(|(text, _)| !is_value(text));
            if let Some((text, _)) = unfit {
                let detail = text.escape_debug().to_string();
                left.property(OmissionReason::ReadAsText, &property, &detail);
                value = value.into_text();
            }
            if !is_sql_name(&column.name) {
                let property = property.escape_debug().to_string();
                left.property(OmissionReason::NoName, &property, "");
                continue;
            }
            let is_label = is_name && only(label) == Some(&column.name);
            let is_key = is_label && value.ty == ValueType::String && !value.array;
            let name = self.field((property, &column.name), column, None, value, fields);
            if is_key {
                key_field = Some(name);
            }
        }
        key_field
    }

    /// Adds the fields whose values stand in a table of their own.
    fn listed_fields(
        &mut self,
        table: &TableSchema,
        fields: &mut TypeFields,
        left: &mut Omissions,
    ) {
        for values in self.schema.tables.iter() {
            let Some((key, column)) = values_of(values, &table.name) else {
                continue;
            };
            let property = source(&values.name, Some(&column.name));
            if self.is_unsaid(&property) {
                continue;
            }
            let Some(mut value) = value(column, &property, left) else {
                continue;
            };
            value.array = true;
            let owner = key.columns.first().cloned().unwrap_or_default();
            let stored = plural(&column.name);
            let of_values = Some((values.name.clone(), owner));
            self.field((property, &stored), column, of_values, value, fields);
        }
    }

    /// Adds a field over a column and returns its name. `stored`: its name in the database; `values`: a table of values,
    /// and its column with the key of the instance.
    fn field(
        &mut self,
        (property, stored): (String, &str),
        column: &ColumnSchema,
        values: Option<(String, String)>,
        value: Value,
        fields: &mut TypeFields,
    ) -> String {
        let said = self.said(&property);
        let known = (fields.type_name.clone(), property);
        let name = match self.previous.fields.get(&known) {
            Some((_, name)) => name.clone(),
            None => (fields.names).give(code_name(said.map_or(stored, |said| &said.name))),
        };
        // A table of values has no column of the field in SQL.
        let sql = match values {
            Some(_) => None,
            None => in_sql(&name, &column.name),
        };
        fields.columns.push(BoundColumn {
            field: name.clone(),
            column: column.name.clone(),
            values,
        });
        let (type_name, property) = known;
        self.book.fields.push(BookField {
            property,
            type_name,
            words: words(&self.language, said, (&name, &column.name), &column.comment),
            sql,
            name: name.clone(),
            value,
        });
        name
    }

    /// Adds the relations that the foreign keys of a table stand for.
    fn relations_of(&mut self, table: &TableSchema, left: &mut Omissions) {
        if let Some((first, second)) = pure_link(table) {
            self.link(table, first, second, left);
            return;
        }
        let Some(from) = self.types.get(&table.name).cloned() else {
            return;
        };
        for key in &table.foreign_keys {
            let property = source(&table.name, key.columns.first().map(String::as_str));
            let to = (self.types.get(&key.table)).filter(|_| self.leads_to_key(key));
            let (Some(column), Some(to)) = (only(&key.columns), to.cloned()) else {
                left.property(OmissionReason::UnboundKey, &property, &key.table);
                continue;
            };
            let stem = code_name(stem(column));
            let by = |of_to| BoundBy::Key {
                column: column.to_owned(),
                of_to,
            };
            let forth = (property.clone(), from.clone(), to.clone());
            let wanted = format!("{from}_{stem}");
            let back_wanted = match stem == to {
                true => format!("{to}_{from}"),
                false => format!("{to}_{from}_by_{stem}"),
            };
            let name = self.relation(forth, (wanted, Some(column)), by(false), (true, false));
            let back = (format!("{property}^"), to, from.clone());
            let back = self.relation(back, (back_wanted, None), by(true), (false, true));
            self.pair(&name, &back);
        }
    }

    fn link(
        &mut self,
        table: &TableSchema,
        first: &ForeignKeySchema,
        second: &ForeignKeySchema,
        left: &mut Omissions,
    ) {
        let property = source(&table.name, None);
        let ends = [first, second].map(|key| self.types.get(&key.table).cloned());
        let columns = [first, second].map(|key| only(&key.columns).map(str::to_owned));
        let leads = self.leads_to_key(first) && self.leads_to_key(second);
        let ([Some(from), Some(to)], [Some(start), Some(end)], true) = (ends, columns, leads)
        else {
            left.class(OmissionReason::UnboundKey, &table.name, "");
            return;
        };
        let said = own_name(&table.name);
        let verb = code_name(&said);
        let by = |from: &str, to: &str| BoundBy::Link {
            table: table.name.clone(),
            from: from.to_owned(),
            to: to.to_owned(),
        };
        let forth = (property.clone(), from.clone(), to.clone());
        let (back_wanted, wanted) = (format!("{verb}_back"), (verb, Some(said.as_str())));
        let name = self.relation(forth, wanted, by(&start, &end), (false, false));
        let back = (format!("{property}^"), to, from);
        let back = self.relation(back, (back_wanted, None), by(&end, &start), (false, false));
        self.pair(&name, &back);
    }

    /// True where a foreign key refers to the primary key of its table.
    fn leads_to_key(&self, key: &ForeignKeySchema) -> bool {
        let table = self.schema.table(&key.table);
        let own = table.and_then(|table| only(table.key()));
        own.is_some() && (key.referred.is_empty() || only(&key.referred) == own)
    }

    fn relation(
        &mut self,
        source: (String, String, String),
        (wanted, column): (String, Option<&str>),
        by: BoundBy,
        (to_one, from_one): (bool, bool),
    ) -> String {
        let (property, from, to) = source;
        let known = (from.clone(), property.clone(), to.clone());
        let said = self.said_of_relation(&property);
        let name = match self.previous.relations.get(&known) {
            Some((_, name)) => name.clone(),
            None => (self.relation_names).give(said.map_or(wanted, |said| code_name(&said.name))),
        };
        self.bound.relations.push(BoundRelation {
            name: name.clone(),
            by,
        });
        self.book.relations.push(BookRelation {
            property,
            words: words(&self.language, said, (&name, column.unwrap_or(&name)), ""),
            sql: column.and_then(|column| in_sql(&name, column)),
            name: name.clone(),
            from,
            to,
            inverse: None,
            to_one,
            from_one,
        });
        name
    }

    /// Marks two relations as inverses of each other.
    fn pair(&mut self, one: &str, other: &str) {
        for relation in &mut self.book.relations {
            if relation.name == one {
                relation.inverse = Some(other.to_owned());
            } else if relation.name == other {
                relation.inverse = Some(one.to_owned());
            }
        }
    }
}

/// The label and the description. The label comes from the name, or from the model or the database if that name is not
/// Latin.
pub(crate) fn words(
    language: &str,
    model: Option<&NameAndWords>,
    (name, stored): (&str, &str),
    description: &str,
) -> Words {
    let description = description.trim();
    let said = model.map_or(stored, |model| &model.name);
    let said = if said.is_ascii() { name } else { said };
    let label = (model.and_then(|model| model.label.clone())).unwrap_or_else(|| label(said));
    let others = model.map(|model| model.others(&label)).unwrap_or_default();
    let others = (!others.is_empty()).then(|| (language.to_owned(), others));
    Words {
        labels: BTreeMap::from([(language.to_owned(), label)]),
        synonyms: others.into_iter().collect(),
        description: (!description.is_empty()).then(|| DescriptionText {
            language: None,
            text: description.to_owned(),
        }),
    }
}

/// The value type of a column; one whose values cannot be compared is reported.
fn value(column: &ColumnSchema, property: &str, left: &mut Omissions) -> Option<Value> {
    let ty = match column.stored {
        Some(StoredType::Text) => ValueType::String,
        Some(StoredType::Integer) => ValueType::Integer,
        Some(StoredType::Decimal) => ValueType::Decimal,
        Some(StoredType::Boolean) => ValueType::Boolean,
        Some(StoredType::Date) => ValueType::Date,
        Some(StoredType::Datetime) => ValueType::Datetime,
        None => {
            let reason = OmissionReason::UnsupportedDatatype;
            left.property(reason, property, &column.declared);
            return None;
        }
    };
    let values = column.values.iter().flatten();
    let values = values.map(|value| (value.clone(), Words::default()));
    let values: Vec<(String, Words)> = values.collect();
    Some(Value {
        ty: match values.is_empty() {
            true => ty,
            false => ValueType::Enum,
        },
        values,
        reference: None,
        array: column.array,
        unit: unit(&column.comment),
        is_open: true,
    })
}
