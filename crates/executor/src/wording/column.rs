//! Names of the columns and filters of an answer, and the kinds of their values.

use std::borrow::Cow;

use cmec_decoder::language::given_names;
use cmec_decoder::tables::{Label, Tables};

use crate::locale::Locale;

/// The kind of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// A day, or the day of a moment.
    Day,
    /// A month, by its first moment.
    Month,
    /// A year, by its first moment.
    Year,
    /// An amount of money.
    Amount,
    /// A count.
    Count,
    /// Any other number.
    Number,
    /// Anything else.
    Text,
}

impl ColumnKind {
    /// True where its values are numbers.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Amount | Self::Count | Self::Number)
    }
}

/// The kind of a column by its name.
#[must_use]
pub fn kind(column: &str) -> ColumnKind {
    match column {
        "period" | "valid_until" | "first" | "last" | "period_from" | "period_to"
        | "as_of_date" => ColumnKind::Day,
        "month" | "busiest_month" => ColumnKind::Month,
        "busiest_year" => ColumnKind::Year,
        "income" | "expense" | "debit" | "credit" | "returns" | "currency_amount"
        | "currency_debit" | "currency_credit" | "difference" | "advances_debit"
        | "advances_credit" | "age_0_30" | "age_31_60" | "age_61_90" | "age_over_90"
        | "age_unknown" | "overdue" | "amount" | "balance" | "turnover_debit"
        | "turnover_credit" | "opening_debit" | "opening_credit" | "balance_debit"
        | "balance_credit" => ColumnKind::Amount,
        "payment_days" | "documents" | "postings" | "document_types" | "sections"
        | "documents_of_year" | "documents_of_month" => ColumnKind::Count,
        _ => ColumnKind::Text,
    }
}

/// The name of a column by the codebook: the label of a field with its variable's name, or the label of a metric;
/// otherwise its [`name`].
#[must_use]
pub fn called<'c>(tables: &'c Tables, locale: Locale, column: &'c str) -> Cow<'c, str> {
    let (place, read) = given_names::at_place(column);
    let label = match (tables.field_by_path(read), tables.metric_by_name(read)) {
        (Some(field), _) => label(&field.labels, locale),
        (None, Some(metric)) => label(&metric.labels, locale),
        (None, None) => None,
    };
    match (label, place) {
        (Some(label), Some(place)) => Cow::Owned(format!("{place}: {label}")),
        (Some(label), None) => Cow::Borrowed(label),
        (None, _) => Cow::Borrowed(name(locale, column)),
    }
}

/// The label in a language, if any.
#[must_use]
pub fn label(labels: &[Label], locale: Locale) -> Option<&str> {
    let own = labels.iter().find(|label| label.language == locale.tag());
    own.map(|label| label.text.as_ref())
}

/// The name of a column or filter; the code itself where it has none.
#[must_use]
pub fn name(locale: Locale, column: &str) -> &str {
    let [zh, ru, en] = match column {
        "period" => ["日期", "Дата", "Date"],
        "month" => ["月份", "Месяц", "Month"],
        "document" | "document_ref" => ["单据", "Документ", "Document"],
        "number" => ["编号", "Номер", "Number"],
        "account_debit" => ["借方科目", "Счёт Дт", "Debit account"],
        "account_credit" => ["贷方科目", "Счёт Кт", "Credit account"],
        "account" => ["科目", "Счёт", "Account"],
        "debit_1" => ["借方核算项 1", "Субконто Дт 1", "Debit detail 1"],
        "debit_2" => ["借方核算项 2", "Субконто Дт 2", "Debit detail 2"],
        "debit_3" => ["借方核算项 3", "Субконто Дт 3", "Debit detail 3"],
        "credit_1" => ["贷方核算项 1", "Субконто Кт 1", "Credit detail 1"],
        "credit_2" => ["贷方核算项 2", "Субконто Кт 2", "Credit detail 2"],
        "credit_3" => ["贷方核算项 3", "Субконто Кт 3", "Credit detail 3"],
        "debit_details" => ["借方核算项", "Аналитика Дт", "Debit details"],
        "credit_details" => ["贷方核算项", "Аналитика Кт", "Credit details"],
        "counterparty" => ["往来单位", "Контрагент", "Counterparty"],
        "contract" => ["合同", "Договор", "Contract"],
        "advance" => ["预付款", "Аванс", "Advance"],
        "document_type" => ["单据类型", "Вид документа", "Kind of document"],
        "section" => ["核算分部", "Раздел", "Section"],
        "documents" => ["单据数", "Документов", "Documents"],
        "postings" => ["分录数", "Проводок", "Postings"],
        "document_types" => ["单据类型数", "Видов документов", "Kinds of documents"],
        "sections" => ["分部数", "Разделов", "Sections"],
        "first" => ["数据起始", "Начало данных", "First day"],
        "last" => ["数据截止", "Конец данных", "Last day"],
        "busiest_year" => ["最活跃的年份", "Самый активный год", "Busiest year"],
        "documents_of_year" => ["该年单据数", "Документов за год", "Documents of the year"],
        "busiest_month" => ["最活跃的月份", "Самый активный месяц", "Busiest month"],
        "documents_of_month" => [
            "该月单据数",
            "Документов за месяц",
            "Documents of the month",
        ],
        "amount" => ["金额", "Сумма", "Amount"],
        "currency" => ["币种", "Валюта", "Currency"],
        "turnover_debit" => ["借方发生额", "Оборот Дт", "Turnover debit"],
        "turnover_credit" => ["贷方发生额", "Оборот Кт", "Turnover credit"],
        "opening_debit" => ["期初借方", "Начальный остаток Дт", "Opening debit"],
        "opening_credit" => ["期初贷方", "Начальный остаток Кт", "Opening credit"],
        "balance_debit" => ["借方余额", "Остаток Дт", "Balance debit"],
        "balance_credit" => ["贷方余额", "Остаток Кт", "Balance credit"],
        "direction" => ["收付方向", "Направление", "Direction"],
        "side" => ["方向", "Сторона", "Side"],
        "account_name" => ["科目名称", "Наименование счёта", "Name of the account"],
        "off_balance" => ["表外", "Забалансовый", "Off balance"],
        "bank_account" => ["银行账户", "Банковский счёт", "Bank account"],
        "corresponding_account" => ["对方科目", "Корр. счёт", "Corresponding account"],
        "analytic_1" => ["核算项 1", "Субконто 1", "Detail 1"],
        "analytic_2" => ["核算项 2", "Субконто 2", "Detail 2"],
        "corresponding_detail" => ["对方核算项", "Корр. субконто", "Corresponding detail"],
        "currency_debit" => ["外币借方", "В валюте Дт", "In the currency debit"],
        "currency_credit" => ["外币贷方", "В валюте Кт", "In the currency credit"],
        "income" => ["收入", "Приход", "Received"],
        "expense" => ["支出", "Расход", "Paid"],
        "debit" => ["借方", "Дебет", "Debit"],
        "credit" => ["贷方", "Кредит", "Credit"],
        "returns" => ["退款", "Возвраты", "Returned"],
        "currency_amount" => ["外币金额", "Сумма в валюте", "Amount in the currency"],
        "advances_debit" => ["其中预付", "В т. ч. авансы Дт", "Of it advances debit"],
        "advances_credit" => ["其中预收", "В т. ч. авансы Кт", "Of it advances credit"],
        "difference" => ["差额", "Разница", "Difference"],
        "age_0_30" => ["0–30 天", "0–30 дней", "0–30 days"],
        "age_31_60" => ["31–60 天", "31–60 дней", "31–60 days"],
        "age_61_90" => ["61–90 天", "61–90 дней", "61–90 days"],
        "age_over_90" => ["超过 90 天", "Свыше 90 дней", "Over 90 days"],
        "age_unknown" => ["未注明单据", "Документ не указан", "Without a document"],
        "balance" => ["余额", "Остаток", "Balance"],
        "overdue" => ["逾期", "Просрочено", "Overdue"],
        "contract_type" => ["合同类型", "Вид договора", "Kind of contract"],
        "valid_until" => ["有效期至", "Срок действия", "Valid until"],
        "payment_days" => ["付款期限（天）", "Срок оплаты, дней", "Days to pay"],
        "full_name" => ["全称", "Полное наименование", "Full name"],
        "tax_number" => ["税号", "ИНН", "Taxpayer number"],
        "tax_reason_code" => ["登记原因代码", "КПП", "Tax registration code"],
        "bank_account_number" => ["账号", "Номер счёта", "Account number"],
        "bank" => ["银行", "Банк", "Bank"],
        "bank_code" => ["银行代码", "БИК", "Bank code"],
        "amount_from" => ["金额自", "Сумма от", "Amount from"],
        "overdue_over" => ["逾期超过", "Просрочено больше", "Overdue by more than"],
        "amount_to" => ["金额至", "Сумма до", "Amount up to"],
        "person" => ["人员", "Подотчётное лицо", "Person"],
        "purpose" => ["用途", "Назначение платежа", "Purpose"],
        "organization" => ["组织", "Организация", "Organization"],
        "period_from" => ["期间起", "Начало периода", "Period from"],
        "period_to" => ["期间止", "Конец периода", "Period to"],
        "as_of_date" => ["截至", "По состоянию на", "As of"],
        "status" => ["状态", "Статус", "Status"],
        _ => return column,
    };
    locale.pick(zh, ru, en)
}
