//! Rules about the limits of model providers.

use super::doc;

doc::table! {
    PROVIDER_BUDGET "CB120" "provider-budget" Warning {
        what: "a schema of the codebook costs more than a provider allows",
        why: "the provider would refuse it; it is written whole all the same, never a smaller one without a word",
        example: "profiles: [openai-strict] with two thousand fields",
        instead: "a codebook of the fields that are asked for, or `profiles` without the provider",
    }
    CLIENT_CUT "CB121" "client-cut" Warning {
        what: "a client that the codebook is for does not take its tools whole",
        why: "what is cut no model reads, and a tool with too long a name is not there at all",
        example: "profiles: [claude-code] with a tool that `tools.yaml` describes in 5000 characters",
        instead: "shorter names and descriptions, fewer tools, or `profiles` without the client",
    }
}
