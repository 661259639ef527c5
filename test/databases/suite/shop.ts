import type { Files } from '../../ci/repository.ts';

// A shop with a test suite: node-postgres and vitest, whose workers have a database each. Made here, so that it has what
// suites have: factories with random values, fixtures in one text, two cleaners, transactions that are rolled back.

const WORKERS = 3;

const SCHEMA = `CREATE TABLE customers (id serial PRIMARY KEY, email text NOT NULL, region text);
CREATE TABLE orders (id serial PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, state text, total numeric);
CREATE TABLE sessions (id uuid PRIMARY KEY, customer_id int);`;

const SETUP = `
import pg from 'pg';
export default async function () {
  const admin = new pg.Client();
  await admin.connect();
  for (let worker = 1; worker <= ${WORKERS}; worker++) {
    const database = 'shop_test_' + worker;
    await admin.query('CREATE DATABASE ' + database);
    const client = new pg.Client({ database });
    await client.connect();
    await client.query(\`${SCHEMA}\`);
    await client.end();
  }
  await admin.end();
}
`;

/** The application: what production runs too. */
const SHOP = `
import pg from 'pg';
const database = 'shop_test_' + process.env.VITEST_POOL_ID;
export const pool = new pg.Pool({ database, application_name: 'shop', max: 2 });
export const query = async (text, values) => (await pool.query(text, values)).rows;
export const ordersOf = (customer) =>
  query('SELECT id, state, total FROM orders WHERE customer_id = $1 ORDER BY id LIMIT $2', [customer, 50]);
export const send = (ids) => query('UPDATE orders SET state = $1 WHERE id = ANY($2)', ['sent', ids]);
export const expire = () => query('DELETE FROM sessions');
`;

const FACTORY = `
import { randomInt, randomUUID } from 'node:crypto';
import { query } from './shop.mjs';
export const customer = async () =>
  (await query('INSERT INTO customers (email, region) VALUES ($1, $2) RETURNING id', [randomUUID() + '@example.com', 'eu']))[0].id;
export const orders = (id, count) =>
  query(
    'INSERT INTO orders (customer_id, state, total) VALUES ' +
      Array.from({ length: count }, () => '(' + id + ", 'new', " + randomInt(1, 1000) + ')').join(', '),
  );
export const fixtures = () =>
  query(
    "INSERT INTO customers (id, email) VALUES (1001, 'a@example.com'), (1002, 'b@example.com');" +
      "INSERT INTO orders (customer_id, state, total) VALUES (1001, 'new', 5), (1002, 'sent', 7)",
  );
`;

/** Two ways to clean: all tables at once, or one after the other. */
const TRUNCATION = `
import { afterAll, afterEach } from 'vitest';
import { pool, query } from './shop.mjs';
afterEach(() => query('TRUNCATE customers, orders, sessions RESTART IDENTITY'));
afterAll(() => pool.end());
`;
const DELETION = `
import { afterAll, afterEach } from 'vitest';
import { pool } from './shop.mjs';
afterEach(async () => {
  const client = await pool.connect();
  for (const text of ['BEGIN', 'DELETE FROM orders', 'DELETE FROM "sessions"', 'DELETE FROM customers', 'COMMIT']) await client.query(text);
  client.release();
});
afterAll(() => pool.end());
`;

function testFile(cleaner: string, more = ''): string {
  return `
import { expect, it } from 'vitest';
import './${cleaner}.mjs';
import { customer, fixtures, orders } from './factory.mjs';
import { expire, ordersOf, pool, send } from './shop.mjs';
it.each([1, 2, 3])('lists the orders of a customer with %i of them', async (count) => {
  const id = await customer();
  await orders(id, count);
  expect(await ordersOf(id)).toHaveLength(count);
});
it('sends the orders of the fixtures', async () => {
  await fixtures();
  await send((await ordersOf(1001)).map(({ id }) => id));
  expect(await ordersOf(1001)).toMatchObject([{ state: 'sent' }]);
});
it('refuses orders without a customer', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await expect(client.query('INSERT INTO orders (customer_id) VALUES (7)')).rejects.toThrow('violates');
  await client.query('ROLLBACK');
  client.release();
});
${more}`;
}

export const EXPIRES = `
it('forgets sessions', async () => {
  await customer();
  await expire();
  await customer();
});
`;

/** The suite, with more tests in its first file. */
export function shopSuite(more = ''): Files {
  const files = Array.from({ length: 2 * WORKERS }, (_, at) => [
    `tests/part-${at}.test.mjs`,
    testFile(at % 2 === 0 ? 'truncation' : 'deletion', at === 0 ? more : ''),
  ]);
  const config = `export default { test: { pool: 'forks', minWorkers: ${WORKERS}, maxWorkers: ${WORKERS}, globalSetup: ['tests/setup.mjs'] } };`;
  return {
    'package.json': '{ "type": "module" }\n',
    'vitest.config.mjs': config,
    'tests/setup.mjs': SETUP,
    'tests/shop.mjs': SHOP,
    'tests/factory.mjs': FACTORY,
    'tests/truncation.mjs': TRUNCATION,
    'tests/deletion.mjs': DELETION,
    ...Object.fromEntries(files),
  };
}

/** A change of the application, with a test of it: two new queries, of which the rules block one. */
export const CARTS: Files = {
  'tests/carts.mjs': `
import { query } from './shop.mjs';
export const openOrders = (customer) => query('SELECT id FROM orders WHERE customer_id = $1 AND state = $2', [customer, 'new']);
export const forgetCustomers = () => query('UPDATE customers SET region = NULL');
`,
  'tests/carts.test.mjs': `
import { expect, it } from 'vitest';
import './truncation.mjs';
import { forgetCustomers, openOrders } from './carts.mjs';
import { customer, orders } from './factory.mjs';
it('lists open orders, and forgets', async () => {
  const id = await customer();
  await orders(id, 2);
  expect(await openOrders(id)).toHaveLength(2);
  await forgetCustomers();
});
`,
};
