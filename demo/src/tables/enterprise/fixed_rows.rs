//! Companies and people that documents and tests refer to by name. Each is unique and complete.

/// A fixed company.
pub(super) struct KnownEnterprise {
    pub(super) name: &'static str,
    pub(super) short_name: &'static str,
    pub(super) city: &'static str,
    pub(super) park: Option<&'static str>,
    pub(super) industry: &'static str,
    pub(super) ownership: &'static str,
    pub(super) founded: (i32, u32, u32),
    pub(super) employees: i64,
    pub(super) listed: bool,
    /// Its investment tier.
    pub(super) tier: usize,
}

pub(super) const ENTERPRISES: [KnownEnterprise; 7] = [
    KnownEnterprise {
        name: "企业A",
        short_name: "企业A",
        city: "苏州",
        park: Some("苏州工业园区"),
        industry: "锂电池",
        ownership: "private",
        founded: (2009, 5, 12),
        employees: 3_200,
        listed: true,
        tier: 0,
    },
    KnownEnterprise {
        name: "企业B",
        short_name: "企业B",
        city: "苏州",
        park: Some("园区B"),
        industry: "正极材料",
        ownership: "joint_venture",
        founded: (2014, 9, 1),
        employees: 640,
        listed: false,
        tier: 1,
    },
    KnownEnterprise {
        name: "华为技术有限公司",
        short_name: "华为",
        city: "深圳",
        park: None,
        industry: "5G设备",
        ownership: "private",
        founded: (1987, 9, 15),
        employees: 207_000,
        listed: false,
        tier: 0,
    },
    KnownEnterprise {
        name: "中芯国际",
        short_name: "中芯",
        city: "上海",
        park: Some("张江高科技园区"),
        industry: "晶圆制造",
        ownership: "joint_venture",
        founded: (2000, 4, 3),
        employees: 20_200,
        listed: true,
        tier: 2,
    },
    KnownEnterprise {
        name: "宁德时代",
        short_name: "宁德",
        city: "宁德",
        park: Some("宁德锂电产业园"),
        industry: "锂电池",
        ownership: "private",
        founded: (2011, 12, 16),
        employees: 116_000,
        listed: true,
        tier: 1,
    },
    KnownEnterprise {
        name: "ООО Ромашка",
        short_name: "Ромашка",
        city: "Казань",
        park: Some("Иннополис"),
        industry: "Приборостроение",
        ownership: "private",
        founded: (2005, 3, 21),
        employees: 180,
        listed: false,
        tier: 3,
    },
    KnownEnterprise {
        name: "Foxconn",
        short_name: "Foxconn",
        city: "Shenzhen",
        park: Some("Qianhai Innovation Park"),
        industry: "Contract Manufacturing",
        ownership: "foreign",
        founded: (1974, 2, 20),
        employees: 720_000,
        listed: true,
        tier: 1,
    },
];

/// Investments between them.
pub(super) const INVESTMENTS: [(&str, &str); 4] = [
    ("企业A", "企业B"),
    ("企业B", "中芯国际"),
    ("企业A", "宁德时代"),
    ("华为技术有限公司", "中芯国际"),
];

/// A fixed person.
pub(super) struct KnownPerson {
    pub(super) name: &'static str,
    pub(super) birth_year: i32,
    pub(super) position: &'static str,
    pub(super) nationality: &'static str,
    pub(super) employer: &'static str,
}

pub(super) const PEOPLE: [KnownPerson; 3] = [
    KnownPerson {
        name: "Li Wei",
        birth_year: 1979,
        position: "CTO",
        nationality: "中国",
        employer: "企业A",
    },
    KnownPerson {
        name: "Иванов Сергей",
        birth_year: 1974,
        position: "генеральный директор",
        nationality: "Россия",
        employer: "ООО Ромашка",
    },
    KnownPerson {
        name: "Иван Петров",
        birth_year: 1988,
        position: "главный инженер",
        nationality: "Россия",
        employer: "ООО Ромашка",
    },
];

/// The people who founded their employer.
pub(super) const FOUNDERS: [&str; 2] = ["Li Wei", "Иванов Сергей"];
