//! Questions to a person: templates per class of finding, in Chinese, Russian and English. Deterministic and short.

use crate::finding::Finding;
use crate::registry;
use crate::tables::FindingClass;

/// A question about the first finding; English where the language has no templates.
pub(crate) fn ask(findings: &[Finding], language: &str) -> String {
    let Some(finding) = findings.first() else {
        return String::new();
    };
    let templates = templates(language);
    let about = finding.about_in(language);
    let stem = match about {
        Some(field) => templates.stem_about(finding).replace("{}", field),
        None => templates.stem(finding.class()).to_owned(),
    };
    if finding.candidates.is_empty() {
        return stem;
    }
    let names: Vec<&str> = finding
        .candidates
        .iter()
        .map(|candidate| candidate.label_in(language))
        .collect();
    let names = names.join(templates.between);
    format!("{stem}{}{names}{}", templates.choose, templates.end)
}

struct Templates {
    choose: &'static str,
    between: &'static str,
    end: &'static str,
    unknown: &'static str,
    value: &'static str,
    large: &'static str,
    conflict: &'static str,
    missing: &'static str,
    other: &'static str,
    /// Templates with the name of a field in them.
    about: About,
}

/// Templates about a field.
struct About {
    unfit: &'static str,
    value: &'static str,
    compare: &'static str,
    conflict: &'static str,
    sort: &'static str,
    group: &'static str,
}

impl Templates {
    const fn stem(&self, class: FindingClass) -> &'static str {
        match class {
            FindingClass::UnknownCode | FindingClass::IllegalField => self.unknown,
            FindingClass::IllegalOperator | FindingClass::IllegalValue => self.value,
            FindingClass::OverCap => self.large,
            FindingClass::Conflict | FindingClass::ForbiddenPart => self.conflict,
            FindingClass::MissingPart => self.missing,
            FindingClass::Syntax
            | FindingClass::DuplicateKey
            | FindingClass::UnknownKey
            | FindingClass::Shape => self.other,
        }
    }

    fn stem_about(&self, finding: &Finding) -> &'static str {
        match finding.class() {
            _ if finding.rule == &registry::NOT_SORTABLE => self.about.sort,
            _ if finding.rule == &registry::NOT_GROUPABLE => self.about.group,
            FindingClass::IllegalField => self.about.unfit,
            FindingClass::IllegalOperator => self.about.compare,
            FindingClass::IllegalValue => self.about.value,
            FindingClass::Conflict => self.about.conflict,
            class => self.stem(class),
        }
    }
}

fn templates(language: &str) -> &'static Templates {
    match language.split('-').next().unwrap_or(language) {
        "zh" => &ZH,
        "ru" => &RU,
        _ => &EN,
    }
}

static EN: Templates = Templates {
    choose: " Perhaps one of these: ",
    between: ", ",
    end: "?",
    unknown: "Which property or object do you mean?",
    value: "Which value should be compared?",
    large: "That is more than can be shown at once. How many are enough?",
    conflict: "Parts of the request contradict each other. Which one holds?",
    missing: "What is the question about?",
    other: "Could you put the question differently?",
    about: About {
        unfit: "“{}” is a property of something else. Which property do you mean?",
        value: "Which value of “{}” do you mean?",
        compare: "How should “{}” be compared?",
        conflict: "What is said about “{}” contradicts itself. What holds?",
        sort: "The answer cannot be ordered by “{}”. What should it be ordered by?",
        group: "The answer cannot be divided by “{}”. What should it be divided by?",
    },
};

static RU: Templates = Templates {
    choose: " Возможно, одно из этого: ",
    between: ", ",
    end: "?",
    unknown: "Какое свойство или объект вы имеете в виду?",
    value: "С каким значением сравнивать?",
    large: "Это больше, чем можно показать сразу. Сколько достаточно?",
    conflict: "Части запроса противоречат друг другу. Что из них верно?",
    missing: "О чём именно вопрос?",
    other: "Не могли бы вы задать вопрос иначе?",
    about: About {
        unfit: "«{}» — свойство другого объекта. Какое свойство вы имеете в виду?",
        value: "Какое значение свойства «{}» вы имеете в виду?",
        compare: "Как сравнивать «{}»?",
        conflict: "Условия на «{}» противоречат друг другу. Какое из них верно?",
        sort: "По свойству «{}» упорядочить нельзя. По какому упорядочить?",
        group: "По свойству «{}» разбить ответ нельзя. По какому разбить?",
    },
};

static ZH: Templates = Templates {
    choose: "可能是其中之一：",
    between: "、",
    end: "？",
    unknown: "您指的是哪个属性或对象？",
    value: "要与哪个值比较？",
    large: "超出一次可显示的数量，需要多少条？",
    conflict: "请求的各部分相互矛盾，以哪个为准？",
    missing: "问题是关于什么的？",
    other: "能换一种方式提问吗？",
    about: About {
        unfit: "“{}”是其他对象的属性，您指的是哪个属性？",
        value: "您指的是“{}”的哪个值？",
        compare: "“{}”应如何比较？",
        conflict: "关于“{}”的条件相互矛盾，以哪个为准？",
        sort: "不能按“{}”排序，要按什么排序？",
        group: "不能按“{}”分组，要按什么分组？",
    },
};
