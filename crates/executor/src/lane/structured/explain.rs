//! Describes a plan of the structured lane for the debug envelope.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::StructuredPlan;

/// Adds the operations of a plan and the tables it reads.
pub fn explain(plan: &StructuredPlan<'_>, debug: &mut DebugEnvelope) {
    debug.assistant.execution_lane = Some("structured".to_owned());
    let contract = &plan.contract;
    let scenario = contract.intent.scenario.name();
    let output = contract.intent.output_type.name();
    let told = format!("{scenario} over tables, output {output}");
    debug.explain.push(told);
    for named in plan.entities() {
        let told = format!("the entity `{}` is looked up", named.entity.text);
        debug.explain.push(told);
    }
    if let Some(search) = &plan.search {
        let fields = search.fields.join(", ");
        let said = format!("`{}` is looked for in {fields}", search.query_text);
        debug.explain.push(said);
    }
    // The values of row-level security filters stay out of the envelope.
    for (path, operator) in plan.rows.filters() {
        let operator = operator.name();
        let narrowed = format!("rows are narrowed by {path} {operator}");
        debug.explain.push(narrowed);
    }
    debug.metrics_estimate.expected_rows = Some(plan.page().limit);
    debug.add_guardrail("only_bound_tables", false);
}
