-- Carts that nobody came back to.
DELETE FROM carts WHERE touched_at < now() - interval '90 days';

-- Every order without a state becomes an open one.
UPDATE orders SET status = 'open';

-- Old orders go to the archive, and "id = id" is no filter.
WITH gone AS (
  DELETE FROM orders WHERE id = id RETURNING *
)
INSERT INTO orders_archive SELECT * FROM gone;

-- querygate:allow no-drop-table: never used in production, SHOP-142
DROP TABLE IF EXISTS wishlists;
