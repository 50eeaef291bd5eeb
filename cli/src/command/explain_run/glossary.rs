//! Short explanations of codes in an envelope, in Chinese, Russian and English.

use super::wording::Words;

/// The words for a status or a reason for a limited answer.
pub(super) fn gloss(code: &str) -> Option<Words> {
    Some(match code {
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
        _ => return None,
    })
}
