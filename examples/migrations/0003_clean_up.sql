-- Delete abandoned carts.
DELETE FROM carts WHERE touched_at < now() - interval '90 days';

-- Set the status of orders that have none. The filter is missing.
UPDATE orders SET status = 'open';

-- Move old orders to the archive. "id = id" does not filter any rows.
WITH gone AS (
  DELETE FROM orders WHERE id = id RETURNING *
)
INSERT INTO orders_archive SELECT * FROM gone;

-- querygate:allow no-drop-table: never used in production, SHOP-142
DROP TABLE IF EXISTS wishlists;
