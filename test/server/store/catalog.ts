import type { Database } from '../../../src/server/store/database.ts';

const PUBLIC = "'public'::regnamespace";

const PARTS: Readonly<Record<string, string>> = {
  tables: `SELECT relname AS name, relkind::text AS kind, reloptions AS options, relpersistence::text AS kept FROM pg_class
    WHERE relnamespace = ${PUBLIC} AND relkind <> 'i' ORDER BY 1`,
  columns: `SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      a.attnotnull AS required, pg_get_expr(d.adbin, d.adrelid) AS "default", a.attidentity::text AS identity,
      a.attgenerated::text AS generated, a.attstorage::text AS storage, a.attcollation::text AS collation
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${PUBLIC} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, a.attnum`,
  constraints: `SELECT conrelid::regclass::text AS "table", conname AS name, convalidated AS checked,
      pg_get_constraintdef(oid) AS text
    FROM pg_constraint WHERE connamespace = ${PUBLIC} ORDER BY 1, 2`,
  indexes: `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS text, i.indisvalid AS valid
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = ${PUBLIC} ORDER BY 1`,
  triggers: `SELECT tgname AS name, tgenabled::text AS enabled, pg_get_triggerdef(oid) AS text FROM pg_trigger
    WHERE NOT tgisinternal ORDER BY 1`,
  functions: `SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = ${PUBLIC} ORDER BY 1`,
  others: `SELECT (SELECT count(*) FROM pg_extension) AS extensions,
    (SELECT count(*) FROM pg_type WHERE typnamespace = ${PUBLIC} AND typtype <> 'c' AND typelem = 0) AS types`,
  format: 'SELECT * FROM traffic_format',
};

/** All that migrations make: in both stores the same, if these work alike. */
export async function catalogOf(db: Database): Promise<Readonly<Record<string, readonly object[]>>> {
  const parts: Record<string, readonly object[]> = {};
  for (const [name, sql] of Object.entries(PARTS)) parts[name] = (await db.query(sql)).rows;
  return parts;
}
