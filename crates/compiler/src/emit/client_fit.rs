//! Checks the tools of a codebook against the limits of a client.

use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;

use super::client::{Client, Cut};
use super::profile::Over;
use super::tools::{self, Tool};

/// The measure for a description.
const DESCRIPTION: &str = "characters of a description";

impl Client {
    /// The limits that the domain's tools exceed. A handwritten description is cut; anything else is rejected.
    #[must_use]
    pub fn over(&self, tables: &Tables, catalogue: &Catalogue) -> Vec<Over> {
        let all: Vec<Tool> = tools::described(tables, catalogue, None).collect();
        let mut over = Vec::new();
        let mut held = |document: &str, what, cut: Option<Cut>, have: usize| {
            over.extend(cut.and_then(|cut| Over::of(document, (what, cut.most), have)));
        };
        held(&tables.name, "tools", self.tools, all.len());
        for tool in &all {
            let name = tool.name.chars().count();
            // A server's name has at least one letter.
            let with_server = self.around_server.map_or(0, |around| around + 1);
            let (what, have) = (self.of_name(), name + with_server);
            held(&tool.name, what, self.tool_name, have);
        }
        // Generated descriptions continue in their arguments.
        for tool in tools::by_hand(tables) {
            let have = tool.description.chars().count();
            held(&tool.name, DESCRIPTION, self.description, have);
        }
        over
    }

    const fn of_name(&self) -> &'static str {
        match self.around_server {
            Some(_) => "characters of a name, with one letter for the server",
            None => "characters of a name",
        }
    }
}

impl Over {
    /// The excess of a document over what may be, if any.
    pub(super) fn of(
        document: &str,
        (what, most): (&'static str, usize),
        have: usize,
    ) -> Option<Self> {
        (have > most).then(|| Self {
            document: document.to_owned(),
            what,
            most,
            have,
        })
    }

    /// `true` if the excess is cut rather than rejected.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.what == DESCRIPTION
    }
}
