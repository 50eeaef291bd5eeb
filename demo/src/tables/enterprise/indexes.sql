-- Made behind the rows: an index is built faster than it is kept.

-- Labels, and what people filter by.
CREATE INDEX industries_name ON industries (name);
CREATE INDEX parks_name ON parks (name);
CREATE INDEX parks_city ON parks (city);
CREATE INDEX institutions_name ON institutions (name);
CREATE INDEX institutions_kind ON institutions (kind);
CREATE INDEX enterprises_name ON enterprises (name);
CREATE INDEX enterprises_code ON enterprises (code);
CREATE INDEX enterprises_status ON enterprises (status);
CREATE INDEX enterprises_city ON enterprises (city);
CREATE INDEX enterprises_industry ON enterprises (industry_name);
CREATE INDEX enterprises_founded ON enterprises (founded_on);
CREATE INDEX people_name ON people (name);
CREATE INDEX people_position ON people (position);
CREATE INDEX products_name ON products (name);
CREATE INDEX products_category ON products (category);
CREATE INDEX product_keywords_keyword ON product_keywords (keyword);
CREATE INDEX events_title ON events (title);
CREATE INDEX events_kind ON events (kind, happened_at);
CREATE INDEX patents_title ON patents (title);
CREATE INDEX patents_kind ON patents (kind);

-- Foreign keys, and links from their other end.
CREATE INDEX industries_parent ON industries (parent_id);
CREATE INDEX enterprises_park ON enterprises (park_id);
CREATE INDEX products_enterprise ON products (enterprise_id);
CREATE INDEX industry_supplies_upstream ON industry_supplies (upstream_id);
CREATE INDEX park_industries_industry ON park_industries (industry_id);
CREATE INDEX enterprise_industries_industry ON enterprise_industries (industry_id);
CREATE INDEX enterprise_investments_enterprise ON enterprise_investments (enterprise_id);
CREATE INDEX enterprise_supplies_customer ON enterprise_supplies (customer_id);
CREATE INDEX enterprise_competitors_competitor ON enterprise_competitors (competitor_id);
CREATE INDEX employments_enterprise ON employments (enterprise_id);
CREATE INDEX enterprise_founders_enterprise ON enterprise_founders (enterprise_id);
CREATE INDEX shareholdings_enterprise ON shareholdings (enterprise_id);
CREATE INDEX graduations_institution ON graduations (institution_id);
CREATE INDEX institution_investments_enterprise ON institution_investments (enterprise_id);
CREATE INDEX product_industries_industry ON product_industries (industry_id);
CREATE INDEX event_participants_event ON event_participants (event_id);
CREATE INDEX patent_owners_patent ON patent_owners (patent_id);
CREATE INDEX patent_inventors_patent ON patent_inventors (patent_id);
