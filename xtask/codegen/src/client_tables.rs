//! The tables of `docs/src/how-to/models.md` about clients: what each takes, and what the tools of the built-in domains
//! come to. The rest of the page is written by hand.

use cmec_compiler::Checked;
use cmec_compiler::emit::client::{Client, Cut};
use cmec_compiler::emit::{ToolForm, tools};

use crate::marked_tables::{head, quoted, row, with_tables};

/// The page.
pub(crate) const PAGE: &str = "docs/src/how-to/models.md";

/// The page with its tables as they should be.
pub(crate) fn page(have: &str, domains: &[Checked]) -> Result<String, String> {
    let tables = [("clients", clients()), ("tools", sizes(domains))];
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

/// Characters of each description, and which clients cut it.
fn sizes(domains: &[Checked]) -> String {
    let mut table = head(["tool", "characters of its description", "cut by"]);
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
