//! The registry of limitations: the code, the text and, in three languages, the sentence, the reason and the remedy of
//! each. `{name}` is a value. Text answers, `cmec explain` and `cmec explain-run` use it.

use std::collections::BTreeMap;

use crate::limitation::LimitationValue;
use crate::limitation::entry::{Entry, Kind};
use crate::limitation::reason::{Obstacle, Unsupported};

impl Entry {
    /// The entry of a code.
    #[must_use]
    pub fn named(code: &str) -> Option<&'static Self> {
        ENTRIES.iter().find(|entry| entry.code == code)
    }
}

#[rustfmt::skip]
macro_rules! field_type {
    (Number) => { u64 };
    (Reason) => { Unsupported };
    (Why) => { Obstacle };
    ($other:ident) => { String };
}

#[rustfmt::skip]
macro_rules! hide {
    (Number $field:ident) => { let _ = $field; };
    (Reason $field:ident) => { let _ = $field; };
    (Why $field:ident) => { let _ = $field; };
    ($text:ident $field:ident) => { *$field = Kind::$text.hidden($field) };
}

macro_rules! plain {
    ($name:ident) => {
        Some(Limitation::$name)
    };
    ($name:ident $fields:tt) => {
        None
    };
}

macro_rules! limitations {
    ($($name:ident $({ $($field:ident: $kind:ident),+ })? = $code:literal $text:literal
        [$zh:literal, $ru:literal, $en:literal]
        $why:tt
        $instead:tt
    )+) => {
        /// Something that an answer does not see, or sees otherwise than asked.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Limitation {
            $(#[doc = $en] $name $({ $(#[doc = stringify!($field)] $field: field_type!($kind)),+ })?,)+
        }

        /// Every entry.
        pub static ENTRIES: &[Entry] = &[$(Entry {
            code: $code,
            text: $text,
            fields: &[$($((stringify!($field), Kind::$kind)),+)?],
            what: [$zh, $ru, $en],
            why: $why,
            instead: $instead,
        }),+];

        /// The names of the members, in the order of the entries.
        #[derive(Clone, Copy)]
        enum Ordinal { $($name),+ }

        impl Limitation {
            /// Its entry.
            #[must_use]
            pub(crate) fn entry(&self) -> &'static Entry {
                let ordinal = match self { $(Self::$name { .. } => Ordinal::$name,)+ };
                // Every ordinal has an entry, so the empty one is never used.
                ENTRIES.get(ordinal as usize).unwrap_or(&EMPTY)
            }

            /// Its values, by their names.
            pub(crate) fn values(&self) -> BTreeMap<&'static str, String> {
                match self {
                    $(Self::$name $({ $($field),+ })? => BTreeMap::<&str, String>::from([
                        $($((stringify!($field), $field.text())),+)?
                    ]),)+
                }
            }

            /// Hides what may name somebody, and the words of other programs.
            pub fn hide(&mut self) {
                match self {
                    $(Self::$name $({ $($field),+ })? => { $($(hide!($kind $field);)+)? })+
                }
            }

            /// The limitation without values that has this code.
            pub(crate) fn plain(code: &str) -> Option<Self> {
                match code {
                    $($code => plain!($name $({ $($field)+ })?),)+
                    _ => None,
                }
            }
        }
    };
}

const EMPTY: Entry = Entry {
    code: "",
    text: "",
    fields: &[],
    what: ["", "", ""],
    why: ["", "", ""],
    instead: ["", "", ""],
};

limitations! {
    // Rows.
    RowsTruncated { most: Number } = "rows_truncated_to_limit" "rows_truncated_to_limit: {most}"
        ["没有显示全部行：最多 {most} 行", "Показаны не все строки: не больше {most}", "Not all rows are shown: {most} at most"]
        ["一次回答最多有这么多行", "в ответе не бывает больше строк", "an answer has no more rows at once"]
        ["用游标取下一页，或加条件", "возьмите следующую страницу по курсору или добавьте условие", "take the next page by its cursor, or add a condition"]
    LimitLowered { most: Number } = "limit_lowered_to_maximum" "limit_lowered_to_maximum: {most}"
        ["行数上限已降为 {most}", "Столько строк не показывается: не больше {most}", "So many rows are not shown: {most} at most"]
        ["所要的行数超过上限", "запрошено больше строк, чем бывает в ответе", "more rows were asked for than an answer may have"]
        ["按页取行", "берите строки по страницам", "take the rows page by page"]
    NextPageOutOfReach { why: Why } = "next_page_out_of_reach" "next_page_out_of_reach: {why}"
        ["还有更多行，但无法给出下一页（{why}）", "Строки есть ещё, но до следующей страницы не дойти ({why})", "There are more rows, and the next page cannot be reached ({why})"]
        ["没有游标能指向后面的行", "курсора, который ведёт к следующим строкам, нет", "no cursor leads to the rows that follow"]
        ["加条件，使答案变短", "добавьте условие, чтобы ответ был короче", "add a condition, so that the answer is shorter"]
    RowsRepeated { rows: Number } = "rows_repeated_by_server" "rows_repeated_by_server: {rows}"
        ["服务器重复发送了 {rows} 行，已各计一次", "Сервер прислал повторно строк: {rows}; каждая учтена один раз", "The server sent {rows} rows twice; each is counted once"]
        ["服务器的应答含有相同的行", "в ответе сервера есть одинаковые строки", "the answer of the server has the same row more than once"]
        ["不必做什么；请告知服务器的管理者", "ничего; сообщите тому, кто ведёт сервер", "nothing; tell whoever runs the server"]
    RowsCutByServer { rows: Number } = "rows_cut_by_server" "rows_cut_by_server: {rows}"
        ["服务器没有给出全部行：只给出 {rows} 行", "Сервер отдал не все строки: только {rows}", "The server left rows out: it gave {rows} only"]
        ["服务器说还有更多的行", "сервер сообщает, что строк больше", "the server says that there are more rows"]
        ["翻到下一页，或加条件", "возьмите следующую страницу или добавьте условие", "take the next page, or add a condition"]
    RowsMiscounted { told: Number, rows: Number } = "rows_miscounted_by_server" "rows_miscounted_by_server: {told} told, {rows} given"
        ["服务器说有 {told} 行，却给出 {rows} 行", "Сервер сообщил о {told} строках, а отдал {rows}", "The server tells of {told} rows and gave {rows}"]
        ["服务器的行数与所给的行不符", "счёт сервера не сходится с его строками", "the count of the server is not that of its rows"]
        ["检查服务器", "проверьте сервер", "check the server"]
    TotalsCut = "totals_cut_by_server" "totals_cut_by_server"
        ["服务器没有给出完整的合计，因此不显示", "Итоги сервер отдал не целиком, поэтому они не показаны", "The server gave a part of the totals, so they are not shown"]
        ["部分的合计不是合计", "часть итога — не итог", "a part of a sum is no sum"]
        ["检查服务器", "проверьте сервер", "check the server"]
    RowsUnreadable { rows: Number } = "rows_unreadable" "rows_unreadable: {rows}"
        ["服务器发来的 {rows} 行无法读取，未列出", "Строк, которые не удалось прочитать: {rows}; здесь их нет", "{rows} rows could not be read and are not here"]
        ["这些行缺少所需的字段", "в этих строках нет нужных полей", "these rows lack the fields that are needed"]
        ["查看调试信封", "посмотрите отладочный конверт", "see the debug envelope"]
    RowsOutsideScope { rows: Number } = "rows_outside_account_scope" "rows_outside_account_scope: {rows}"
        ["另有 {rows} 行属于其他科目，未列出", "Строк по другим счетам: {rows}; здесь их нет", "{rows} rows are of other accounts and are not here"]
        ["查询只看其科目", "рецепт смотрит только на свои счета", "the recipe looks at its own accounts only"]
        ["询问所需的科目", "спросите о нужном счёте", "ask about the account that is meant"]
    PeriodMissing = "missing_period_field" "missing_period_field"
        ["服务器的行没有日期", "В строках сервера нет даты", "The rows of the server have no date"]
        ["没有日期的行无法使用", "без даты строка не годится", "a row without a date cannot be used"]
        ["查看服务器的应答", "посмотрите ответ сервера", "look at the answer of the server"]
    DocumentMissing = "missing_registrator_field" "missing_registrator_field"
        ["服务器的行没有单据", "В строках сервера нет документа", "The rows of the server have no document"]
        ["没有单据的行无法使用", "без документа строка не годится", "a row without a document cannot be used"]
        ["查看服务器的应答", "посмотрите ответ сервера", "look at the answer of the server"]
    PeriodAndDocumentMissing = "missing_period_and_registrator_fields" "missing_period_and_registrator_fields"
        ["服务器的行没有日期和单据", "В строках сервера нет ни даты, ни документа", "The rows of the server have neither date nor document"]
        ["没有这些字段的行无法使用", "без этих полей строка не годится", "a row without these fields cannot be used"]
        ["查看服务器的应答", "посмотрите ответ сервера", "look at the answer of the server"]
    UnknownRowShape = "unknown_row_shape" "unknown_row_shape"
        ["服务器的行没有所需的列", "В строках сервера нет нужных столбцов", "The rows of the server lack the columns needed"]
        ["应答不是这份查询的行", "ответ — не строки этого запроса", "the answer has other rows than those of the query"]
        ["查看服务器的应答", "посмотрите ответ сервера", "look at the answer of the server"]
    OutsideScope = "dropped_by_account_scope_filter" "dropped_by_account_scope_filter"
        ["所有行都属于其他科目", "Все строки по другим счетам", "All rows are of other accounts"]
        ["查询只看其科目", "рецепт смотрит только на свои счета", "the recipe looks at its own accounts only"]
        ["询问所需的科目", "спросите о нужном счёте", "ask about the account that is meant"]

    // Limits of a recipe's rows.
    Movements = "rows_are_movements_not_confirmed_balances" "rows_are_movements_not_confirmed_balances"
        ["这些是分录，不是已确认的余额", "Это движения, а не подтверждённые остатки", "These are movements, not confirmed balances"]
        ["查询列出分录", "рецепт перечисляет проводки", "the recipe lists postings"]
        ["余额请用 account_balance 询问", "об остатке спросите account_balance", "ask account_balance for a balance"]
    AdvancesHidden = "advances_and_offsets_not_shown" "advances_and_offsets_not_shown"
        ["不含预付、预收款及其抵销；资产负债共同科目只列该日按往来单位与合同的余额在这一方的分录", "Авансы и их зачёты не показаны; по активно-пассивным счетам показано то, где остаток по контрагенту и договору на дату с этой стороны", "Advances and their offsets are not shown; of active-passive accounts only what has its balance by counterparty and contract on this side on the date"]
        ["科目的性质决定分录是欠款还是抵减欠款", "вид счёта решает, растёт ли долг от проводки", "the kind of an account tells whether a posting adds to a debt"]
        ["按科目询问预付、预收款", "об авансах спросите по их счёту", "ask about advances by their account"]
    AccountOutsideRecipe { account: Code } = "account_outside_recipe" "account_outside_recipe: {account}"
        ["此查询不看科目 {account}", "Этот рецепт не смотрит на счёт {account}", "The recipe does not look at account {account}"]
        ["查询只看其科目", "рецепт смотрит только на свои счета", "a recipe looks at its own accounts only"]
        ["用科目余额表询问任意科目", "о любом счёте спросите оборотно-сальдовую ведомость", "ask for the trial balance of any account"]
    NoMovements = "no_movements" "no_movements"
        ["截至该日没有发生额", "Движений не было", "There were no movements"]
        ["到该日为止没有任何分录", "до этой даты нет ни одной проводки", "there is no posting up to the date"]
        ["检查日期与名称", "проверьте дату и название", "check the date and the name"]
    TiedAtEnd = "tied_at_the_end" "tied_at_the_end"
        ["下一行的金额与最后一行相同", "У следующей строки та же сумма, что у последней", "The next row has the same amount as the last one"]
        ["行数的上限从相同的金额中间切开", "ограничение строк разделило равные суммы", "the limit of rows cuts through equal amounts"]
        ["多取一些行", "попросите больше строк", "ask for more rows"]
    AdvancesNotAged = "advances_not_aged" "advances_not_aged"
        ["预付、预收款不计账龄", "Авансы по срокам не разносятся", "Advances have no age"]
        ["预付、预收款不是欠款", "аванс — не долг", "an advance is no debt"]
        ["按往来单位询问余额", "спросите остаток по контрагенту", "ask for the balance of the counterparty"]
    PostedDocumentsOnly = "documents_with_postings_only" "documents_with_postings_only"
        ["仅为有分录的单据：付款通知单与未记账单据不在内", "Только документы с проводками: счета на оплату и непроведённые документы не показаны", "Only documents with postings: invoices for payment and unposted documents are not shown"]
        ["查询从分录找单据", "рецепт находит документы по проводкам", "the recipe finds documents by postings"]
        ["在 1C 中查看未记账单据", "непроведённые смотрите в 1С", "see unposted ones in 1C"]
    SumsByPostings = "sums_by_postings" "sums_by_postings"
        ["按分录计算，仅限与 60、62、76 的结算；工资、税款、借款、备用金与内部划转不在内", "Суммы по проводкам, только расчёты на 60, 62 и 76; зарплата, налоги, займы, подотчётные и переводы между своими счетами не входят", "By postings, settlements on 60, 62 and 76 alone; wages, taxes, loans, money to account for and transfers of one's own are left out"]
        ["货币资金科目与结算科目之间的分录是付款", "платёж — проводка между счётом денег и счётом расчётов", "a payment is a posting between an account of money and one of settlements"]
        ["划转请看银行对账单", "переводы видны в банковской выписке", "see transfers in the statement of the account"]
    OurSideAlone = "our_side_alone" "our_side_alone"
        ["只有我方数据，对方一栏为空", "Только наши данные, сторона контрагента пуста", "Our data alone, the other side is empty"]
        ["账簿里没有对方的数据", "данных контрагента в учёте нет", "the ledger has no data of the other side"]
        ["向对方索取其数据", "запросите данные у контрагента", "ask the other side for theirs"]
    BankDocumentsOnly = "bank_documents_only" "bank_documents_only"
        ["仅为银行单据，不含发货等其他单据", "Только банковские документы; реализации, поступления и прочие не показаны", "Bank documents only; sales, purchases and others are not shown"]
        ["查询只列银行单据", "рецепт перечисляет банковские документы", "the recipe lists bank documents"]
        ["其他单据请另行询问", "о других документах спросите отдельно", "ask about other documents by themselves"]
    PersonsAndCashHidden = "individuals_cash_and_transit_not_shown" "individuals_cash_and_transit_not_shown"
        ["不含个人付款、现金单据与在途资金", "Платежи физических лиц, кассовые документы и деньги в пути не показаны", "Payments of individuals, cash documents and money in transit are not shown"]
        ["查询只看结算账户", "рецепт смотрит на расчётные счета", "the recipe looks at settlement accounts"]
        ["按科目询问这些", "спросите о них по счетам", "ask about these by their accounts"]
    SettlementPostingsOnly = "documents_with_settlement_postings_only" "documents_with_settlement_postings_only"
        ["仅为有结算分录的单据", "Только документы с проводками по расчётам", "Only documents with postings on settlements"]
        ["查询从结算科目的分录找单据", "рецепт находит документы по проводкам на счетах расчётов", "the recipe finds documents by postings on settlement accounts"]
        ["其他单据请按编号询问", "о других документах спросите по номеру", "ask about other documents by their number"]
    AllOrganizations = "all_organizations_together" "all_organizations_together"
        ["所有组织合并计算", "По всем организациям вместе", "All organizations together"]
        ["没有指定组织", "организация не названа", "no organization was said"]
        ["指定组织", "назовите организацию", "say the organization"]
    NearestRows = "anchor_not_matched_fallback_rows" "anchor_not_matched_fallback_rows"
        ["没有一行含所问的对象，显示的是最接近的行", "Ни в одной строке нет того, о чём спрошено; показаны ближайшие", "No row has what was asked for; the nearest ones are shown"]
        ["查询允许显示最接近的行", "рецепт разрешает показать ближайшие строки", "the recipe allows the nearest rows"]
        ["检查名称", "проверьте название", "check the name"]
    WholePeriod = "period_window_auto_broadened_to_available_data" "period_window_auto_broadened_to_available_data"
        ["所问期间没有行，显示全部期间的数据", "За названный период строк нет; показано всё доступное время", "The period asked for has no rows; all available time is shown"]
        ["查询允许放宽期间", "рецепт разрешает расширить период", "the recipe allows a wider period"]
        ["指定有数据的期间", "назовите период, за который есть данные", "say a period that has data"]
    AnyAccount = "account_scope_fallback_to_raw_rows" "account_scope_fallback_to_raw_rows"
        ["在所问科目上没有行，显示其他科目的行", "По нужным счетам строк нет; показаны строки других счетов", "The accounts asked for have no rows; those of other accounts are shown"]
        ["查询允许其他科目", "рецепт разрешает другие счета", "the recipe allows other accounts"]
        ["询问所需的科目", "спросите о нужном счёте", "ask about the account that is meant"]
    BankRowsShown = "documents_fallback_to_bank_rows" "documents_fallback_to_bank_rows"
        ["没有找到分录，显示银行单据", "По проводкам строк нет; показаны банковские документы", "Postings have no rows; bank documents are shown"]
        ["查询允许显示银行单据", "рецепт разрешает показать банковские документы", "the recipe allows bank documents"]
        ["检查期间与名称", "проверьте период и название", "check the period and the name"]
    AnchorRowsShown = "documents_fallback_to_anchor_rows" "documents_fallback_to_anchor_rows"
        ["没有找到银行单据，显示该对象的所有行", "Банковских документов нет; показаны любые строки по названному", "There are no bank documents; whatever rows there are of it are shown"]
        ["查询允许显示该对象的任何行", "рецепт разрешает показать любые строки по названному", "the recipe allows whatever rows there are of it"]
        ["检查期间与名称", "проверьте период и название", "check the period and the name"]

    // Parts of a contract that a recipe does not support.
    UnsupportedPart { part: Part, reason: Reason } = "part_not_supported" "{part}: {reason}"
        ["{part}：{reason}", "{part}: {reason}", "{part}: {reason}"]
        ["没有查询能带上这一部分", "ни один рецепт не может учесть эту часть", "no recipe can carry this part"]
        ["去掉它，或换一种问法", "уберите её или спросите иначе", "leave it out, or ask otherwise"]
    NotAnAccount { value: Value } = "account_token_not_recognised" "account: `{value}` is no account code"
        ["科目：“{value}”不是科目代码", "Счёт: «{value}» — не код счёта", "Account: “{value}” is no account code"]
        ["科目按代码查找", "счёт ищут по коду", "accounts are found by their code"]
        ["写出科目代码，如 62.01", "назовите код счёта, например 62.01", "say the code of an account, such as 62.01"]
    DatesDisagree { one: Day, other: Day } = "dates_disagree" "the answer would end on {one} and on {other}"
        ["说了两个日期：{one} 和 {other}，应为哪一个？", "Названы две даты, {one} и {other}: на какую?", "Two dates are said, {one} and {other}: on which?"]
        ["结果只能到一个日期为止", "ответ кончается одним днём", "an answer ends on one day"]
        ["只说一个日期", "назовите одну дату", "say one of them"]
    DayOrUpTo { day: Day } = "day_or_up_to_it" "as_of_date: {day} alone, or all up to {day}"
        ["只要 {day} 当天的（period 自 {day} 至 {day}），还是截至 {day} 的全部（period 至 {day}）？", "Только за {day} (период с {day} по {day}) или всё по {day} включительно (период по {day})?", "Of {day} alone (period from {day} to {day}), or of all days up to {day} (period to {day})?"]
        ["一个日期对单据和付款有两种意思", "одна дата у документов и платежей значит два разных вопроса", "one date has two readings for documents and payments"]
        ["用期间说明", "скажите период", "say a period"]
    EmptyPeriod { from: Day, to: Day } = "period_window_is_empty" "period: it begins on {from} and ends on {to}"
        ["期间自 {from} 起，却在 {to} 结束", "Период начинается {from}, а кончается {to}", "The period begins on {from} and ends on {to}"]
        ["期间的终点早于起点", "период кончается раньше, чем начинается", "the period ends before it begins"]
        ["交换两个日期", "поменяйте даты местами", "swap the two days"]
    RecipePlanned { recipe: Code, purpose: Code } = "recipe_not_executable_yet" "{recipe}: {purpose}"
        ["此查询尚不能执行：{purpose}（{recipe}）", "Такой запрос ещё не выполняется: {purpose} ({recipe})", "This question is not run yet: {purpose} ({recipe})"]
        ["配方的状态是 planned", "рецепт в состоянии planned", "the recipe is `planned`"]
        ["换一种问法", "спросите иначе", "ask otherwise"]
    TemplateMissing { template: Code } = "catalogue_has_no_such_template" "{template}"
        ["目录中没有模板 {template}", "В каталоге нет шаблона {template}", "The catalogue has no template {template}"]
        ["目录与配方不符", "каталог не подходит к рецепту", "the catalogue does not fit its recipe"]
        ["重新编译码本", "скомпилируйте справочник кодов заново", "compile the codebook again"]
    ScenarioWithoutLane { scenario: Code } = "scenario_has_no_lane" "scenario: {scenario}"
        ["此领域尚不执行这类问题", "Такие вопросы в этой области пока не выполняются", "Questions of this kind are not run in this domain yet"]
        ["码本没有为该场景指定通道", "справочник кодов не даёт сценарию полосы", "the codebook gives the scenario no lane"]
        ["用 `cmec explain` 查看可问的内容", "что можно спросить, покажет `cmec explain`", "`cmec explain` shows what can be asked"]
    PrincipalNotBound { principal: Code, why: Code } = "principal_not_bound" "principal `{principal}`: {why}"
        ["未说明由谁提问：{principal}", "Не сказано, от чьего имени задан вопрос: {principal}", "It is not said who asks: {principal}"]
        ["行的可见性取决于提问者", "какие строки видны, зависит от того, кто спрашивает", "which rows may be seen depends on who asks"]
        ["宿主给出该值", "значение сообщает программа-хозяин", "the host says the value"]
    PolicyWithoutPlace { path: Code } = "row_policy_without_place" "rows: {path}"
        ["行权限 {path} 在此无法应用", "Ограничение строк {path} здесь применить нельзя", "The row filter {path} cannot be applied here"]
        ["没有它，就不能显示任何内容", "без него ничего показать нельзя", "without it nothing may be shown"]
        ["修改码本的行权限", "измените ограничение строк в справочнике кодов", "change the row policy of the codebook"]
    ArgumentIgnored { argument: Value } = "argument_ignored" "argument_ignored: {argument}"
        ["工具的参数 {argument} 未被采用", "Аргумент инструмента не учтён: {argument}", "An argument of the tool was ignored: {argument}"]
        ["工具的定义没有用到它", "определение инструмента его не использует", "the definition of the tool does not use it"]
        ["去掉该参数", "уберите аргумент", "leave the argument out"]
    CursorOfAnotherQuestion = "cursor_of_another_question" "cursor: it was given for another question or under another codebook"
        ["游标属于另一个问题或另一份码本", "Курсор дан для другого вопроса или при другом справочнике кодов", "The cursor was given for another question or under another codebook"]
        ["游标只指向它所属问题的行", "курсор ведёт только к строкам своего вопроса", "a cursor leads to the rows of its own question only"]
        ["从头再问", "спросите с начала", "ask from the start"]
    CursorAnchorChanged = "anchor_changed_since_cursor" "cursor: an anchor means another element than when it was given"
        ["所问的名称现在指另一个对象", "Названное теперь означает другой элемент, чем когда дан курсор", "What was named now means another element than when the cursor was given"]
        ["数据已改变", "данные изменились", "the data has changed"]
        ["从头再问", "спросите с начала", "ask from the start"]
    CursorStrategyGone = "cursor_way_gone" "cursor: the recipe has no such way to rows"
        ["游标的取行方式已不存在", "Способа, которым курсор находил строки, больше нет", "The way in which the cursor found rows is gone"]
        ["配方已改变", "рецепт изменился", "the recipe has changed"]
        ["从头再问", "спросите с начала", "ask from the start"]
    CursorRowGone = "cursor_row_gone" "cursor: the row it stands after was changed or is not there any more"
        ["游标所在的行已更改或不存在", "Строка, на которой стоит курсор, изменилась или удалена", "The row that the cursor stands after was changed or is gone"]
        ["数据已改变", "данные изменились", "the data has changed"]
        ["从头再问", "спросите с начала", "ask from the start"]

    // Names and values.
    AnchorNotFound { anchor: Part, value: Value } = "anchor_not_found" "{anchor}: `{value}` is not in the catalogue"
        ["{anchor}：“{value}”库中没有", "{anchor}: «{value}» — нет в базе", "{anchor}: “{value}” is not in the infobase"]
        ["没有这样的名称或编号", "такого названия или номера нет", "there is no such name or number"]
        ["检查名称", "проверьте название", "check the name"]
    AnchorNearest { anchor: Part, value: Value } = "anchor_nearest" "{anchor}: `{value}` is not in the catalogue; the nearest names are candidates"
        ["{anchor}：“{value}”库中没有；下面是最接近的名称", "{anchor}: «{value}» — нет в базе; ниже ближайшие", "{anchor}: “{value}” is not in the infobase; the nearest ones follow"]
        ["没有这样的名称，有相近的", "такого названия нет, есть похожие", "there is no such name, and there are similar ones"]
        ["选一个候选", "выберите из предложенных", "choose a candidate"]
    NamesHidden { anchor: Part, value: Value } = "names_hidden_by_server" "{anchor}: the server hides names, so `{value}` cannot be looked for"
        ["{anchor}：服务器隐藏名称，无法查找“{value}”", "{anchor}: сервер скрывает наименования, «{value}» с ними не сравнить", "{anchor}: the server hides names, so “{value}” cannot be compared with them"]
        ["名称由标记代替，如 [ORG-00003]", "вместо наименований стоят метки вида [ORG-00003]", "tokens such as [ORG-00003] stand in place of names"]
        ["说出标记，或在服务器上关闭隐藏", "назовите метку или отключите скрытие на сервере", "say the token, or let the server show names"]
    AnchorNamesakes { anchor: Part, value: Value } = "anchor_namesakes" "{anchor}: several elements are called `{value}`, and nothing that can be said sets them apart"
        ["{anchor}：有几个对象都叫“{value}”，没有可以区分的内容", "{anchor}: «{value}» — так названо несколько элементов базы, и различить их нечем", "{anchor}: several elements are called “{value}”, and nothing that can be said sets them apart"]
        ["它们的名称和税号都相同，或没有税号", "у них одно наименование и нет своего ИНН", "they have one name and no number of their own"]
        ["在库中区分它们", "различите их в базе: наименованием или ИНН", "set them apart in the infobase"]
    AnchorNotOwned { anchor: Part, value: Value, owner: Value } = "anchor_not_owned" "{anchor}: `{value}` is not among those of `{owner}`"
        ["{anchor}：“{value}”不属于“{owner}”", "{anchor}: «{value}» — нет среди принадлежащих «{owner}»", "{anchor}: “{value}” is not among those of “{owner}”"]
        ["它属于别的对象，或不存在", "он принадлежит другому или его нет", "it belongs to another one, or there is none"]
        ["检查所有者", "проверьте владельца", "check the owner"]
    AnchorCut { anchor: Part, value: Value } = "anchor_cut" "{anchor}: `{value}` could be more elements than were looked at"
        ["{anchor}：“{value}”可能的对象多于所查看的", "{anchor}: «{value}» — подходящих больше, чем было просмотрено", "{anchor}: “{value}” could be more elements than were looked at"]
        ["名称太短", "название слишком короткое", "the name is too short"]
        ["写出更多的名称", "назовите полнее", "say more of the name"]
    AnchorPart { anchor: Part, value: Value } = "anchor_not_confirmed" "{anchor}: `{value}` is only a part of a number or a name"
        ["{anchor}：“{value}”只是编号或名称的一部分", "{anchor}: «{value}» — только часть номера или наименования", "{anchor}: “{value}” is only a part of a number or a name"]
        ["只有部分相同", "совпала только часть", "only a part is the same"]
        ["确认候选", "подтвердите предложенное", "confirm the candidate"]
    AnchorAmbiguous { anchor: Part, value: Value, count: Number } = "anchor_ambiguous" "{anchor}: `{value}` could be {count} elements"
        ["{anchor}：“{value}”可能是 {count} 个对象之一", "{anchor}: «{value}» — подходящих в базе: {count}", "{anchor}: “{value}” could be {count} elements"]
        ["几个对象都符合", "подходит несколько", "several fit"]
        ["选一个候选，或写出更多的名称", "выберите из предложенных или назовите полнее", "choose a candidate, or say more of the name"]
    AnchorAmbiguousOrMore { anchor: Part, value: Value, count: Number } = "anchor_ambiguous_or_more" "{anchor}: `{value}` could be {count} elements or more"
        ["{anchor}：“{value}”可能是 {count} 个或更多对象之一", "{anchor}: «{value}» — подходящих в базе: {count} или больше", "{anchor}: “{value}” could be {count} elements or more"]
        ["许多对象都符合", "подходит много", "many fit"]
        ["写出更多的名称", "назовите полнее", "say more of the name"]
    InstanceNotFound { anchor: Part, value: Value } = "instance_not_found" "{anchor}: `{value}` is not in the database"
        ["{anchor}：数据库中没有“{value}”", "{anchor}: «{value}» — нет в базе данных", "{anchor}: “{value}” is not in the database"]
        ["没有这样的名称或编号", "такого названия или номера нет", "there is no such name or number"]
        ["检查名称", "проверьте название", "check the name"]
    InstanceAmbiguous { anchor: Part, value: Value, count: Number } = "instance_ambiguous" "{anchor}: `{value}` could be {count} instances"
        ["{anchor}：“{value}”可能是 {count} 个对象之一", "{anchor}: «{value}» — подходящих: {count}", "{anchor}: “{value}” could be {count} instances"]
        ["几个对象都符合", "подходит несколько", "several fit"]
        ["选一个候选", "выберите из предложенных", "choose a candidate"]
    InstanceAmbiguousOrMore { anchor: Part, value: Value, count: Number } = "instance_ambiguous_or_more" "{anchor}: `{value}` could be {count} instances or more"
        ["{anchor}：“{value}”可能是 {count} 个或更多对象之一", "{anchor}: «{value}» — подходящих: {count} или больше", "{anchor}: “{value}” could be {count} instances or more"]
        ["许多对象都符合", "подходит много", "many fit"]
        ["写出更多的名称", "назовите полнее", "say more of the name"]
    ValueNotFound { path: Code, value: Value } = "value_not_found" "value_not_found: {path}: `{value}`"
        ["没有这样的值：{path}: `{value}`", "Такого значения нет: {path}: `{value}`", "There is no such value: {path}: `{value}`"]
        ["没有一行有这个值", "ни в одной строке нет этого значения", "no row has this value"]
        ["看最接近的值", "посмотрите ближайшие значения", "see the nearest values"]
    ValueInOtherRows { path: Code, value: Value } = "value_in_other_rows" "value_in_other_rows: {path}: `{value}`"
        ["值只在其他行中，未按部分查找：{path}: `{value}`", "Значение есть в других строках, по части оно не искалось: {path}: `{value}`", "The value stands in other rows, and was not looked for as a part: {path}: `{value}`"]
        ["有别的行恰好有这个值", "ровно это значение есть у других строк", "other rows have exactly this value"]
        ["用 `contains` 按部分查找", "ищите по части: `contains`", "look for a part: `contains`"]
    ValueNotChecked { path: Code, value: Value } = "value_not_checked" "value_not_checked: {path}: `{value}`"
        ["没有来得及查这个值是否存在：{path}: `{value}`", "Есть ли такое значение, не проверено: {path}: `{value}`", "Whether the value exists was not looked up: {path}: `{value}`"]
        ["时间不够，或值太多", "не хватило времени, или значений слишком много", "the time was over, or there were too many values"]
        ["再问一次，或给更多时间", "спросите ещё раз или дайте больше времени", "ask again, or give more time"]
    ValuesOutOfForm { path: Code, count: Number } = "values_out_of_form" "values_out_of_form: {path}: {count}"
        ["{count} 个值不合字段的形式，按缺失处理：{path}", "Значений не того вида, они взяты за отсутствующие: {path}: {count}", "Values that are not of the form of the field count as missing: {path}: {count}"]
        ["列中有别的形式的值", "в столбце есть значения другого вида", "the column has values of another form"]
        ["修正数据，或换字段的类型", "исправьте данные или тип поля", "mend the data, or the type of the field"]
    FormNotChecked { path: Code } = "form_not_checked" "form_not_checked: {path}"
        ["没有来得及查各值的形式：{path}", "Того ли вида значения, не проверено: {path}", "Whether values are of the form of the field was not looked up: {path}"]
        ["时间不够", "не хватило времени", "the time was over"]
        ["给更多时间，或给列加索引", "дайте больше времени или индекс столбцу", "allow more time, or give the column an index"]
    MatchedByForm { path: Code, value: Value } = "matched_by_form" "matched_by_form: {path}: `{value}`"
        ["值以另一种字形存储（全角，或字母与符号分写）：{path}: `{value}`", "Значение записано другими знаками (полной ширины или буква и знак над ней отдельно): {path}: `{value}`", "The value is stored in other characters (full width, or a letter and its mark apart): {path}: `{value}`"]
        ["没有一行逐字等于它", "буква в букву его нет ни в одной строке", "no row has it letter by letter"]
        ["如需逐字相同，请统一数据的写法", "приведите данные к одному виду", "store the data in one form"]
    MatchedByPart { path: Code, value: Value } = "matched_by_part" "matched_by_part: {path}: `{value}`"
        ["没有完全相同的值，按包含匹配：{path}: `{value}`", "Точно такого значения нет, искали как часть: {path}: `{value}`", "No value is exactly so, it was looked for as a part: {path}: `{value}`"]
        ["没有一个成员完全相同", "ни один элемент списка не равен этому целиком", "no member of the list equals it as a whole"]
        ["写出完整的值", "назовите значение целиком", "say the whole value"]
    AlsoAsPart { path: Code, value: Value, members: Value } = "also_as_part" "also_as_part: {path}: `{value}`: {members}"
        ["只按完全相同的值比较；还有包含它的值：{path}: “{value}”：{members}", "Сравнивалось точное значение; есть и другие, в которые оно входит: {path}: «{value}»: {members}", "Only the value itself was compared; other values contain it: {path}: `{value}`: {members}"]
        ["有成员与它完全相同，就不再按包含匹配", "есть элемент, равный ему целиком, и части не ищутся", "a member equals it as a whole, so parts are not looked for"]
        ["也要这些值就一并写出", "назовите и эти значения, если нужны они", "say these values, too, if they are meant"]

    // The 1C server.
    ServerUnreachable { why: Words } = "mcp_unreachable" "the 1C server cannot be reached: {why}"
        ["无法连接 1C 服务器：{why}", "Сервер 1С недоступен: {why}", "The 1C server cannot be reached: {why}"]
        ["服务器未启动或不可达", "сервер не запустился или недоступен", "the server did not start or cannot be reached"]
        ["检查命令或地址", "проверьте команду или адрес", "check the command or the address"]
    ServerClosed { why: Words } = "mcp_connection_closed" "the 1C server closed the connection{why}"
        ["1C 服务器关闭了连接{why}", "Сервер 1С закрыл соединение{why}", "The 1C server closed the connection{why}"]
        ["连接在调用中断开", "соединение оборвалось во время вызова", "the connection ended in mid-call"]
        ["再问一次", "спросите ещё раз", "ask again"]
    ServerTimeout { within: Code } = "mcp_timeout" "the 1C server gave no answer within {within}"
        ["1C 服务器在 {within} 内没有应答", "Сервер 1С не ответил за {within}", "The 1C server gave no answer within {within}"]
        ["没有及时应答", "ответ не пришёл вовремя", "no answer came in time"]
        ["加长 `--timeout`，或加条件", "увеличьте `--timeout` или добавьте условие", "allow more time with `--timeout`, or add a condition"]
    ServerRefused { why: Words } = "mcp_query_refused" "the 1C server refused the query: {why}"
        ["1C 服务器拒绝了查询：{why}", "Сервер 1С отказал в запросе: {why}", "The 1C server refused the query: {why}"]
        ["服务器不执行该查询", "сервер не выполняет запрос", "the server does not run the query"]
        ["查看服务器的说明", "посмотрите, что говорит сервер", "see what the server says"]
    ServerMalformed { why: Words } = "mcp_answer_malformed" "the answer of the 1C server cannot be read: {why}"
        ["无法读取 1C 服务器的应答", "Ответ сервера 1С не читается", "The answer of the 1C server cannot be read"]
        ["应答不是已知的形式", "у ответа другая форма", "the answer has another form"]
        ["检查服务器的版本", "проверьте версию сервера", "check the version of the server"]
    ServerUnauthorized = "mcp_unauthorized" "the 1C server wants other credentials"
        ["1C 服务器不接受这些凭据", "Сервер 1С не принял учётные данные", "The 1C server wants other credentials"]
        ["服务器不认识提问者", "сервер не знает, кто спрашивает", "the server does not know who asks"]
        ["检查令牌或密码", "проверьте токен или пароль", "check the token or the password"]
    ServerForbidden = "mcp_forbidden" "the 1C server forbids the request"
        ["1C 服务器禁止此请求", "Сервер 1С запрещает этот запрос", "The 1C server forbids the request"]
        ["服务器认识提问者，但没有给予权限", "сервер знает, кто спрашивает, но прав не дал", "the server knows who asks and gives them no right"]
        ["请管理员给予权限", "попросите права у администратора", "ask an administrator for the right"]
    ServerBusy { status: Number } = "mcp_busy" "the 1C server is busy: HTTP status {status}"
        ["1C 服务器正忙（HTTP 状态 {status}）", "Сервер 1С занят (статус HTTP {status})", "The 1C server is busy (HTTP status {status})"]
        ["请求太多，或服务器暂时不可用", "запросов слишком много, или сервер пока не принимает их", "there are too many requests, or the server takes none now"]
        ["稍后再问，或加长 `--timeout`", "спросите позже или увеличьте `--timeout`", "ask later, or allow more time with `--timeout`"]
    ServerStarting { why: Words } = "mcp_starting" "the 1C server is not ready yet: {why}"
        ["1C 服务器尚未就绪：{why}", "Сервер 1С ещё не готов: {why}", "The 1C server is not ready yet: {why}"]
        ["服务器正在启动", "сервер ещё запускается", "the server is starting"]
        ["稍后再问", "спросите чуть позже", "ask a little later"]
    ServerMoved { status: Number } = "mcp_moved" "the 1C server has moved: HTTP status {status}"
        ["1C 服务器已移到别的地址（HTTP 状态 {status}）", "У сервера 1С другой адрес (статус HTTP {status})", "The 1C server has moved to another address (HTTP status {status})"]
        ["不会跟随到别的地址，以免泄露凭据", "по чужому адресу учётные данные не передаются", "another address is not told the credentials"]
        ["使用新地址：`--mcp-url`", "укажите новый адрес: `--mcp-url`", "say the new address: `--mcp-url`"]
    ServerStatus { status: Number } = "mcp_status" "the 1C server answered with HTTP status {status} alone"
        ["1C 服务器只应答了 HTTP 状态 {status}", "Сервер 1С ответил только статусом HTTP {status}", "The 1C server answered with HTTP status {status} alone"]
        ["该地址没有 MCP，或服务器出错", "по этому адресу нет MCP, или на сервере ошибка", "there is no MCP at the address, or the server has a fault"]
        ["检查地址与服务器日志", "проверьте адрес и журнал сервера", "check the address and the log of the server"]
    ServerSessionLost = "mcp_session_lost" "the 1C server keeps forgetting the session"
        ["1C 服务器不断遗忘会话", "Сервер 1С раз за разом забывает сеанс", "The 1C server keeps forgetting the session"]
        ["服务器保留的会话少于客户端", "сервер хранит меньше сеансов, чем клиентов", "the server keeps fewer sessions than there are clients"]
        ["稍后再问", "спросите позже", "ask later"]
    ServerDrift { why: Words } = "mcp_tool_schema_drift" "the tools of this server are not the pinned ones: {why}"
        ["服务器的工具与已知的不同", "Инструменты сервера не те, что известны", "The tools of this server are not the known ones"]
        ["工具有别的参数", "у инструмента другие аргументы", "the tool has other arguments"]
        ["使用 1c-mcp-toolkit", "используйте 1c-mcp-toolkit", "use 1c-mcp-toolkit"]

    // Databases.
    StatementMissing { why: Code } = "no_statement" "{why}"
        ["无法写出语句：{why}", "Запрос к базе данных не составлен: {why}", "No statement was written: {why}"]
        ["数据库没有所问的内容", "в базе данных нет того, о чём спрошено", "the database has no place for what is asked"]
        ["换一种问法", "спросите иначе", "ask otherwise"]
    DatabaseError { why: Words } = "database_error" "{why}"
        ["数据库报告：{why}", "База данных сообщает: {why}", "The database says: {why}"]
        ["数据库没有给出答案", "база данных не дала ответа", "the database gave no answer"]
        ["用 `cmec check --db` 比较码本与数据库", "сравните справочник кодов с базой: `cmec check --db`", "compare codebook and database with `cmec check --db`"]
    DatabaseAnswerTooLong { most: Number } = "database_answer_too_long" "database_answer_too_long: {most} MiB"
        ["数据库的答案或其中一个值超过 {most} MiB", "Ответ базы данных или одно значение в нём длиннее {most} МиБ", "The answer of the database, or one value in it, is longer than {most} MiB"]
        ["一次回答的文本有上限", "длина текстов одного ответа ограничена", "the texts of one answer are bounded"]
        ["少问几行，或不问这个字段", "спросите меньше строк или не спрашивайте это поле", "ask for fewer rows, or leave the field out"]
    GraphCut = "graph_cut" "graph_cut: more is linked than one answer walks"
        ["关系太多，没有全部走到", "Связей больше, чем можно пройти за один ответ", "More is linked than one answer walks"]
        ["一次回答走到的关系有上限", "за один ответ проходится ограниченное число связей", "one answer walks a limited number of links"]
        ["指定关系或减小深度", "назовите связь или уменьшите глубину", "say the relation, or walk less deep"]

    PartUnknownToTables { part: Part } = "part_unknown_to_structured" "{part}"
        ["这类问题不支持：{part}", "В таком вопросе не поддерживается: {part}", "A question of this kind does not support this: {part}"]
        ["这类回答没有它的位置", "в таком ответе для этого нет места", "such an answer has no place for it"]
        ["去掉它", "уберите это", "leave it out"]
    PartWithoutEffect { part: Part } = "part_without_effect" "part_without_effect: {part}"
        ["对这种回答没有影响：{part}", "На такой ответ не влияет: {part}", "This changes nothing of such an answer: {part}"]
        ["没有它，回答也一样", "ответ и без этого был бы таким же", "the answer would be the same without it"]
        ["去掉它", "уберите это", "leave it out"]

    // Text searches.
    PartUnknownToTexts { part: Part } = "part_unknown_to_retrieval" "{part}"
        ["在文本中检索时不支持：{part}", "При поиске по текстам не поддерживается: {part}", "A search in texts does not support this: {part}"]
        ["检索结果有自己的顺序和一页", "у найденных текстов свой порядок и одна страница", "found texts have an order of their own, and one page"]
        ["去掉它；文本数用 `Q.k` 说", "уберите; число текстов задаёт `Q.k`", "leave it out; `Q.k` says the number of texts"]
    FilterUnknownToTexts { path: Code } = "filter_unknown_to_retrieval" "filter: {path}"
        ["不能按此条件查找文本：{path}", "По этому условию тексты не отобрать: {path}", "Texts cannot be chosen by this condition: {path}"]
        ["前置元数据没有该字段，或不能这样比较", "в данных о текстах нет такого поля, или так его не сравнить", "the metadata of texts lacks the field, or cannot be compared so"]
        ["去掉条件", "уберите условие", "leave the condition out"]
    FieldUnknownToTexts { path: Code } = "field_unknown_to_retrieval" "field: {path}"
        ["文本没有此字段：{path}", "У текстов нет такого поля: {path}", "Texts have no such field: {path}"]
        ["前置元数据没有该字段", "в данных о текстах нет такого поля", "the metadata of texts lacks the field"]
        ["去掉它", "уберите его", "leave it out"]
    KindUnknownToTexts { kind: Code } = "kind_unknown_to_retrieval" "kind: {kind}"
        ["没有这类问题的检索设置：{kind}", "Для такого вида вопроса поиска нет: {kind}", "There is no search for this kind of question: {kind}"]
        ["码本没有该类的设置", "в справочнике кодов нет такого профиля", "the codebook has no profile of it"]
        ["省略问题类型", "не называйте вид вопроса", "leave the kind out"]
    NoMeaningOverTexts { why: Code } = "no_meaning_over_texts" "{why}"
        ["此问题对文本没有意义：{why}", "Над текстами такой вопрос не имеет смысла: {why}", "The question has no meaning over texts: {why}"]
        ["文本没有所问的部分", "у текстов нет того, о чём спрошено", "texts lack what is asked"]
        ["换一种问法", "спросите иначе", "ask otherwise"]
    TooManyTexts { most: Number } = "too_many_texts" "too_many_texts: {most}"
        ["按元数据查找的文本片段最多 {most} 个", "По данным о текстах просматривается не больше {most} частей", "{most} pieces at most are looked through for the metadata of texts"]
        ["索引的文本太多", "текстов в индексе слишком много", "the index has too many texts"]
        ["拆分索引", "разделите индекс", "divide the index"]
    NoTextWord = "no_text_has_a_word" "no_text_has_a_word"
        ["没有文本含有问题中的词", "Ни в одном тексте нет слов вопроса", "No text has a word of the question"]
        ["问题的词都不在文本中", "слов вопроса нет в текстах", "the words of the question are in no text"]
        ["换别的词", "спросите другими словами", "use other words"]
    NoTextFits { field: Code, values: Value } = "no_text_fits" "no_text_fits: {field}: {values}"
        ["没有文本符合 `{field}`：{values}", "Нет текстов, подходящих под `{field}`: {values}", "No text fits `{field}`: {values}"]
        ["没有文本有这样的元数据", "таких данных нет ни у одного текста", "no text has such metadata"]
        ["去掉条件，或看最接近的值", "уберите условие или посмотрите ближайшие значения", "leave the condition out, or see the nearest values"]
    NoTextBut { field: Code, values: Value } = "no_text_but" "no_text_but: {field}: {values}"
        ["没有文本符合 `{field}` 之外：{values}", "Нет текстов, у которых `{field}` не {values}", "No text has another `{field}` than {values}"]
        ["所有文本都被排除", "исключены все тексты", "every text is excluded"]
        ["去掉条件", "уберите условие", "leave the condition out"]
    QuestionWithoutWords = "question_without_words" "question_without_words"
        ["问题中没有可查找的词", "В вопросе нет слов, которые можно искать", "The question has no word to look for"]
        ["只有标点或停用词", "только знаки или служебные слова", "there are only marks or stop words"]
        ["写出要找的内容", "назовите, что искать", "say what to look for"]
    WeakWords { share: Code, least: Code } = "weak_match" "weak_match: {share} of {least}"
        ["单个文本只含问题中一小部分词语（{share}，按词的稀有程度计；需要 {least}）", "Ни в одном тексте нет достаточной части слов вопроса: {share} с учётом их редкости, нужно {least}", "No text has enough of the question's words: {share} by how rare they are, and {least} is needed"]
        ["找到的文本只含问题的一小部分", "в найденном есть лишь малая часть вопроса", "what was found has a small part of the question only"]
        ["换别的词；看提示中的标题", "спросите другими словами; посмотрите заголовки в подсказках", "use other words; see the titles among the hints"]
    FarInMeaning = "far_in_meaning" "far_in_meaning"
        ["没有文本在意思上明显接近问题", "Ни один текст не выделяется близостью к вопросу по смыслу", "No text is clearly nearer to the question in meaning than the others"]
        ["最接近的文本与其他文本差别不大", "ближайший текст почти не ближе остальных", "the nearest text is hardly nearer than the others"]
        ["换别的词；看提示中的标题", "спросите другими словами; посмотрите заголовки в подсказках", "use other words; see the titles among the hints"]
    RowsFar { cosine: Code, least: Code } = "nearest_row_too_far" "nearest_row_too_far: {cosine} of {least}"
        ["最接近的行的余弦为 {cosine}，至少需要 {least}", "Косинус ближайшей строки {cosine}, а нужно не меньше {least}", "The cosine of the nearest row is {cosine}, and at least {least} is asked for"]
        ["没有一行与问题相近", "нет строки, близкой к вопросу", "no row is near to the question"]
        ["换别的词", "спросите другими словами", "use other words"]
    RankedByWords { why: Words } = "embedder_silent" "embedder_silent: {why}"
        ["文本仅按词语排序: {why}", "Тексты упорядочены только по словам: {why}", "The texts are ranked by words alone: {why}"]
        ["向量模型没有应答", "модель векторов не ответила", "the model of vectors gave no answer"]
        ["检查 `--embed-url`", "проверьте `--embed-url`", "check `--embed-url`"]
    TopKInRange { asked: Number, used: Number, mode: Code } = "top_k_in_range" "top_k_in_range: {asked} is {used} in the mode {mode}"
        ["文本数 {asked} 改为 {used}：模式 {mode} 的范围", "Число текстов {asked} заменено на {used}: так у глубины {mode}", "The number of texts, {asked}, is {used}: the range of the mode {mode}"]
        ["每种模式的文本数有范围", "у каждой глубины свои границы числа текстов", "each mode has a range of numbers of texts"]
        ["换模式，或说范围内的数", "назовите другую глубину или число в её границах", "say another mode, or a number within its range"]
    NotReranked { why: Words } = "reranker_silent" "reranker_silent: {why}"
        ["文本未经重新排序: {why}", "Тексты не упорядочены заново: {why}", "The texts are not ranked again: {why}"]
        ["重排模型没有应答", "модель, которая упорядочивает, не ответила", "the reranker gave no answer"]
        ["检查 `--rerank-url`", "проверьте `--rerank-url`", "check `--rerank-url`"]
    IndexError { why: Words } = "text_index_error" "{why}"
        ["文本索引报告：{why}", "Индекс текстов сообщает: {why}", "The text index says: {why}"]
        ["文本索引没有给出答案", "индекс текстов не дал ответа", "the text index gave no answer"]
        ["检查 `--index`，或重新索引", "проверьте `--index` или постройте индекс заново", "check `--index`, or index anew"]
    RankedFirst { most: Number } = "ranked_the_first" "ranked_the_first: {most}"
        ["只对前 {most} 行排序：请加条件或用更少见的词", "Упорядочены только первые {most} строк: добавьте условие или более редкое слово", "Only the first {most} rows are ranked: add a condition, or a rarer word"]
        ["含有这些词的行太多", "строк с этими словами слишком много", "too many rows have these words"]
        ["加条件，或用更少见的词", "добавьте условие или более редкое слово", "add a condition, or a rarer word"]
    TooManyToCompare { most: Number } = "too_many_rows_to_compare" "too_many_rows_to_compare: {most}"
        ["最多比较 {most} 行的向量：请加条件", "Сравниваются векторы не больше {most} строк: добавьте условие", "The vectors of {most} rows at most are compared: add a condition"]
        ["条件留下的行太多", "условия оставляют слишком много строк", "the conditions leave too many rows"]
        ["加条件", "добавьте условие", "add a condition"]
    CommonWord { word: Value } = "common_word_left_out" "common_word_left_out: `{word}`"
        ["含有 `{word}` 的行太多，只含它的行未参与排序", "Слово `{word}` стоит в слишком многих строках: строки только с ним не упорядочены", "`{word}` stands in too many rows: rows with that word alone are not ranked"]
        ["常见的词区分不了行", "частое слово строк не различает", "a common word tells no rows apart"]
        ["加更少见的词", "добавьте более редкое слово", "add a rarer word"]
    WordNotFound { word: Value } = "word_not_found" "word_not_found: `{word}`"
        ["没有一行含有问题中的 `{word}`", "Ни в одной строке нет слова из вопроса: `{word}`", "No row has this word of the question: `{word}`"]
        ["这个词不在数据中", "этого слова нет в данных", "the word is not in the data"]
        ["换别的词", "спросите другими словами", "use another word"]
    VectorsOutdated { changed: Number, rows: Number } = "vectors_outdated" "vectors_outdated: the texts of {changed} of these {rows} rows were changed since their vectors were made"
        ["向量生成后内容已改变的行：{rows} 行中的 {changed} 行", "Тексты изменились после расчёта векторов: у {changed} из {rows} строк", "Texts that are newer than their vectors: those of {changed} of {rows} rows"]
        ["向量不再描述这些文本", "векторы больше не описывают эти тексты", "the vectors no longer describe these texts"]
        ["重新建立行的向量", "рассчитайте векторы строк заново", "make the vectors of rows anew"]
    VectorsUnused { why: Words } = "vectors_unused" "vectors_unused: {why}"
        ["行的向量未被使用，按词排序：{why}", "Векторы строк не использованы, порядок по словам: {why}", "The vectors of rows are not used, words rank them: {why}"]
        ["向量模型没有应答", "модель векторов не ответила", "the model of vectors gave no answer"]
        ["检查 `--embed-url`", "проверьте `--embed-url`", "check `--embed-url`"]
    VectorsUnfit { why: Code } = "vectors_unfit" "vectors_unfit: {why}"
        ["行的向量不可用：{why}", "Векторы строк не подходят: {why}", "The vectors of rows do not fit: {why}"]
        ["行与问题的向量不是同一种", "векторы строк и вопроса разного вида", "vectors of rows and question are not of one kind"]
        ["用同一个模型建立行的向量", "рассчитайте векторы строк той же моделью", "make the vectors of rows with the same model"]

    // Texts that are not an intent, and codes of a custom codebook.
    NotUnderstood { finding: Value } = "not_understood" "{finding}"
        ["{finding}", "{finding}", "{finding}"]
        ["模型的输出不是有效的意图", "вывод модели не является намерением", "the output of the model is no intent"]
        ["让模型再说一遍", "попросите модель сказать ещё раз", "ask the model again"]
    Other { code: Code } = "other" "{code}"
        ["{code}", "{code}", "{code}"]
        ["码本中的配方说明", "так говорит рецепт справочника кодов", "a recipe of the codebook says so"]
        ["查看该配方", "посмотрите рецепт", "see the recipe"]
}
