//! The tables of `docs/src/how-to/models.md` about clients: what each takes, and what the tools and the cards of the built-in
//! domains come to. The rest of the page is written by hand.

use cmec_compiler::Checked;
use cmec_compiler::emit::client::{Client, Cut};
use cmec_compiler::emit::{Budget, CardOptions, CardPlace, ToolForm, card_of, tools};
use cmec_compiler::tokens::Tokenizer;
use cmec_decoder::Notation;

use crate::marked_tables::{head, quoted, row, with_tables};

/// The page.
pub(crate) const PAGE: &str = "docs/src/how-to/models.md";

/// The page with its tables as they should be.
pub(crate) fn page(have: &str, domains: &[Checked]) -> Result<String, String> {
    let tables = [
        ("clients", clients()),
        ("tools", sizes(domains)),
        ("cards", cards(domains)?),
    ];
    with_tables(PAGE, have, &tables)
}

fn clients() -> String {
    let mut table = head(["`--for`", "client", "description", "name", "tools", ""]);
    for client in Client::all() {
        let cuts = [client.description, client.tool_name, client.tools];
        let [description, name, tools] = cuts.map(said);
        let client_name = quoted(client.name);
        table += &row([
            &client_name,
            client.title,
            &description,
            &name,
            &tools,
            client.unknown,
        ]);
    }
    table
}

fn said(cut: Option<Cut>) -> String {
    match cut {
        Some(Cut { most, source, day }) => format!("[{most}]({source}) ({day})"),
        None => "–".to_owned(),
    }
}

/// Characters of each description, and which clients show only a part of it.
fn sizes(domains: &[Checked]) -> String {
    let mut table = head([
        "tool",
        "characters of its description",
        "more than is shown by",
    ]);
    for domain in domains {
        for tool in tools(domain.tables(), domain.catalogue(), ToolForm::Mcp, None) {
            let [name, description] =
                ["name", "description"].map(|key| tool.get(key).and_then(|text| text.as_str()));
            let length = description.map_or(0, |text| text.chars().count());
            let cuts = |client: &&Client| client.description.is_some_and(|cut| length > cut.most);
            let clients = Client::all().iter().filter(cuts);
            let clients: Vec<&str> = clients.map(|client| client.title).collect();
            let name = quoted(name.unwrap_or_default());
            table += &row([&name, &length.to_string(), &clients.join(", ")]);
        }
    }
    table
}

/// What counts the tokens of cards.
const TOKENIZER: &str = "o200k_base";

/// Sizes of each card in a prompt, and of the card of SQL as a description, by what clients show of one.
fn cards(domains: &[Checked]) -> Result<String, String> {
    let tokenizer = Tokenizer::builtin(TOKENIZER).map_err(|error| error.to_string())?;
    let in_prompt = CardOptions::default();
    let mut table = head([
        "domain",
        "language",
        "card of cMEC",
        "card of SQL",
        "as a description",
        "cut to what a client shows",
    ]);
    for domain in domains {
        let (tables, catalogue) = (domain.tables(), domain.catalogue());
        for language in tables.languages.iter() {
            let size = |notation: Notation, options: &CardOptions<'_>| {
                let card = card_of(tables, catalogue, (notation, language), options);
                let card = card.map_err(|error| format!("{error:?}"))?;
                let tokens = tokenizer.tokens(&card.text);
                let tokens = tokens.map_err(|error| error.to_string())?;
                let (characters, examples) = (card.text.chars().count(), card.turns.len());
                let over = if card.fits { "" } else { ", over it" };
                Ok::<_, String>(format!("{tokens}; {characters}; {examples}{over}"))
            };
            let described = |budgets: &[Budget<'_>]| {
                let place = CardPlace::Description;
                let options = CardOptions {
                    place,
                    budgets,
                    ..CardOptions::default()
                };
                size(Notation::Sql, &options)
            };
            let mut cut = Vec::new();
            for client in Client::all() {
                if let Some(Cut { most, .. }) = client.description {
                    let measure = &|text: &str| text.chars().count();
                    let size = described(&[Budget { most, measure }])?;
                    cut.push(format!("{}: {size}", client.title));
                }
            }
            table += &row([
                &quoted(&tables.name),
                language,
                &size(Notation::C02, &in_prompt)?,
                &size(Notation::Sql, &in_prompt)?,
                &described(&[])?,
                &cut.join("<br>"),
            ]);
        }
    }
    Ok(table)
}
