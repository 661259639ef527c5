-- Files of the client, and long texts.
CREATE OR REPLACE DATABASE script;
USE script;
CREATE TABLE loaded (id int, name varchar(50));
LOAD DATA LOCAL INFILE 'rows.csv' INTO TABLE loaded FIELDS TERMINATED BY ',' LINES TERMINATED BY '\n';
SHOW WARNINGS;
SELECT * FROM loaded ORDER BY id;
LOAD DATA LOCAL INFILE 'missing.csv' INTO TABLE loaded;
SELECT count(*) FROM loaded; LOAD DATA LOCAL INFILE 'rows.csv' REPLACE INTO TABLE loaded FIELDS TERMINATED BY ','; SELECT count(*) FROM loaded;
LOAD DATA LOCAL INFILE 'rows.csv' INTO TABLE nothing;
SELECT 'the session goes on';
