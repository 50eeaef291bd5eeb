//! The part of the chart of accounts the ledger uses.

/// An account.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) code: &'static str,
    pub(super) parent: Option<&'static str>,
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    /// Whether counterparty and contract are its analytics.
    pub(super) by_contract: bool,
}

const fn account(
    code: &'static str,
    parent: Option<&'static str>,
    name: &'static str,
    kind: &'static str,
    by_contract: bool,
) -> Account {
    Account {
        code,
        parent,
        name,
        kind,
        by_contract,
    }
}

/// Accounts; a parent stands before its children.
pub(super) const ACCOUNTS: [Account; 34] = [
    account(
        "19",
        None,
        "НДС по приобретенным ценностям",
        "active",
        false,
    ),
    account(
        "19.03",
        Some("19"),
        "НДС по приобретенным МПЗ",
        "active",
        false,
    ),
    account("26", None, "Общехозяйственные расходы", "active", false),
    account("41", None, "Товары", "active", false),
    account("41.01", Some("41"), "Товары на складах", "active", false),
    account("44", None, "Расходы на продажу", "active", false),
    account("44.01", Some("44"), "Издержки обращения", "active", false),
    account("51", None, "Расчетные счета", "active", false),
    account(
        "60",
        None,
        "Расчеты с поставщиками и подрядчиками",
        "both",
        true,
    ),
    account(
        "60.01",
        Some("60"),
        "Расчеты с поставщиками и подрядчиками",
        "passive",
        true,
    ),
    account(
        "60.02",
        Some("60"),
        "Расчеты по авансам выданным",
        "active",
        true,
    ),
    account(
        "62",
        None,
        "Расчеты с покупателями и заказчиками",
        "both",
        true,
    ),
    account(
        "62.01",
        Some("62"),
        "Расчеты с покупателями и заказчиками",
        "active",
        true,
    ),
    account(
        "62.02",
        Some("62"),
        "Расчеты по авансам полученным",
        "passive",
        true,
    ),
    account(
        "62.Р",
        Some("62"),
        "Расчеты с розничными покупателями",
        "active",
        true,
    ),
    account(
        "66",
        None,
        "Расчеты по краткосрочным кредитам и займам",
        "passive",
        true,
    ),
    account("66.03", Some("66"), "Краткосрочные займы", "passive", true),
    account("68", None, "Расчеты по налогам и сборам", "both", false),
    account(
        "68.02",
        Some("68"),
        "Налог на добавленную стоимость",
        "both",
        false,
    ),
    account(
        "76",
        None,
        "Расчеты с разными дебиторами и кредиторами",
        "both",
        true,
    ),
    account(
        "76.09",
        Some("76"),
        "Прочие расчеты с разными дебиторами и кредиторами",
        "both",
        true,
    ),
    account(
        "76.АВ",
        Some("76"),
        "НДС по авансам и предоплатам",
        "active",
        true,
    ),
    account("90", None, "Продажи", "both", false),
    account("90.01", Some("90"), "Выручка", "passive", false),
    account(
        "90.01.1",
        Some("90.01"),
        "Выручка по деятельности с основной системой налогообложения",
        "passive",
        false,
    ),
    account("90.02", Some("90"), "Себестоимость продаж", "active", false),
    account(
        "90.03",
        Some("90"),
        "Налог на добавленную стоимость",
        "active",
        false,
    ),
    account(
        "90.09",
        Some("90"),
        "Прибыль / убыток от продаж",
        "both",
        false,
    ),
    account("91", None, "Прочие доходы и расходы", "both", false),
    account("91.01", Some("91"), "Прочие доходы", "passive", false),
    account("91.02", Some("91"), "Прочие расходы", "active", false),
    account("99", None, "Прибыли и убытки", "both", false),
    account("99.01", Some("99"), "Прибыли и убытки", "both", false),
    account(
        "99.01.1",
        Some("99.01"),
        "Прибыли и убытки по деятельности с основной системой налогообложения",
        "both",
        false,
    ),
];

/// Whether counterparty and contract are the analytics of an account.
pub(super) fn is_by_contract(code: &str) -> bool {
    ACCOUNTS
        .iter()
        .any(|account| account.code == code && account.by_contract)
}
