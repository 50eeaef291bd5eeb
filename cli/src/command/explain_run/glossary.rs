//! What a code of an envelope means, in a few words of Chinese, Russian and English.

use super::wording::Words;

/// The words for a code: a status, a limited reason, a failure of a server, a limitation. What follows a colon is no
/// part of it.
pub(super) fn gloss(code: &str) -> Option<Words> {
    Some(match code.split(':').next().unwrap_or_default() {
        "skipped" => [
            "未取行",
            "строки не запрашивались",
            "no rows were asked for",
        ],
        "error" => ["调用失败", "вызов не удался", "the call failed"],
        "no_raw_rows" => [
            "服务器没有行",
            "сервер не дал строк",
            "the server gave no rows",
        ],
        "raw_rows_received_but_not_materialized" => [
            "有行，但缺字段或不在科目内",
            "строки пришли, но без нужных полей или не по тем счетам",
            "rows came, without the fields needed or of other accounts",
        ],
        "materialized_but_not_anchor_matched" => [
            "没有一行含锚点",
            "ни в одной строке нет якоря",
            "no row has the anchor",
        ],
        "materialized_but_filtered_out_by_recipe" => [
            "配方不计任何一行",
            "рецепт не засчитал ни одной строки",
            "the recipe counts none of the rows",
        ],
        "matched_non_empty" => ["有行", "строки есть", "there are rows"],
        "empty_match" => [
            "没有符合的行",
            "запрос выполнен, строк нет",
            "the query ran, and no row fits",
        ],
        "missing_anchor" => [
            "锚点未给出或未确认",
            "якорь не назван или не подтверждён",
            "an anchor was not said or not confirmed",
        ],
        "recipe_visibility_gap" => [
            "配方看不到所问",
            "рецепт не видит того, о чём спрошено",
            "the recipe cannot see what is asked",
        ],
        "execution_error" => [
            "1C 服务器或连接故障",
            "сбой сервера 1С или связи с ним",
            "the 1C server or the way to it failed",
        ],
        "unsupported" => [
            "不支持此类问题",
            "такой вопрос не поддерживается",
            "no such question is answered",
        ],
        "mcp_unreachable" => [
            "服务器未启动或不可达",
            "сервер не запустился или недоступен",
            "the server did not start or cannot be reached",
        ],
        "mcp_connection_closed" => ["连接中断", "соединение оборвалось", "the connection ended"],
        "mcp_timeout" => [
            "未及时应答",
            "ответа не дождались",
            "no answer came in time",
        ],
        "mcp_query_refused" => [
            "服务器拒绝查询",
            "сервер отказал в запросе",
            "the server refused the query",
        ],
        "mcp_answer_malformed" => [
            "应答无法读取",
            "ответ сервера не читается",
            "the answer cannot be read",
        ],
        "mcp_unauthorized" => [
            "凭据不被接受",
            "сервер не принял учётные данные",
            "the server wants other credentials",
        ],
        "mcp_session_lost" => [
            "服务器遗忘会话",
            "сервер забывает сеансы",
            "the server forgets sessions",
        ],
        "mcp_tool_schema_drift" => [
            "工具与已知的不同",
            "инструменты сервера не те, что известны",
            "the tools are not the known ones",
        ],
        "account_scope_fallback_to_raw_rows" => [
            "其他科目的行",
            "строки других счетов",
            "rows of other accounts",
        ],
        "documents_fallback_to_bank_rows" => ["银行单据", "банковские документы", "bank documents"],
        "documents_fallback_to_anchor_rows" => [
            "锚点的任何行",
            "любые строки якоря",
            "whatever rows the anchor has",
        ],
        "period_window_auto_broadened_to_available_data" => [
            "全部期间",
            "за всё доступное время",
            "of all available time",
        ],
        "anchor_not_matched_fallback_rows" => [
            "最接近的行，不含锚点",
            "ближайшие строки, без якоря",
            "the nearest rows, without the anchor",
        ],
        "rows_truncated_to_limit" => ["还有更多行", "строк есть ещё", "there are more rows"],
        "next_page_out_of_reach" => [
            "没有下一页的游标",
            "курсора дальше нет",
            "no cursor leads on",
        ],
        "limit_lowered_to_maximum" => [
            "要求的行数过多",
            "просили больше строк",
            "more rows were wanted",
        ],
        "rows_are_movements_not_confirmed_balances" => [
            "是分录而非余额",
            "это движения, а не остатки",
            "these are movements, not balances",
        ],
        "rows_repeated_by_server" => [
            "服务器重复的行",
            "сервер прислал строки дважды",
            "the server sent rows twice",
        ],
        _ => return None,
    })
}
