//! What codes of the chart of accounts say.

/// Accounts, with those below them, whose analytics are counterparty and contract.
const BY_CONTRACT: [&str; 4] = ["60", "62", "66", "76"];

/// Whether an account is off the balance.
pub(super) fn is_off_balance(code: &str) -> bool {
    code == "001" || code.starts_with("МЦ")
}

/// The account above another: its code without the last part.
pub(super) fn parent(code: &str) -> Option<&str> {
    code.rsplit_once('.').map(|(parent, _)| parent)
}

/// Whether counterparty and contract are the analytics of an account.
pub(super) fn is_by_contract(code: &str) -> bool {
    BY_CONTRACT.contains(&code) || parent(code).is_some_and(is_by_contract)
}
