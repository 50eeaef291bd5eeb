//! Reasons and names of parts in three languages: why a part is not supported, why no cursor continues, why a server is
//! not reached.

use std::fmt;

use serde::Serialize;

use crate::locale::Locale;
use crate::wording::column;

macro_rules! reasons {
    ($(#[$doc:meta])* $name:ident { $($reason:ident $text:literal [$zh:literal, $ru:literal])+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        pub enum $name {
            $(#[doc = $text] #[serde(rename = $text)] $reason,)+
        }

        impl $name {
            /// Its text in `limitations` and envelopes, which is English.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$reason => $text,)+ }
            }

            pub(crate) fn of_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$reason),)+ _ => None }
            }

            pub(crate) fn words(self, locale: Locale) -> &'static str {
                match self { $(Self::$reason => locale.pick($zh, $ru, $text),)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}

reasons! {
    /// Why a part of a contract, or the whole of it, reaches no recipe.
    Unsupported {
        NotSaid "required and not said" ["必须给出", "нужно назвать"]
        UnknownFilter "the recipe does not know this filter" ["此查询不认识该条件", "этот запрос не умеет отбирать по нему"]
        NoType "without a type it names no filter" ["没有类型，无法作为条件", "без типа по нему не отобрать"]
        OtherType "entities of this type are no filter" ["不能按此类对象筛选", "по объектам этого вида не отбирают"]
        NoRecipe "no recipe answers it" ["没有能回答的查询", "на такое нет рецепта"]
        SeveralQuestions "several questions at once are not run" ["不能同时回答几个问题", "несколько вопросов сразу не задаются"]
        Blank "its value is blank" ["值为空", "значение пусто"]
        SaidTwice "it is said twice" ["给出了两次", "названо дважды"]
        OtherVisible "whoever asks may see rows of another value only" ["提问者只能看到另一个值的行", "тому, кто спрашивает, видны строки только с другим значением"]
        NoSuchPart "recipes have no such part" ["这里的查询不支持", "эти запросы такого не умеют"]
        Identifier "anchors are confirmed by name or number" ["对象按名称或编号确认", "объекты ищут по названию или номеру"]
        NotTwoDates "a period is two dates" ["期间是两个日期", "период — это две даты"]
        NotBounds "a period is said with BT, GE or LE" ["期间用起止日期给出", "период называют по его началу и концу"]
        NotText "recipes compare texts and dates only" ["只能比较文本和日期", "сравнивают только тексты и даты"]
        NotEqual "recipes compare with EQ only" ["只能按整个值相等来比较", "отбирают только по целому значению"]
        OtherOrder "recipes sort by period, or the greatest of one amount first" ["只能按日期排序，或按一项金额从大到小", "упорядочивают по дате или по одной сумме от большей"]
    }
}

reasons! {
    /// Why no cursor reaches the rows that follow.
    Obstacle {
        NoOrder "rows of this kind are not ordered by a moment" ["这类行不按时间排序", "строки этого вида не упорядочены по времени"]
        OneMoment "more rows have one moment than the server gives at once" ["同一时刻的行数超过服务器一次给出的行数", "строк с одним временем больше, чем сервер отдаёт за раз"]
        ManyGroups "the profile has more groups than the server gives at once" ["分组数超过服务器一次给出的行数", "групп больше, чем сервер отдаёт за раз"]
        NoMoment "the moment of the last row cannot be read" ["最后一行的时间无法读取", "время последней строки не читается"]
        WrongOrder "the server gave the rows in another order than asked for" ["服务器给出的行顺序与要求不同", "сервер отдал строки не в том порядке"]
        LongValues "the values that rows are sorted by are too long" ["排序所用的值太长", "значения, по которым упорядочены строки, слишком длинные"]
    }
}

reasons! {
    /// Why a 1C server is not reached.
    Unreached {
        NoneHere "this host has none" ["此程序没有 1C 服务器", "у этой программы его нет"]
        NotStarted "its program does not start" ["其程序无法启动", "его программа не запускается"]
        Ended "it ended the connection before it was open" ["连接尚未建立就已结束", "соединение оборвалось, не открывшись"]
        NoConnection "no connection" ["没有连接", "нет соединения"]
        NoTls "its port does not speak TLS; `http://` may be meant" ["其端口不使用 TLS；可能应为 `http://`", "его порт не говорит по TLS; возможно, нужен адрес `http://`"]
        Untrusted "its certificate is not trusted" ["其证书不受信任", "его сертификату нет доверия"]
    }
}

/// Names of the parts of a contract; `|` and `, ` separate several. A code without a name is its own name.
pub(super) fn parts(locale: Locale, codes: &str) -> String {
    let names = |separator: &'static str, joined: &str| {
        let names = codes.split(separator).map(|code| part(locale, code));
        names.collect::<Vec<_>>().join(joined)
    };
    match codes.contains('|') {
        true => names("|", locale.pick("或", " или ", " or ")),
        false => names(", ", ", "),
    }
}

fn part(locale: Locale, code: &str) -> String {
    let [zh, ru, en] = match code {
        "any_of" => ["任一条件", "Одно из условий", "Any of the conditions"],
        "id" => ["标识符", "Идентификатор", "Identifier"],
        "value_field" => [
            "字段间比较",
            "Сравнение двух полей",
            "Comparison of two fields",
        ],
        "derived" => ["派生字段", "Вычисленное поле", "Derived field"],
        "entities" => ["对象", "Объекты", "Entities"],
        "relations" => ["关系", "Связи", "Relations"],
        "attributes" => ["所选属性", "Выбор колонок", "Choice of columns"],
        "graph_params" => ["图参数", "Обход связей", "Walk of the graph"],
        "rag_params" => ["文本检索", "Поиск по текстам", "Search in texts"],
        "aggregation" => ["汇总", "Вычисление итогов", "Computed totals"],
        "target_types" => ["对象类型", "Виды объектов", "Types"],
        "groups" => ["分组", "Группы", "Groups"],
        "set_ops" => ["集合运算", "Операция над множествами", "Set operation"],
        "query_text" => ["检索文本", "Текст для поиска", "Text looked for"],
        "corpora" => ["语料", "Корпуса", "Corpora"],
        "top_k" => ["文本数", "Число текстов", "Number of texts"],
        "rerank" => ["重新排序", "Повторное ранжирование", "Reranking"],
        "kind" => ["问题类型", "Вид вопроса", "Kind of question"],
        "mode" => ["检索深度", "Глубина поиска", "Depth of the search"],
        "tags_any" => ["标签", "Теги", "Tags"],
        "project" => ["项目", "Проект", "Project"],
        "filters" => ["条件", "Условия", "Conditions"],
        "sort" => ["排序", "Порядок строк", "Order of rows"],
        "limit" => ["行数上限", "Предел строк", "Limit of rows"],
        "offset" => ["跳过的行数", "Пропуск строк", "Rows left out"],
        "per" => ["每组行数", "Строк на группу", "Rows of each group"],
        "output_type" => ["输出形式", "Вид ответа", "Form of the answer"],
        "entity" => ["对象", "Объект", "Entity"],
        _ => match code.strip_prefix("entity ") {
            Some(quoted) => {
                return format!("{} {quoted}", locale.pick("对象", "Объект", "Entity"));
            }
            None => {
                let last = code.rsplit('.').next().unwrap_or(code);
                return column::name(locale, last).to_owned();
            }
        },
    };
    locale.pick(zh, ru, en).to_owned()
}
