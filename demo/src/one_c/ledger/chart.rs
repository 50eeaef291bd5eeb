//! Properties of accounts by their codes.

/// Accounts (with subaccounts) whose analytics are counterparty and contract.
const BY_CONTRACT: [&str; 4] = ["60", "62", "66", "76"];

pub(super) fn is_off_balance(code: &str) -> bool {
    code == "001" || code.starts_with("МЦ")
}

/// The parent account: the code without its last part.
pub(super) fn parent(code: &str) -> Option<&str> {
    code.rsplit_once('.').map(|(parent, _)| parent)
}

/// True where counterparty and contract are the analytics.
pub(super) fn is_by_contract(code: &str) -> bool {
    BY_CONTRACT.contains(&code) || parent(code).is_some_and(is_by_contract)
}
