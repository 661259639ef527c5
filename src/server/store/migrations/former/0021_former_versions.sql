-- works-with: none
-- From here on, each migration says with which former versions it works, so that these can start on the store after it.
-- NULL: with none.
ALTER TABLE schema_migrations ADD COLUMN works_with text;
