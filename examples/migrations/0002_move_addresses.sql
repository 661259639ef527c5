-- Move addresses out of customers. The intermediate table is created and dropped here, which is fine.
CREATE TABLE address_import AS
  SELECT id AS customer_id, split_part(legacy_ref, '|', 2) AS city FROM customers;

CREATE TABLE addresses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers (id),
  city text NOT NULL
);

INSERT INTO addresses (customer_id, city)
  SELECT customer_id, city FROM address_import WHERE city <> '';

DROP TABLE address_import;

ALTER TABLE customers DROP COLUMN legacy_ref;
