-- works-with: 0021_former_versions
-- Events of the first versions had no verdict, which the lists show as unknown. The filter finds them by it.
UPDATE queries SET verdict = 'unknown' WHERE verdict IS NULL;
