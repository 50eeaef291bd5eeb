//! The subject of an answer, by the intent of its recipe. A codebook gives a recipe's purpose in one language; this
//! file has the other languages for built-in intents. A custom recipe uses its purpose.

use crate::locale::Locale;

/// The subject of an intent; `purpose` for custom intents.
#[must_use]
pub fn subject<'t>(locale: Locale, intent: &str, purpose: &'t str) -> &'t str {
    let [zh, en] = match intent {
        "period_coverage_profile" => ["账簿覆盖的期间", "periods the ledger covers"],
        "document_type_and_account_section_profile" => [
            "单据类型与核算分部",
            "kinds of documents and sections of accounting",
        ],
        "list_payables_counterparties" => ["应付款项的分录", "movements of payables"],
        "list_receivables_counterparties" => ["应收款项的分录", "movements of receivables"],
        "open_contracts_confirmed_as_of_date" => {
            ["指定日期的未结合同", "contracts open on the day"]
        }
        "list_open_contracts" => [
            "可能未结合同的分录",
            "movements of contracts that may be open",
        ],
        "open_items_by_counterparty_or_contract" => [
            "往来单位或合同未结项目的分录",
            "movements of open items of the counterparty or contract",
        ],
        "list_documents_by_counterparty" => ["往来单位的单据", "documents of the counterparty"],
        "bank_operations_by_counterparty" => {
            ["往来单位的银行业务", "bank operations of the counterparty"]
        }
        "list_documents_by_contract" => ["合同的单据", "documents under the contract"],
        "bank_operations_by_contract" => ["合同的银行业务", "bank operations under the contract"],
        "documents_forming_balance" => ["形成余额的单据", "documents that form the balance"],
        "account_balance_snapshot" => ["科目的分录与余额", "movements and balance of the account"],
        "settlement_balances" => [
            "按往来单位与合同的余额",
            "balances by counterparty and contract",
        ],
        "person_balances" => ["备用金余额", "balances of advances to persons"],
        "payment_totals" => ["收付款合计", "sums of payments"],
        "bank_statement" => ["银行对账单", "statement of the account"],
        "trial_balance" => ["科目余额表", "trial balance"],
        "trial_balance_of_account" => ["科目的余额表", "trial balance of the account"],
        "documents_of_all_kinds" => ["单据", "documents"],
        "reconciliation" => ["对账单", "reconciliation"],
        "debts_by_age" => ["按账龄的欠款", "debts by age"],
        "debt_ranking" => ["最大的欠款", "greatest debts"],
        "requisites" => ["往来单位的合同", "contracts of the counterparty"],
        _ => return purpose,
    };
    locale.pick(zh, purpose, en)
}
