import type pg from 'pg';
import { lex, T } from '../../../sql/index.ts';
import { type Comparison, compareLines } from '../scratch.ts';

/** A statement as it was executed. */
export interface ExecutedStatement {
  readonly session: number;
  readonly sql: string;
  readonly values: readonly (string | null)[] | undefined;
  readonly failed: boolean;
}

/** A second database, which is empty. */
export interface SecondDatabase {
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** Sessions may wait for each other: they must end. */
const LIMITS = "SET lock_timeout = '10s'; SET statement_timeout = '120s'";
/** Statements that the driver prepared by the protocol have no such name here. */
const OF_PROTOCOL = /^\s*DEALLOCATE\b/i;

/** Executes the statements on the second database, and compares both schemas by their catalogs. */
export async function compareSchemas(
  statements: readonly ExecutedStatement[],
  left: pg.Client,
  second: SecondDatabase,
): Promise<Comparison> {
  const sessions = new Map<number, pg.Client>();
  let refused: string | undefined;
  try {
    for (const { session, sql, values, failed } of statements) {
      // Rows whose values are not known do not change the schema, and a statement that fails would end the transaction.
      if (OF_PROTOCOL.test(sql) || (!values && hasParameters(sql))) continue;
      const client = sessions.get(session) ?? (await begin(second));
      sessions.set(session, client);
      try {
        await client.query(values ? { text: sql, values: [...values] } : sql);
      } catch (error) {
        // The data of a COPY is not recorded, and does not change the schema.
        if (!failed && !/^\s*COPY\b/i.test(sql)) refused ??= error instanceof Error ? error.message : String(error);
      }
    }
    for (const client of sessions.values()) await client.end();
    sessions.clear();
    const client = await second.connect();
    sessions.set(0, client);
    const compared = compareLines(await schemaOf(left), await schemaOf(client));
    // What a statement could not do a second time, for example because a role of the server exists, hides nothing.
    if (compared.kind === 'equal' || refused === undefined) return compared;
    return { kind: 'not compared', why: `a statement could not be executed again: ${refused}` };
  } finally {
    for (const client of sessions.values()) await client.end().catch(() => undefined);
  }
}

function hasParameters(sql: string): boolean {
  if (!/\$\d/.test(sql)) return false;
  const tokens = lex(sql, 'postgresql');
  for (let at = 0; at < tokens.length; at++) if (tokens.kind(at) === T.param) return true;
  return false;
}

async function begin(second: SecondDatabase): Promise<pg.Client> {
  const client = await second.connect();
  await client.query(LIMITS);
  return client;
}

const OWN = "n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'";
const SCHEMA = `
  SELECT format('column %s.%s.%s %s%s%s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' not null' END, ' default ' || pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'c') AND ${OWN}
  UNION ALL SELECT format('relation %s.%s %s', n.nspname, c.relname, c.relkind)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND ${OWN}
  UNION ALL SELECT format('constraint %s on %s %s', o.conname, o.conrelid::regclass, pg_get_constraintdef(o.oid))
    FROM pg_constraint o JOIN pg_namespace n ON n.oid = o.connamespace WHERE o.conrelid <> 0 AND ${OWN}
  UNION ALL SELECT 'index ' || pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' invalid' END
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}
  UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
  UNION ALL SELECT format('routine %s %s', p.oid::regprocedure, md5(p.prosrc))
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OWN}
  UNION ALL SELECT format('enum %s %s', e.enumtypid::regtype, e.enumlabel) FROM pg_enum e
  UNION ALL SELECT format('policy %s on %s', p.polname, p.polrelid::regclass) FROM pg_policy p`;

async function schemaOf(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ line: string | null }>(SCHEMA);
  return new Set(rows.flatMap(({ line }) => line ?? []));
}
