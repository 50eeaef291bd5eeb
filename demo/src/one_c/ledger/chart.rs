//! The part of the chart of accounts the ledger uses.

/// Accounts, each with its code, name and kind; a parent stands before its children.
pub(super) const ACCOUNTS: [(&str, &str, &str); 34] = [
    ("19", "НДС по приобретенным ценностям", "active"),
    ("19.03", "НДС по приобретенным МПЗ", "active"),
    ("26", "Общехозяйственные расходы", "active"),
    ("41", "Товары", "active"),
    ("41.01", "Товары на складах", "active"),
    ("44", "Расходы на продажу", "active"),
    ("44.01", "Издержки обращения", "active"),
    ("51", "Расчетные счета", "active"),
    ("60", "Расчеты с поставщиками и подрядчиками", "both"),
    ("60.01", "Расчеты с поставщиками и подрядчиками", "passive"),
    ("60.02", "Расчеты по авансам выданным", "active"),
    ("62", "Расчеты с покупателями и заказчиками", "both"),
    ("62.01", "Расчеты с покупателями и заказчиками", "active"),
    ("62.02", "Расчеты по авансам полученным", "passive"),
    ("62.Р", "Расчеты с розничными покупателями", "active"),
    (
        "66",
        "Расчеты по краткосрочным кредитам и займам",
        "passive",
    ),
    ("66.03", "Краткосрочные займы", "passive"),
    ("68", "Расчеты по налогам и сборам", "both"),
    ("68.02", "Налог на добавленную стоимость", "both"),
    ("76", "Расчеты с разными дебиторами и кредиторами", "both"),
    (
        "76.09",
        "Прочие расчеты с разными дебиторами и кредиторами",
        "both",
    ),
    ("76.АВ", "НДС по авансам и предоплатам", "active"),
    ("90", "Продажи", "both"),
    ("90.01", "Выручка", "passive"),
    (
        "90.01.1",
        "Выручка по деятельности с основной системой налогообложения",
        "passive",
    ),
    ("90.02", "Себестоимость продаж", "active"),
    ("90.03", "Налог на добавленную стоимость", "active"),
    ("90.09", "Прибыль / убыток от продаж", "both"),
    ("91", "Прочие доходы и расходы", "both"),
    ("91.01", "Прочие доходы", "passive"),
    ("91.02", "Прочие расходы", "active"),
    ("99", "Прибыли и убытки", "both"),
    ("99.01", "Прибыли и убытки", "both"),
    (
        "99.01.1",
        "Прибыли и убытки по деятельности с основной системой налогообложения",
        "both",
    ),
];

/// Accounts, with those below them, whose analytics are counterparty and contract.
const BY_CONTRACT: [&str; 4] = ["60", "62", "66", "76"];

/// The account above another: its code without the last part.
pub(super) fn parent(code: &str) -> Option<&str> {
    code.rsplit_once('.').map(|(parent, _)| parent)
}

/// Whether counterparty and contract are the analytics of an account.
pub(super) fn is_by_contract(code: &str) -> bool {
    BY_CONTRACT.contains(&code) || parent(code).is_some_and(is_by_contract)
}
