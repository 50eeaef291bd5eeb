//! A host that asks the whole executor.

use cmec_decoder::contract::Valid;
use cmec_decoder::{Contract, Decoder, Tables, Verdict};
use cmec_executor::catalogue::StructuredCatalogue;
use cmec_executor::ports::database::Database;
use cmec_executor::response::Response;
use cmec_executor::{
    Catalogue, Cursor, DebugEnvelope, Locale, PlanContext, Ports, Principals, RunContext,
};

use crate::rules::today;

/// What a host knows beside the contract.
pub(crate) struct Host<'h> {
    pub(crate) tables: &'h Tables,
    pub(crate) catalogue: Catalogue,
    pub(crate) principals: &'h Principals,
    /// Whether the rows of all pages are counted.
    pub(crate) total: bool,
}

impl<'h> Host<'h> {
    /// A host of the domain `enterprise` whose tables stand there.
    pub(crate) fn new(tables: &'h Tables, structured: StructuredCatalogue) -> Self {
        let builtin = cmec_executor::generated::builtin("enterprise").unwrap();
        Self {
            tables,
            catalogue: Catalogue {
                structured: Some(structured),
                ..builtin.clone()
            },
            principals: Principals::NONE,
            total: false,
        }
    }

    /// Whether an intent is one that is answered.
    pub(crate) fn is_contract(&self, intent: &str) -> bool {
        let decoded = Decoder::new(self.tables).decode(intent, "0");
        matches!(decoded.verdict, Verdict::Contract(_))
    }

    /// The answer to an intent.
    pub(crate) async fn answer(&self, intent: &str, database: &dyn Database) -> Response {
        let decoded = Decoder::new(self.tables).decode(intent, "0");
        let Verdict::Contract(contract) = decoded.verdict else {
            panic!("{intent}: {:#?}", decoded.account.findings);
        };
        self.run((&contract, None, None), database).await
    }

    /// The answer to a contract, a page of it.
    pub(crate) async fn run(
        &self,
        page: (&Valid<Contract<'_>>, Option<u32>, Option<Cursor>),
        database: &dyn Database,
    ) -> Response {
        let (response, _) = self.asked(page, Ports::database(database)).await;
        response
    }

    /// The answer of some ports to a contract, and its envelope.
    pub(crate) async fn asked(
        &self,
        (contract, limit, cursor): (&Valid<Contract<'_>>, Option<u32>, Option<Cursor>),
        ports: Ports<'_>,
    ) -> (Response, DebugEnvelope) {
        let context = PlanContext {
            tables: self.tables,
            catalogue: &self.catalogue,
            principals: self.principals,
            today: today(),
            limit,
            cursor,
        };
        let plan = cmec_executor::plan(contract, &context);
        let run = RunContext {
            trace_id: "0",
            locale: Locale::En,
            timeout: std::time::Duration::from_secs(20),
            ignored: &[],
            total: self.total,
        };
        let account = Decoder::new(self.tables).decode("", "0").account;
        let mut envelope =
            DebugEnvelope::of_decoding("0", "enterprise", account, Default::default());
        let response = cmec_executor::run(&plan, ports, run, &mut envelope).await;
        (response, envelope)
    }
}
