-- Tables of the domain `enterprise`. Dates are texts YYYY-MM-DD, moments YYYY-MM-DD HH:MM:SS in UTC, amounts whole
-- yuan and fen, arrays texts of JSON.

CREATE TABLE industries (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    code TEXT,
    level INTEGER NOT NULL,
    strategic BOOLEAN NOT NULL,
    parent_id INTEGER REFERENCES industries (id)
);

CREATE TABLE parks (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT NOT NULL,
    area_km2 DECIMAL(10, 2),
    level TEXT NOT NULL,
    established_on DATE,
    output_value DECIMAL(18, 2)
);

CREATE TABLE institutions (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    city TEXT NOT NULL
);

CREATE TABLE enterprises (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    short_name TEXT,
    code TEXT,
    status TEXT NOT NULL,
    ownership TEXT,
    industry_name TEXT,
    city TEXT,
    park_id INTEGER REFERENCES parks (id),
    registered_capital DECIMAL(18, 2),
    annual_revenue DECIMAL(18, 2),
    research_share DECIMAL(5, 2),
    employees INTEGER,
    listed BOOLEAN,
    high_tech BOOLEAN,
    founded_on DATE,
    tags TEXT,
    business_scope TEXT,
    website TEXT,
    created_at DATETIME NOT NULL
);

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    birth_year INTEGER,
    position TEXT,
    education TEXT,
    nationality TEXT,
    biography TEXT
);

CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category TEXT,
    launched_on DATE,
    price DECIMAL(18, 2),
    stage TEXT,
    enterprise_id INTEGER REFERENCES enterprises (id)
);

CREATE TABLE product_keywords (
    product_id INTEGER NOT NULL REFERENCES products (id),
    keyword TEXT NOT NULL,
    PRIMARY KEY (product_id, keyword)
) WITHOUT ROWID;

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    happened_at DATETIME,
    amount DECIMAL(18, 2),
    round TEXT,
    summary TEXT
);

CREATE TABLE patents (
    id INTEGER PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    filed_on DATE,
    granted BOOLEAN
);

CREATE TABLE industry_supplies (
    industry_id INTEGER NOT NULL REFERENCES industries (id),
    upstream_id INTEGER NOT NULL REFERENCES industries (id),
    PRIMARY KEY (industry_id, upstream_id)
) WITHOUT ROWID;

CREATE TABLE park_industries (
    park_id INTEGER NOT NULL REFERENCES parks (id),
    industry_id INTEGER NOT NULL REFERENCES industries (id),
    PRIMARY KEY (park_id, industry_id)
) WITHOUT ROWID;

CREATE TABLE enterprise_industries (
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    industry_id INTEGER NOT NULL REFERENCES industries (id),
    PRIMARY KEY (enterprise_id, industry_id)
) WITHOUT ROWID;

CREATE TABLE enterprise_investments (
    investor_id INTEGER NOT NULL REFERENCES enterprises (id),
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (investor_id, enterprise_id)
) WITHOUT ROWID;

CREATE TABLE enterprise_supplies (
    supplier_id INTEGER NOT NULL REFERENCES enterprises (id),
    customer_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (supplier_id, customer_id)
) WITHOUT ROWID;

-- Who competes does so both ways: each pair stands here twice.
CREATE TABLE enterprise_competitors (
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    competitor_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (enterprise_id, competitor_id)
) WITHOUT ROWID;

CREATE TABLE employments (
    person_id INTEGER NOT NULL REFERENCES people (id),
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (person_id, enterprise_id)
) WITHOUT ROWID;

CREATE TABLE enterprise_founders (
    person_id INTEGER NOT NULL REFERENCES people (id),
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (person_id, enterprise_id)
) WITHOUT ROWID;

CREATE TABLE shareholdings (
    person_id INTEGER NOT NULL REFERENCES people (id),
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (person_id, enterprise_id)
) WITHOUT ROWID;

CREATE TABLE graduations (
    person_id INTEGER NOT NULL REFERENCES people (id),
    institution_id INTEGER NOT NULL REFERENCES institutions (id),
    PRIMARY KEY (person_id, institution_id)
) WITHOUT ROWID;

CREATE TABLE institution_investments (
    institution_id INTEGER NOT NULL REFERENCES institutions (id),
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    PRIMARY KEY (institution_id, enterprise_id)
) WITHOUT ROWID;

CREATE TABLE product_industries (
    product_id INTEGER NOT NULL REFERENCES products (id),
    industry_id INTEGER NOT NULL REFERENCES industries (id),
    PRIMARY KEY (product_id, industry_id)
) WITHOUT ROWID;

CREATE TABLE event_participants (
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    event_id INTEGER NOT NULL REFERENCES events (id),
    PRIMARY KEY (enterprise_id, event_id)
) WITHOUT ROWID;

CREATE TABLE patent_owners (
    enterprise_id INTEGER NOT NULL REFERENCES enterprises (id),
    patent_id INTEGER NOT NULL REFERENCES patents (id),
    PRIMARY KEY (enterprise_id, patent_id)
) WITHOUT ROWID;

CREATE TABLE patent_inventors (
    person_id INTEGER NOT NULL REFERENCES people (id),
    patent_id INTEGER NOT NULL REFERENCES patents (id),
    PRIMARY KEY (person_id, patent_id)
) WITHOUT ROWID;
