//! The registry of findings: one table of ids. An id is given once and never changes its meaning.
//!
//! Each entry carries its own documentation; `cmec explain` and the reference print it.

pub use crate::finding::rule::Rule;
use crate::finding::{Retry, Stage};
use crate::tables::FindingClass;

/// The rule with this id, in any case.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    ALL.iter()
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
        .copied()
}

macro_rules! rules {
    ($($name:ident = $id:literal $slug:literal $class:ident $stage:ident $retry:ident {
        what: $what:literal, zh: $zh:literal, ru: $ru:literal, why: $why:literal, example: $example:literal, instead: $instead:literal
    })+) => {
        $(
            #[doc = $what]
            pub static $name: Rule = Rule {
                id: $id,
                slug: $slug,
                class: FindingClass::$class,
                stage: Stage::$stage,
                retry: Retry::$retry,
                what: $what,
                zh: $zh,
                ru: $ru,
                why: $why,
                example: $example,
                instead: $instead,
            };
        )+

        /// Every rule, in order of id.
        pub static ALL: &[&Rule] = &[$(&$name,)+];
    };
}

rules! {
    NOT_UTF8 = "DEC001" "not-utf8" Syntax Syntax Full {
        what: "the text is not UTF-8",
        zh: "文本不是 UTF-8", ru: "текст не в UTF-8",
        why: "every notation is UTF-8 text; guessing another encoding would change values",
        example: r"bytes `FF FE …`",
        instead: "send UTF-8"
    }
    TOO_LARGE = "DEC002" "too-large" Syntax Syntax Full {
        what: "the text is longer than the codebook allows",
        zh: "文本超过词典允许的长度", ru: "текст длиннее, чем разрешает справочник",
        why: "an intent takes a few hundred bytes; a long text is a model that lost its way",
        example: "70 kB of JSON",
        instead: "say the intent once, with no prose"
    }
    BYTE_ORDER_MARK = "DEC003" "byte-order-mark" Syntax Syntax Full {
        what: "the text starts with a byte order mark",
        zh: "文本以字节顺序标记开头", ru: "текст начинается с метки порядка байтов",
        why: "RFC 8259 forbids it in JSON that is sent",
        example: "`\u{feff}{\"s\":\"IS\"}`",
        instead: r#"`{"s":"IS","tg":["enterprise"]}`"#
    }
    UNEXPECTED_CHARACTER = "DEC004" "unexpected-character" Syntax Syntax Full {
        what: "a character that the notation does not have",
        zh: "该写法中没有的字符", ru: "символ, которого в этой записи нет",
        why: "the text is read strictly; in JSON single quotes, comments and bare words are no part of it",
        example: r#"`{'s':"IS"}`"#,
        instead: r#"`{"s":"IS"}`"#
    }
    UNEXPECTED_TOKEN = "DEC005" "unexpected-token" Syntax Syntax Full {
        what: "something stands where JSON or SQL needs something else",
        zh: "此处应为其他成分", ru: "на этом месте должно стоять другое",
        why: "a missing comma or bracket can be mended in more than one way, so it is not mended",
        example: r#"`{"s" "IS"}`"#,
        instead: r#"`{"s":"IS"}`"#
    }
    UNEXPECTED_END = "DEC006" "unexpected-end" Syntax Syntax Full {
        what: "the text ends too early",
        zh: "文本过早结束", ru: "текст обрывается слишком рано",
        why: "what is missing cannot be known; often the output was cut by a token limit",
        example: r#"`{"s":"IS","tg":["enter`"#,
        instead: "ask again with a larger token limit"
    }
    TRAILING_TEXT = "DEC007" "trailing-text" Syntax Syntax Full {
        what: "something follows the end of the intent",
        zh: "意图结束后还有内容", ru: "после конца интента стоит что-то ещё",
        why: "two intents, or an intent and prose, cannot be told apart safely",
        example: r#"`{"s":"IS"} Here is your intent`"#,
        instead: "the intent alone"
    }
    BAD_ESCAPE = "DEC008" "bad-escape" Syntax Syntax Full {
        what: "a string has an escape that JSON does not have",
        zh: "字符串中有 JSON 没有的转义", ru: "в строке есть экранирование, которого в JSON нет",
        why: "what it should stand for cannot be known",
        example: r#"`"a\qb"`"#,
        instead: r#"`"a\\qb"`"#
    }
    LONE_SURROGATE = "DEC009" "lone-surrogate" Syntax Syntax Full {
        what: "a `\\u` escape is half of a character",
        zh: "`\\u` 转义只是半个字符", ru: "`\\u` обозначает только половину символа",
        why: "half a surrogate pair is no text",
        example: r#"`"\ud83d"`"#,
        instead: r#"`"\ud83d\ude00"`"#
    }
    CONTROL_CHARACTER = "DEC010" "control-character" Syntax Syntax Full {
        what: "a string has a raw control character",
        zh: "字符串中有未转义的控制字符", ru: "в строке есть неэкранированный управляющий символ",
        why: "RFC 8259 wants them escaped; a raw line break often means a lost quote",
        example: "a line break inside quotes",
        instead: r"`\n`"
    }
    BAD_NUMBER = "DEC011" "bad-number" Syntax Syntax Full {
        what: "a number is not written as JSON writes numbers",
        zh: "数字的写法不符合 JSON", ru: "число записано не так, как в JSON",
        why: "`007`, `1.`, `.5` and `+1` mean different things to different readers",
        example: "`{\"lim\":007}`",
        instead: "`{\"lim\":7}`"
    }
    TOO_DEEP = "DEC012" "too-deep" Syntax Syntax Full {
        what: "the text is nested deeper than the codebook allows",
        zh: "嵌套层数超过词典允许的深度", ru: "вложенность глубже, чем разрешает справочник",
        why: "no intent needs it, and unbounded nesting costs unbounded memory",
        example: "`[[[[…`",
        instead: "a flat list of filters"
    }
    DUPLICATE_KEY = "DEC013" "duplicate-key" DuplicateKey Syntax Full {
        what: "an object has a key twice",
        zh: "对象中有重复的键", ru: "ключ стоит в объекте дважды",
        why: "which of the two is meant cannot be known",
        example: r#"`{"s":"IS","s":"AF"}`"#,
        instead: "one of them"
    }
    TWO_PAYLOADS = "DEC014" "two-payloads" Syntax Syntax Full {
        what: "the text holds a second intent",
        zh: "文本中有第二个意图", ru: "в тексте есть второй интент",
        why: "which of the two is meant cannot be known, and the later one is not always the better one",
        example: r#"`{"s":"IS",…} or rather {"s":"AF",…}`"#,
        instead: "one intent"
    }
    STRAY_BRACE = "DEC015" "stray-brace" Syntax Syntax Full {
        what: "the text around the intent has a brace, a list, a key or a call that may belong to it, or the intent stands in a comment",
        zh: "意图周围的文字中有可能属于它的括号、列表、键或调用，或意图写在注释里", ru: "в тексте вокруг интента есть скобка, список, ключ или вызов, которые могут к нему относиться, или интент стоит в комментарии",
        why: "where the intent begins and ends must be beyond doubt before anything is cut away",
        example: r#"`for {company}: {"s":"IS",…}`"#,
        instead: "the intent alone, or prose without braces and parts of JSON"
    }
    NOT_A_NUMBER = "DEC016" "not-a-number" Syntax Syntax Full {
        what: "`NaN` or `Infinity` stands for a number",
        zh: "用 `NaN` 或 `Infinity` 代替数字", ru: "вместо числа стоит `NaN` или `Infinity`",
        why: "JSON has no such values, and no field has them either; often a program computed them and a model copied them",
        example: "`{\"lim\":NaN}`",
        instead: "`{\"lim\":7}`, or leave the part out"
    }
    DOUBLY_ENCODED = "DEC017" "doubly-encoded" Syntax Syntax Full {
        what: "the intent stands in quotes, as a text that holds it",
        zh: "意图被放在引号里，成了包含它的文本", ru: "интент стоит в кавычках, как текст, в котором он записан",
        why: "a program or a model encoded it twice; what is in the quotes is read only where it is sent as it is",
        example: r#"`"{\"s\":\"IS\",\"tg\":[\"enterprise\"]}"`"#,
        instead: r#"`{"s":"IS","tg":["enterprise"]}`"#
    }
    UNFINISHED_CALL = "DEC018" "unfinished-call" Syntax Shape Full {
        what: "a tool call says that it is not finished, or that the model refused",
        zh: "工具调用说明自己未完成，或模型拒绝了", ru: "вызов инструмента сообщает, что не завершён или что модель отказалась",
        why: "what is there may be a part of what was meant, or nothing that was meant at all",
        example: r#"`{"type":"function_call","status":"incomplete",…}`"#,
        instead: "the whole call; ask again with a larger token limit"
    }
    WRONG_SHAPE = "DEC020" "wrong-shape" Shape Shape Full {
        what: "a part has the wrong JSON type",
        zh: "某个部分的 JSON 类型不对", ru: "у части неверный тип JSON",
        why: "each key of the notation has one shape",
        example: r#"`{"tg":"enterprise"}`"#,
        instead: r#"`{"tg":["enterprise"]}`"#
    }
    UNKNOWN_KEY = "DEC021" "unknown-key" UnknownKey Shape Full {
        what: "a key is not part of the notation",
        zh: "该写法没有这个键", ru: "такого ключа в этой записи нет",
        why: "a key that is skipped would be an intent half understood",
        example: r#"`{"s":"IS","limit":5}`"#,
        instead: r#"`{"s":"IS","C":{"pg":{"lim":5}}}`"#
    }
    BANNED_KEY = "DEC022" "banned-key" UnknownKey Shape Full {
        what: "a key that contracts never carry",
        zh: "契约中从不出现的键", ru: "ключ, которого в контракте не бывает",
        why: "reasoning and metrics belong to the debug envelope, which the server writes",
        example: r#"`{"s":"IS","reasoning":"…"}`"#,
        instead: "leave it out"
    }
    MISSING_KEY = "DEC023" "missing-key" Shape Shape Patch {
        what: "a part lacks a key it needs",
        zh: "某个部分缺少必需的键", ru: "у части нет обязательного ключа",
        why: "the part means nothing without it",
        example: r#"`{"op":"EQ","v":1}`"#,
        instead: r#"`{"f":"F001","op":"EQ","v":"…"}`"#
    }
    UNKNOWN_VERSION = "DEC024" "unknown-version" Shape Vocabulary Full {
        what: "`contract_version` is not a version this document can have",
        zh: "`contract_version` 不是此文档可有的版本", ru: "`contract_version` называет версию, которой у такого документа нет",
        why: "another version may mean something else by the same keys",
        example: r#"`{"contract_version":"v0.9",…}`"#,
        instead: r#"`{"contract_version":"v0.2-lite",…}`"#
    }
    UNREADABLE_CONSTRAINT = "DEC025" "unreadable-constraint" Shape Shape Full {
        what: "an element of a flat `constraints` list is neither filter, sort nor pagination",
        zh: "`constraints` 列表中的元素既不是条件，也不是排序或分页", ru: "элемент списка `constraints` — не условие, не сортировка и не страница",
        why: "an element with an operator is a filter, with an order a sort, with a limit or an offset a page; another one has no place in the contract",
        example: r#"`{"constraints":[{"field":"enterprise.name"}]}`"#,
        instead: r#"`{"constraints":[{"field":"enterprise.name","order":"asc"}]}`"#
    }
    UNKNOWN_CODE = "DEC030" "unknown-code" UnknownCode Vocabulary Patch {
        what: "a code of the notation's own lists is not registered",
        zh: "未登记的代码", ru: "код не зарегистрирован",
        why: "only registered codes are read; the nearest one is a candidate, never a guess",
        example: r#"`{"s":"SEARCH"}`"#,
        instead: r#"`{"s":"IS"}`"#
    }
    UNKNOWN_FIELD = "DEC031" "unknown-field" UnknownCode Vocabulary Patch {
        what: "a field code is not in the codebook",
        zh: "词典中没有这个字段代码", ru: "поля с таким кодом в справочнике нет",
        why: "only registered codes are read; c0.2 takes no names and no paths",
        example: r#"`{"f":"F999","op":"EQ","v":1}`"#,
        instead: "a code of the prompt card"
    }
    UNKNOWN_RELATION = "DEC032" "unknown-relation" UnknownCode Vocabulary Patch {
        what: "a relation code is not in the codebook",
        zh: "词典中没有这个关系代码", ru: "связи с таким кодом в справочнике нет",
        why: "only registered codes are read",
        example: r#"`{"r":"R999"}`"#,
        instead: "a code of the prompt card"
    }
    UNKNOWN_TYPE = "DEC033" "unknown-type" UnknownCode Vocabulary Patch {
        what: "a type is not in the codebook",
        zh: "词典中没有这个类型", ru: "такого типа в справочнике нет",
        why: "only registered types are read",
        example: r#"`{"tg":["companys"]}`"#,
        instead: "a type of the prompt card"
    }
    UNKNOWN_CORPUS = "DEC034" "unknown-corpus" UnknownCode Vocabulary Patch {
        what: "a corpus is neither a document type nor a named set of them; a domain without texts of its own has none",
        zh: "没有这种文本", ru: "таких текстов нет",
        why: "an unknown corpus would search nothing, or everything",
        example: r#"`{"cor":["adrs"]}`"#,
        instead: r#"`{"cor":["adr"]}`"#
    }
    RESERVED_CODE = "DEC035" "reserved-code" UnknownCode Vocabulary Patch {
        what: "a code was given once and is not in use any more",
        zh: "代码曾经使用，现已停用", ru: "код был выдан раньше и больше не используется",
        why: "codes are never reused, so an old one means an old prompt",
        example: r#"`{"f":"F011"}`"#,
        instead: "refresh the prompt card"
    }
    UNKNOWN_TOOL = "DEC036" "unknown-tool" UnknownCode Vocabulary Patch {
        what: "a tool call names a tool the codebook does not export",
        zh: "调用的工具词典并未提供", ru: "вызван инструмент, которого справочник не предоставляет",
        why: "the arguments of another tool mean something else",
        example: r#"`{"name":"search","arguments":{…}}`"#,
        instead: r#"`{"name":"query_enterprise","arguments":{…}}`"#
    }
    SCENARIO_NOT_SERVED = "DEC037" "scenario-not-served" UnknownCode Vocabulary Patch {
        what: "no lane of the codebook answers this scenario",
        zh: "词典的通道不处理这个场景", ru: "на такой сценарий в справочнике никто не отвечает",
        why: "an intent that nothing can answer would fail when it is run; here it can still be asked about",
        example: r#"`{"s":"AGG",…}` where `lanes` names `instance_search` alone"#,
        instead: "a scenario of the prompt card"
    }
    WRONG_VALUE_TYPE = "DEC040" "wrong-value-type" IllegalValue Type Patch {
        what: "a value does not have its field's type",
        zh: "值的类型与字段不符", ru: "значение не того типа, что поле",
        why: "values are typed strictly: `\"2000\"` is a text, not a number",
        example: r#"`{"f":"F006","op":"GE","v":"100"}`"#,
        instead: r#"`{"f":"F006","op":"GE","v":100}`"#
    }
    WRONG_ARITY = "DEC041" "wrong-arity" IllegalValue Type Patch {
        what: "an operator has too many or too few values",
        zh: "运算符的值过多或过少", ru: "у оператора слишком много или слишком мало значений",
        why: "`IN` and `NI` take a list, `BT` takes two, `EX` none or true or false, the others one",
        example: r#"`{"op":"BT","v":[1]}`"#,
        instead: r#"`{"op":"BT","v":[1,9]}`"#
    }
    UNKNOWN_ENUM_VALUE = "DEC042" "unknown-enum-value" IllegalValue Type Patch {
        what: "a value is not one of its field's values",
        zh: "不是该字段列出的值", ru: "такого значения у поля нет",
        why: "only listed values and their synonyms are read",
        example: r#"`{"f":"F003","op":"EQ","v":"bankrupt"}`"#,
        instead: "a listed value"
    }
    BAD_DATE = "DEC043" "bad-date" IllegalValue Type Patch {
        what: "a date is not a date of the calendar in ISO form",
        zh: "不是 ISO 格式的日历日期", ru: "это не дата календаря в форме ISO",
        why: "`31.03.2026` and `03/31/2026` are read differently in different places",
        example: r#"`"v":"31.03.2026"`"#,
        instead: r#"`"v":"2026-03-31"`"#
    }
    OUT_OF_RANGE = "DEC044" "out-of-range" IllegalValue Type Patch {
        what: "a number is outside the range that can be held exactly",
        zh: "数字超出可精确保存的范围", ru: "число вне пределов, в которых оно хранится точно",
        why: "a rounded number is another number",
        example: "`99999999999999999999`",
        instead: "a whole number of at most 18 digits"
    }
    BETWEEN_ORDER = "DEC045" "between-order" IllegalValue Type Patch {
        what: "`BT` has its larger value first",
        zh: "`BT` 的较大值在前", ru: "у `BT` большее значение стоит первым",
        why: "nothing lies between them; swapping would be a guess",
        example: r#"`{"op":"BT","v":[9,1]}`"#,
        instead: r#"`{"op":"BT","v":[1,9]}`"#
    }
    MISSING_PART = "DEC050" "missing-part" MissingPart Semantics Full {
        what: "the scenario needs a part that is not there",
        zh: "缺少该场景必需的部分", ru: "нет части, которая нужна сценарию",
        why: "the scenario table says what each scenario must have",
        example: r#"`{"s":"REX","E":[{"txt":"企业A"}]}`"#,
        instead: r#"`{"s":"REX","E":[{"txt":"企业A"},{"txt":"园区B"}],"R":[{"r":"R001"}]}`"#
    }
    FORBIDDEN_PART = "DEC051" "forbidden-part" ForbiddenPart Semantics Full {
        what: "the scenario does not have this part",
        zh: "该场景没有这个部分", ru: "у сценария нет такой части",
        why: "leaving it out silently would answer another question",
        example: r#"`{"s":"IS","Q":{"txt":"…"}}`"#,
        instead: r#"`{"s":"HY",…}`"#
    }
    FIELD_OF_OTHER_TYPE = "DEC052" "field-of-other-type" IllegalField Semantics Patch {
        what: "a field belongs to a type the intent is not about",
        zh: "字段属于意图未涉及的类型", ru: "поле другого типа, о котором интент не спрашивает",
        why: "the filter could never hold",
        example: r#"`{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F001",…}]}}`"#,
        instead: "the field of the target type"
    }
    OPERATOR_NOT_ALLOWED = "DEC053" "operator-not-allowed" IllegalOperator Semantics Patch {
        what: "the field does not have this operator",
        zh: "字段没有这个运算符", ru: "у поля нет такого оператора",
        why: "the codebook lists the operators of each field",
        example: r#"`{"f":"F007","op":"CT","v":true}`"#,
        instead: r#"`{"f":"F007","op":"EQ","v":true}`"#
    }
    NOT_SORTABLE = "DEC054" "not-sortable" IllegalField Semantics Patch {
        what: "the field cannot be sorted by",
        zh: "不能按该字段排序", ru: "по этому полю нельзя сортировать",
        why: "the codebook says which fields can",
        example: r#"`{"srt":[{"f":"F003"}]}`"#,
        instead: "a sortable field"
    }
    NOT_GROUPABLE = "DEC055" "not-groupable" IllegalField Semantics Patch {
        what: "the field cannot be grouped by",
        zh: "不能按该字段分组", ru: "по этому полю нельзя группировать",
        why: "the codebook says which fields can",
        example: r#"`{"by":["F001"]}`"#,
        instead: "a groupable field"
    }
    RELATION_DOES_NOT_FIT = "DEC056" "relation-does-not-fit" IllegalField Semantics Patch {
        what: "a relation does not touch the types it is used between",
        zh: "关系与其两端的类型不符", ru: "связь не соединяет типы, между которыми она стоит",
        why: "the hop could never be made",
        example: r#"`{"s":"RQ","tg":["person"],"R":[{"r":"R001"}]}`"#,
        instead: "a relation of the type"
    }
    GRAPH_DISAGREES = "DEC057" "graph-disagrees" Conflict Semantics Patch {
        what: "`G` says something else than the relations",
        zh: "`G` 与关系的说法不一致", ru: "`G` говорит не то, что связи",
        why: "one of the two is wrong, and which cannot be known",
        example: r#"`{"R":[{"r":"R001","dir":"O"}],"G":{"dep":3}}`"#,
        instead: "leave `G` out"
    }
    BAD_END = "DEC058" "bad-end" Conflict Semantics Patch {
        what: "an end of a relation is neither `target`, nor the index of an entity, nor the name of a place",
        zh: "关系的一端既不是 `target`，也不是实体的序号或位置的名称", ru: "конец связи — не `target`, не номер объекта и не имя места",
        why: "the hop would hang in the air",
        example: r#"`{"E":[{"txt":"A"}],"R":[{"r":"R001","fr":1}]}`"#,
        instead: r#"`"fr":0`"#
    }
    UNKNOWN_NAME = "DEC059" "unknown-name" Conflict Semantics Patch {
        what: "a name of a metric, a group or a place was not given in this intent",
        zh: "此意图中没有给出这个指标、组或位置的名称", ru: "показателя, группы или места с таким именем в интенте нет",
        why: "there is nothing it could refer to",
        example: r#"`{"set":{"l":"a","op":"UNI","r":"z"}}`"#,
        instead: "a name given in `grp` or `m`"
    }
    DUPLICATE_NAME = "DEC060" "duplicate-name" Conflict Semantics Patch {
        what: "two groups or two metrics have the same name",
        zh: "两个组或两个指标同名", ru: "две группы или два показателя названы одинаково",
        why: "a reference to it would mean either",
        example: r#"`{"grp":[{"n":"a",…},{"n":"a",…}]}`"#,
        instead: "different names"
    }
    FUNCTION_DOES_NOT_FIT = "DEC061" "function-does-not-fit" IllegalOperator Semantics Patch {
        what: "a function cannot be computed over this field",
        zh: "不能对该字段计算这个函数", ru: "эту функцию по такому полю не вычислить",
        why: "sums and means need numbers; only `CNT` goes without a field",
        example: r#"`{"fn":"SUM","f":"F001"}`"#,
        instead: r#"`{"fn":"SUM","f":"F005"}`"#
    }
    EMPTY_TEXT = "DEC062" "empty-text" IllegalValue Semantics Patch {
        what: "a text that must say something is empty",
        zh: "必须有内容的文本是空的", ru: "текст, который должен что-то говорить, пуст",
        why: "an empty name, or an empty piece of a text, matches nothing or everything",
        example: r#"`{"E":[{"txt":""}]}`"#,
        instead: r#"`{"E":[{"txt":"企业A"}]}`"#
    }
    PAGES_DISAGREE = "DEC063" "pages-disagree" Conflict Semantics Patch {
        what: "a flat `constraints` list has two different limits or offsets",
        zh: "`constraints` 列表中有两个不同的条数或偏移", ru: "в списке `constraints` два разных лимита или смещения",
        why: "one of the two is wrong, and which cannot be known",
        example: r#"`{"constraints":[{"limit":5},{"limit":50}]}`"#,
        instead: r#"`{"constraints":[{"limit":5}]}`"#
    }
    SORTED_TWICE = "DEC064" "sorted-twice" Conflict Semantics Patch {
        what: "one field or metric is sorted by twice, or grouped by twice",
        zh: "按同一字段或指标排序或分组了两次", ru: "по одному полю или показателю дважды сортируют или группируют",
        why: "the second says nothing, or the opposite of the first",
        example: r#"`{"srt":[{"f":"F010","ord":"D"},{"f":"F010"}]}`"#,
        instead: r#"`{"srt":[{"f":"F010","ord":"D"}]}`"#
    }
    FILTERS_EXCLUDE = "DEC065" "filters-exclude" Conflict Semantics Patch {
        what: "what is said of one field or metric leaves no value",
        zh: "关于同一字段或指标的条件没有共同的值", ru: "условия на одно поле или показатель не оставляют ни одного значения",
        why: "all filters hold together, so the answer would be empty whatever there is; one of them is not meant",
        example: r#"`{"flt":[{"f":"F006","op":"GE","v":10},{"f":"F006","op":"LE","v":5}]}`"#,
        instead: r#"`{"flt":[{"f":"F006","op":"BT","v":[5,10]}]}`"#
    }
    OUTPUT_DOES_NOT_FIT = "DEC066" "output-does-not-fit" Conflict Semantics Patch {
        what: "the scenario does not give this output",
        zh: "该场景没有这种输出", ru: "сценарий не даёт такого вывода",
        why: "the scenario table says what each scenario can give; a subgraph of a search would be another question",
        example: r#"`{"s":"IS","o":"SUBG",…}`"#,
        instead: r#"`{"s":"IS","o":"EXIST",…}`: is there such a row?"#
    }
    EMPTY_SET = "DEC067" "empty-set" Conflict Semantics Patch {
        what: "a group without itself is empty",
        zh: "这个组运算的结果必然为空", ru: "результат операции над группами всегда пуст",
        why: "the answer would be empty whatever there is; one of the two is not meant",
        example: r#"`{"set":{"l":"a","op":"EXC","r":"a"}}`"#,
        instead: r#"`{"set":{"l":"a","op":"EXC","r":"b"}}`"#
    }
    UNUSED_PART = "DEC068" "unused-part" Conflict Semantics Patch {
        what: "a group, an entity or a place is named and nothing uses it",
        zh: "组、实体或位置被命名却没有用到", ru: "группа, объект или место названы, но нигде не использованы",
        why: "leaving it out silently would answer another question",
        example: r#"`{"grp":[{"n":"a",…},{"n":"b",…},{"n":"c",…}],"set":{"l":"a","op":"UNI","r":"b"}}`"#,
        instead: r#"`"set":{"l":{"l":"a","op":"UNI","r":"b"},"op":"UNI","r":"c"}`"#
    }
    PARTS_DISAGREE = "DEC069" "parts-disagree" Conflict Semantics Patch {
        what: "two parts say the same thing, each otherwise",
        zh: "两个部分对同一件事说法不同", ru: "две части говорят об одном и том же по-разному",
        why: "one of the two is wrong, and which cannot be known",
        example: r#"`{"s":"RAG","Q":{"txt":"…","k":5},"C":{"pg":{"lim":7}}}`"#,
        instead: r#"`{"s":"RAG","Q":{"txt":"…","k":5}}`"#
    }
    OVER_CAP = "DEC070" "over-cap" OverCap Policy Patch {
        what: "a number or a list is larger than the codebook allows",
        zh: "数字或列表超过词典允许的大小", ru: "число или список больше, чем разрешает справочник",
        why: "caps keep answers and costs bounded; a smaller number is asked for, not assumed",
        example: r#"`{"pg":{"lim":100000}}`"#,
        instead: r#"`{"pg":{"lim":100}}`"#
    }
    MODEL_ASKED = "DEC080" "model-asked" MissingPart Policy Never {
        what: "the model asks back, and the host has switched questions off",
        zh: "模型反问，而宿主关闭了提问", ru: "модель переспрашивает, а вопросы выключены",
        why: "with `emit_clarify` off every question is a reject",
        example: r#"`{"s":"CL","X":{"q":"which year?"}}`"#,
        instead: "switch questions on, or ask the person before the model"
    }
    OUTSIDE_PATCH = "DEC081" "outside-patch" Shape Policy Full {
        what: "a patch changes something else than the part that was to be said again",
        zh: "补丁改动了要求之外的部分", ru: "исправление меняет не ту часть, о которой просили",
        why: "the rest of the intent was understood and must stay what it was",
        example: r#"`{"/s":"AF"}` where `/C/flt/0` was asked for"#,
        instead: r#"`{"/C/flt/0":{"f":"F001","op":"CT","v":"…"}}`"#
    }
    UNKNOWN_POINTER = "DEC082" "unknown-pointer" Shape Policy Full {
        what: "a patch points to a place the intent does not have",
        zh: "补丁指向意图中没有的位置", ru: "исправление указывает на место, которого в интенте нет",
        why: "a patch replaces what is there; it adds nothing",
        example: r#"`{"/C/flt/7":{…}}`"#,
        instead: "the pointer of the clarify"
    }
    NOT_IN_VERSION = "DEC083" "not-in-version" ForbiddenPart Policy Never {
        what: "the version of the contract the host executes has no place for this part",
        zh: "宿主执行的契约版本没有这个部分", ru: "в исполняемой версии контракта такой части нет",
        why: "leaving it out would answer another question",
        example: "`{\"s\":\"AGG\",…}` with `contract_version` v0.1",
        instead: "ask for the rows, or upgrade the host"
    }
    AMBIGUOUS_NAME = "DEC091" "ambiguous-name" UnknownCode Vocabulary Patch {
        what: "a name or a value alone could be of more than one field",
        zh: "名称或单独的值可能属于多个字段", ru: "имя или отдельное значение может относиться к нескольким полям",
        why: "types that are equally near have it, and which is meant cannot be known",
        example: "`SELECT * FROM enterprise JOIN park WHERE name LIKE '%新能源%'`",
        instead: "`… WHERE enterprise.name LIKE '%新能源%'`"
    }
    SAID_TWICE = "DEC094" "said-twice" Conflict Shape Full {
        what: "a query says twice what can be said once",
        zh: "查询中把只能说一次的内容说了两次", ru: "в запросе дважды сказано то, что говорится один раз",
        why: "which of the two is meant cannot be known",
        example: "`SELECT * FROM park LIMIT 10 LIMIT 20`",
        instead: "`LIMIT 10 OFFSET 20` for ten after the first twenty"
    }
    TWO_READINGS = "DEC095" "two-readings" Conflict Syntax Patch {
        what: "a part of a query can be read in more than one way",
        zh: "查询中的某个部分有不止一种读法", ru: "часть запроса можно прочесть по-разному",
        why: "`AND` binds before `OR`, which few who write a list of values with `OR` mean",
        example: "`type = 'red' OR type = 'rose' AND price <= 1500`",
        instead: "`type IN ('red', 'rose') AND price <= 1500`"
    }
    NOT_A_COLUMN = "DEC096" "not-a-column" IllegalField Semantics Patch {
        what: "what is shown of groups, or has a page for each value, is none of the columns",
        zh: "要显示或分页的属性不是结果的列", ru: "у строк ответа нет такого столбца",
        why: "a row may have several values of it, and which one is meant cannot be known",
        example: r#"`{"s":"AGG","A":["F001"],"C":{"agg":{"m":[{"fn":"CNT"}],"by":["F013"]}}}`"#,
        instead: r#"`"A":["F013","&count"]`"#
    }
    FIELDS_DO_NOT_COMPARE = "DEC097" "fields-do-not-compare" IllegalValue Type Patch {
        what: "a field is compared with one of another kind of values, or with itself",
        zh: "这两个字段的值不能比较", ru: "значения этих полей нельзя сравнить",
        why: "values of another type or in another unit are never equal, nor is one of them the larger one",
        example: r#"`{"f":"F015","op":"GT","vf":"F001"}`"#,
        instead: r#"`{"f":"F015","op":"GT","vf":"F005"}`: both are in CNY"#
    }
    TOO_FEW_BRANCHES = "DEC098" "too-few-branches" IllegalValue Type Patch {
        what: "a choice of filters has no two branches, or an empty one",
        zh: "任选条件至少要有两支，且每支不能为空", ru: "в выборе меньше двух ветвей, или одна из них пуста",
        why: "one branch is no choice, and an empty one would let everything pass",
        example: r#"`{"flt":[{"any":[[{"f":"F005","op":"GT","v":9}]]}]}`"#,
        instead: r#"`{"flt":[{"f":"F005","op":"GT","v":9}]}`"#
    }
    NOTHING_THERE = "DEC099" "nothing-there" IllegalField Semantics Patch {
        what: "a value is read, or a walk goes, along a relation that must not exist",
        zh: "该关系不应存在，因此没有可读取的内容", ru: "связи быть не должно, поэтому по ней нечего прочесть",
        why: "an instance that must not be there has no values",
        example: r#"`{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","no":true}],"A":["F013"]}`"#,
        instead: r#"`"A":["F001"]`"#
    }
    COUNT_OF_WHAT = "DEC100" "count-of-what" IllegalField Semantics Patch {
        what: "a count does not say of what, and an instance may have several of what a relation leads to",
        zh: "未说明统计的对象，而一个对象可能有多个关联对象", ru: "не сказано, что считать, а у одного объекта может быть несколько связанных",
        why: "the number of instances and the number of what they are related to differ",
        example: r#"`{"s":"AGG","tg":["enterprise"],"R":[{"r":"R003"}],"C":{"agg":{"m":[{"fn":"CNT"}]}}}`"#,
        instead: r#"`{"fn":"CNT","f":"enterprise"}`"#
    }
    REACHED_TWICE = "DEC101" "reached-twice" IllegalField Semantics Patch {
        what: "a field is of a type that the relations reach twice",
        zh: "关系两次到达该属性所属的类型", ru: "связи дважды приводят к типу, которому принадлежит свойство",
        why: "at which of the two places it is read cannot be known",
        example: r#"`{"s":"RQ","tg":["person"],"R":[{"r":"R002"},{"r":"R003"}],"C":{"flt":[{"f":"F013","op":"EQ","v":"Suzhou"}]}}`"#,
        instead: r#"`"R":[{"r":"R002","to":"&a"},…]` and `"f":"&a.F013"`"#
    }
    GROUP_DOES_NOT_FIT = "DEC102" "group-does-not-fit" IllegalValue Semantics Patch {
        what: "a group does not give what it is compared with, or what an operation is made of",
        zh: "该组的结果不能这样比较或运算", ru: "то, что даёт группа, так не сравнить и не объединить",
        why: "one of several values, or a value of another type, would be compared with",
        example: r#"`{"grp":[{"n":"m","tg":["enterprise"],"A":["F006"]}],"flt":[{"f":"F006","op":"GT","g":"&m"}]}`"#,
        instead: r#"`"agg":{"m":[{"fn":"AVG","f":"F006"}]}` in the group: one value for certain"#
    }
    METRIC_DOES_NOT_FIT = "DEC103" "metric-does-not-fit" IllegalField Semantics Patch {
        what: "a metric is not computed over what the intent is about, or not in such groups",
        zh: "该指标不能这样统计", ru: "этот показатель так не считается",
        why: "the same thing would be counted several times, or a value that needs a period would have none",
        example: r#"`{"s":"AGG","tg":["park"],"C":{"agg":{"m":[{"f":"M001"}]}}}`"#,
        instead: r#"`"tg":["enterprise"]`: what the metric is computed over"#
    }
    READ_ONLY = "DEC104" "read-only" Syntax Syntax Full {
        what: "a statement changes data",
        zh: "该语句会修改数据", ru: "запрос меняет данные",
        why: "data is only read, and a query in place of the change would answer another question",
        example: "`UPDATE enterprise SET status = 'closed'`",
        instead: "`SELECT * FROM enterprise WHERE status = 'closed'`, where that is asked for"
    }
}

#[cfg(test)]
mod tests;
