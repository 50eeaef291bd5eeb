//! A domain over its demonstration database, and a loop that asks a scripted server.

use std::path::Path;
use std::time::Duration;

use cmec_agent::audit::{Audit, NoAudit};
use cmec_agent::call_run::CallRun;
use cmec_agent::chat::http::{ChatSettings, HttpChat};
use cmec_agent::chat::tool::Tool;
use cmec_agent::domain_tools::{DomainContext, DomainTools};
use cmec_agent::observer::NoObserver;
use cmec_agent::run::{AgentResult, AgentSettings, run};
use cmec_agent::state::AgentState;
use cmec_agent::step::{IntentTool, Manner};
use cmec_agent::tool_result::RESULT_BYTES;
use cmec_decoder::stream::StreamDecoder;
use cmec_decoder::{Decoder, Extract, Notation, Options, Spelling, Tables};
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::model_server::ModelServer;
use cmec_executor::{Locale, PlanContext, Ports, Principals};
use serde_json::json;

use super::server::Server;

/// What the host tells the model; no text of a row and of a model stands in it.
pub(crate) const SYSTEM: &str = "SYSTEM";
pub(crate) const STANDARD: &str = "STANDARD";

/// A domain and its database.
pub(crate) struct World {
    pub(crate) domain: &'static str,
    database: Sqlite,
}

impl World {
    pub(crate) fn of(domain: &'static str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let file = cmec_demo::tables::database(domain, folder)
            .unwrap()
            .unwrap();
        Self {
            domain,
            database: Sqlite::new(&file),
        }
    }

    pub(crate) fn with(domain: &'static str, file: &Path) -> Self {
        Self {
            domain,
            database: Sqlite::new(file),
        }
    }

    pub(crate) fn tables(&self) -> &'static Tables {
        cmec_decoder::generated::builtin(self.domain).unwrap()
    }

    fn plan(&self) -> PlanContext<'static> {
        PlanContext {
            tables: self.tables(),
            catalogue: cmec_executor::generated::builtin(self.domain).unwrap(),
            principals: Principals::NONE,
            today: "2026-03-31".parse().unwrap(),
            limit: None,
            cursor: None,
        }
    }

    /// The tools that were shaped by hand, as a model is told of them, or the one of every codebook.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        let names = self.tables().tools.iter().map(|tool| tool.name.to_string());
        let mut names: Vec<String> = names.collect();
        if names.is_empty() {
            names.push(self.tables().ask_tool());
        }
        let names = names.into_iter().map(|name| Tool {
            name,
            description: "A tool.".to_owned(),
            parameters: json!({"type": "object"}),
            strict: false,
        });
        names.collect()
    }

    /// Runs a loop against a server.
    pub(crate) async fn asked(
        &self,
        server: &Server,
        question: &str,
        manner: &Manner,
        settings: &AgentSettings,
    ) -> (AgentResult, Vec<CallRun>) {
        self.seen(server, (question, NoAudit), manner, settings)
            .await
    }

    /// The same while somebody looks on.
    pub(crate) async fn seen<A: Audit + Send>(
        &self,
        server: &Server,
        (question, audit): (&str, A),
        manner: &Manner,
        settings: &AgentSettings,
    ) -> (AgentResult, Vec<CallRun>) {
        let (tools, intent_tool) = match manner {
            Manner::Tools => (self.tools(), None),
            Manner::Intent(tool) => (Vec::new(), Some(tool.name.clone())),
        };
        let context = DomainContext {
            intent_tool,
            locale: Locale::Ru,
            trace_id: "0".repeat(31) + "1",
            plan: self.plan(),
            tools,
            question: question.to_owned(),
            audit,
            least_confidence: None,
            result_bytes: RESULT_BYTES,
        };
        let mut tools = DomainTools::new(context, Ports::database(&self.database));
        let state = AgentState::new(
            SYSTEM.to_owned(),
            STANDARD.to_owned(),
            question.to_owned(),
            manner.clone(),
        );
        let own = ModelServer::new(&server.url, None).unwrap();
        let own = own.with_first_wait(Duration::from_millis(1));
        let hasty = ChatSettings {
            answer_within: Duration::from_millis(1_500),
            ..ChatSettings::new("m".to_owned())
        };
        let chat = HttpChat::new(own, hasty);
        let options = Options {
            spelling: Spelling::Only(Notation::Sql),
            extract: Extract::On,
            ..Options::default()
        };
        let stream = StreamDecoder::new(Decoder::new(self.tables()).with_options(options));
        let mut observer = NoObserver;
        let finished = run(
            state,
            (&chat, &mut tools),
            settings,
            Some(&stream),
            &mut observer,
        );
        let finished = finished.await;
        (finished, tools.into_runs())
    }

    /// A model that says an intent as SQL.
    pub(crate) fn sql(&self) -> Manner {
        Manner::Intent(IntentTool {
            name: self.tables().ask_tool(),
            argument: Some("sql".to_owned()),
        })
    }
}

/// Settings of a test: deadlines that are over soon.
pub(crate) fn settings() -> AgentSettings {
    AgentSettings {
        within: Duration::from_secs(20),
        tool_within: Duration::from_secs(10),
        ..AgentSettings::default()
    }
}
