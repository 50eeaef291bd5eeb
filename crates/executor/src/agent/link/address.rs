//! Addresses: of any scheme or of none, of mail, and paths with backslashes.

use cmec_decoder::letters::folded;

/// Marks that an address does not go over, beside blanks.
#[rustfmt::skip]
const ENDS: &[char] = &[
    '<', '>', '"', '`', '«', '»', '“', '”', '„', '「', '」', '『', '』', '《', '》', '【', '】', '（', '）', '，', '。', '；', '：', '！', '？', '、',
];

/// Domains of the first level in other letters than Latin ones, as far as texts in Russian and in Chinese have them. Latin
/// letters behind a point are always taken for one: prose has a blank there.
const DOMAINS: &[&str] = &[
    "рф",
    "рус",
    "бел",
    "укр",
    "срб",
    "мкд",
    "мон",
    "қаз",
    "бг",
    "ею",
    "москва",
    "онлайн",
    "сайт",
    "дети",
    "орг",
    "ком",
    "中国",
    "中國",
    "公司",
    "网络",
    "网址",
    "网站",
    "在线",
    "商城",
    "香港",
    "台湾",
    "台灣",
    "新加坡",
];

/// The addresses of a text, each up to the next blank.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let stretches = text.split(|own: char| own.is_whitespace() || ENDS.contains(&own));
    let bare = stretches.map(|own| own.trim_matches(is_around));
    bare.filter(|own| is_address(own)).map(without_words)
}

/// Whether a mark at the border of an address is one of the text.
fn is_around(letter: char) -> bool {
    !letter.is_alphanumeric() && !['/', '\\', '@'].contains(&letter)
}

/// An address without what is written right before its scheme in other letters.
fn without_words(stretch: &str) -> &str {
    let rest = stretch.trim_start_matches(|own: char| !own.is_ascii_alphanumeric());
    match rest.split_once("://") {
        Some((scheme, _)) if scheme.chars().all(is_of_scheme) => rest,
        _ => stretch,
    }
}

fn is_address(stretch: &str) -> bool {
    stretch.char_indices().any(|(at, own)| {
        let (before, rest) = stretch.split_at_checked(at).unwrap_or_default();
        let behind = rest.get(own.len_utf8()..).unwrap_or_default();
        let is_named = |behind: &str| behind.starts_with(char::is_alphanumeric);
        match own {
            ':' => has_scheme(before, behind),
            '.' => is_host(before, behind),
            '@' => is_named(behind),
            '/' | '\\' => {
                let host = behind.strip_prefix(['/', '\\']);
                let is_path = own == '\\' && is_named(behind);
                is_path || host.is_some_and(|host| is_named(host) || host.starts_with('['))
            }
            _ => false,
        }
    })
}

const fn is_of_scheme(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.')
}

/// Whether a colon ends a scheme: `javascript:x`, `tel:+7`. An amount behind it is one of a label: `Price:1799`.
fn has_scheme(before: &str, behind: &str) -> bool {
    let start = before.trim_end_matches(is_of_scheme).len();
    let scheme = before.get(start..).unwrap_or_default();
    let is_scheme = scheme.len() > 1 && scheme.starts_with(|own: char| own.is_ascii_alphabetic());
    let is_emphasis = behind.starts_with(['*', '|']);
    let is_amount = |own: char| own.is_ascii_digit() || ".,%-".contains(own) || !own.is_ascii();
    is_scheme && !is_emphasis && !behind.chars().all(is_amount)
}

/// Whether a point parts the names of a host: `evil.example`, `пример.рф`. A figure before it is that of an item: `1.Malbec`.
fn is_host(before: &str, behind: &str) -> bool {
    let is_label = |own: char| own.is_alphanumeric() || matches!(own, '-' | '_');
    let label = before.rsplit(|own| !is_label(own)).next();
    let domain = behind.split(|own| !is_label(own)).next();
    let (label, domain) = (label.unwrap_or_default(), domain.unwrap_or_default());
    let latin = domain.chars().take_while(char::is_ascii_alphabetic).count();
    let is_domain = latin > 1 || domain.starts_with("xn--");
    label.contains(char::is_alphabetic) && (is_domain || DOMAINS.contains(&&*folded(domain)))
}
