//! Guesses from column names and comments: labels, units, personal data and secrets.

use cmec_executor::database_schema::{StoredType, TableSchema};

use super::table_roles::only;
use crate::import::element_names::words;

/// Column names that hold an instance's label, the likeliest first. An entry with several columns is one name together.
const LABELS: &[&[&str]] = &[
    &["name"],
    &["full_name"],
    &["display_name"],
    &["наименование"],
    &["название"],
    &["фио"],
    &["名称"],
    &["姓名"],
    &["first_name", "last_name"],
    &["given_name", "family_name"],
    &["first_name", "surname"],
    &["фамилия", "имя", "отчество"],
    &["фамилия", "имя"],
    &["last_name"],
    &["title"],
    &["заголовок"],
    &["标题"],
    &["label"],
    &["caption"],
    &["short_name"],
    &["имя"],
    &["номер"],
    &["编号"],
    &["number"],
    &["code"],
    &["код"],
];

/// Last words of columns that hold secrets.
const SECRETS: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "salt",
    "otp",
    "totp",
    "cvv",
    "cvc",
    "pin",
    "credential",
    "credentials",
    "apikey",
    "пароль",
    "секрет",
    "токен",
    "密码",
    "口令",
    "密钥",
    "令牌",
];
/// Last two words of such columns where neither word alone means a secret.
const SECRET_PAIRS: &[[&str; 2]] = &[
    ["api", "key"],
    ["private", "key"],
    ["secret", "key"],
    ["access", "key"],
    ["encryption", "key"],
    ["signing", "key"],
    ["session", "key"],
    ["ssh", "key"],
    ["mfa", "seed"],
    ["credit", "card"],
];
/// Last words of columns that identify a person.
const PERSONAL: &[&str] = &[
    "name",
    "firstname",
    "lastname",
    "surname",
    "patronymic",
    "email",
    "mail",
    "phone",
    "mobile",
    "fax",
    "address",
    "street",
    "birthday",
    "birthdate",
    "passport",
    "ssn",
    "iban",
    "login",
    "username",
    "имя",
    "фамилия",
    "отчество",
    "фио",
    "телефон",
    "адрес",
    "почта",
    "паспорт",
    "снилс",
    "姓名",
    "电话",
    "手机",
    "邮箱",
    "地址",
    "身份证",
];
/// Trailing words that say how a value is stored, not what it is.
const FORMS: &[&str] = &[
    "hash",
    "digest",
    "encrypted",
    "enc",
    "number",
    "no",
    "line",
    "номер",
    "хеш",
];

/// The words of a column name in lower case, without digits and without trailing storage words.
fn last_words(column: &str) -> Vec<String> {
    let small = |word: &String| {
        word.to_lowercase()
            .trim_end_matches(char::is_numeric)
            .to_owned()
    };
    let mut words: Vec<String> = words(column).iter().map(small).collect();
    while words
        .last()
        .is_some_and(|last| last.is_empty() || FORMS.contains(&last.as_str()))
    {
        words.pop();
    }
    words
}

/// True where the last word of a column is in the list, or ends with a long enough entry of it.
fn ends_with(words: &[String], any: &[&str]) -> bool {
    words.last().is_some_and(|last| {
        let is =
            |own: &&str| last == own || (!own.is_ascii() || own.len() > 5) && last.ends_with(own);
        any.iter().any(is)
    })
}

/// True where the name of a column suggests a secret.
pub(super) fn is_secret(column: &str) -> bool {
    let words = last_words(column);
    let pair = words.last_chunk::<2>();
    let is_pair = pair.is_some_and(|pair| SECRET_PAIRS.iter().any(|own| own == pair));
    is_pair || ends_with(&words, SECRETS)
}

/// `true` if the values of a column may be listed: its name suggests neither personal data nor a secret.
#[must_use]
pub fn may_be_listed(column: &str) -> bool {
    !is_secret(column) && !ends_with(&last_words(column), PERSONAL)
}

/// The unit in square brackets in a comment: `Annual revenue [CNY]`.
pub(super) fn unit(comment: &str) -> Option<String> {
    let (_, rest) = comment.rsplit_once('[')?;
    let (unit, _) = rest.split_once(']')?;
    let unit = unit.trim();
    let is_short = (1..=12).contains(&unit.chars().count());
    (is_short && !unit.contains(char::is_whitespace)).then(|| unit.to_owned())
}

/// The label columns of a table. The flag is true where their names or an index show that they identify instances;
/// other label columns are only displayed.
pub(super) fn label_of(table: &TableSchema) -> Option<(Vec<&str>, bool)> {
    let texts = || {
        let columns = table.columns.iter();
        columns.filter(|column| {
            column.stored == Some(StoredType::Text) && !column.array && !is_secret(&column.name)
        })
    };
    // `LastName` and `last_name` are the same.
    let small = |name: &str| name.replace(['_', ' '], "").to_lowercase();
    let named = |wanted: &str| texts().find(|column| small(&column.name) == small(wanted));
    let likely = LABELS.iter().find_map(|wanted| {
        let columns = wanted.iter().map(|wanted| named(wanted));
        columns.collect::<Option<Vec<_>>>()
    });
    let unique = || {
        let unique = texts().find(|column| {
            let mut indexes = table.indexes.iter();
            indexes.any(|index| index.unique && only(&index.columns) == Some(&column.name))
        });
        unique.map(|column| vec![column])
    };
    let telling = likely.or_else(unique).map(|columns| (columns, true));
    let found = telling.or_else(|| Some((vec![texts().next()?], false)));
    found.map(|(columns, tells)| (columns.iter().map(|own| own.name.as_str()).collect(), tells))
}

/// A column name without the ending that marks a key.
pub(super) fn stem(column: &str) -> &str {
    let lower = column.to_ascii_lowercase();
    let ending = ["_id", "_key", "_identifier", "_code"]
        .iter()
        .find(|ending| lower.ends_with(**ending));
    let stem = ending.and_then(|ending| column.get(..column.len() - ending.len()));
    stem.filter(|stem| !stem.is_empty()).unwrap_or(column)
}

/// The singular of an English noun, guessed from its ending.
pub(super) fn singular(name: &str) -> String {
    let cut = |count: usize| name.get(..name.len().saturating_sub(count)).unwrap_or(name);
    let lower = name.to_ascii_lowercase();
    let ends = |ending: &str| lower.ends_with(ending) && lower.len() > ending.len() + 1;
    if ends("ies") {
        format!("{}y", cut(3))
    } else if ["sses", "xes", "ches", "shes"]
        .iter()
        .any(|ending| ends(ending))
    {
        cut(2).to_owned()
    } else if ends("s") && !["ss", "us", "is"].iter().any(|ending| ends(ending)) {
        cut(1).to_owned()
    } else {
        name.to_owned()
    }
}

/// The plural of an English noun.
pub(super) fn plural(name: &str) -> String {
    if name.ends_with('s') {
        name.to_owned()
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::{is_secret, may_be_listed, singular, stem, unit};

    #[test]
    fn names_are_guessed_by_rule() {
        for (name, one) in [
            ("enterprises", "enterprise"),
            ("industries", "industry"),
            ("boxes", "box"),
            ("classes", "class"),
            ("address", "address"),
            ("status", "status"),
            ("people", "people"),
            ("Claim", "Claim"),
        ] {
            assert_eq!(singular(name), one);
        }
        assert_eq!(
            [stem("park_id"), stem("parent"), stem("_id")],
            ["park", "parent", "_id"]
        );
        assert_eq!(unit("Annual revenue [CNY]").as_deref(), Some("CNY"));
        assert_eq!(unit("See [the manual page]"), None);
    }

    #[test]
    fn secrets_and_what_is_of_a_person_are_told_by_the_last_word() {
        for (column, secret, listed) in [
            ("password", true, false),
            ("PasswordHash", true, false),
            ("userpassword", true, false),
            ("password_changed_at", false, true),
            ("api_key", true, false),
            ("sshKey", true, false),
            ("mfa_seed", true, false),
            ("credit_card_number", true, false),
            ("iban", false, false),
            ("foreign_key", false, true),
            ("accessToken", true, false),
            ("token_count", false, true),
            ("shipping", false, true),
            ("Пароль", true, false),
            ("登录密码", true, false),
            ("phone_number", false, false),
            ("BillingAddress2", false, false),
            ("Фамилия", false, false),
            ("status", false, true),
            ("city", false, true),
        ] {
            assert_eq!(is_secret(column), secret, "{column}");
            assert_eq!(may_be_listed(column), listed, "{column}");
        }
    }
}
