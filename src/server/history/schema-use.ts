import type { z } from 'zod';
import {
  LIMITS,
  type schemaUseQuerySchema,
  type schemaUseSchema,
  type TableUseAnswer,
  type tableUseQuerySchema,
  type tableUseSchema,
} from '../../contract/index.ts';
import { textsNaming } from '../../use/index.ts';
import { invalidCursor } from '../context/time-cursor.ts';
import type { Context } from '../context/types.ts';
import { type Engine, EngineLimit, type UsedSchema } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { readDataPolicy } from '../workspaces/data-policy.ts';
import { historySnapshot, useSnapshot } from './snapshot.ts';

type ListQuery = z.output<typeof schemaUseQuerySchema>;
type List = z.input<typeof schemaUseSchema>;
type Table = UsedSchema['tables'][number];

/** Milliseconds for which the tables of a history are kept: the pages of a list, and searches while a name is typed. */
const KEPT = 60_000;
/** Workspaces whose tables are kept, and tables of one. */
const MAX_WORKSPACES = 20;
const MAX_TABLES = 50_000;

interface ReadSchema extends Omit<UsedSchema, 'isEmpty'> {
  readonly state: List['state'];
  readonly at: Date;
}

/** The tables that a history uses, read at most once a minute. */
export class SchemaUses {
  readonly #read = new Map<string, { readonly since: number; readonly schema: Promise<ReadSchema> }>();

  of(ctx: Context, engine: Pick<Engine, 'schemaUse'>, workspace: string): Promise<ReadSchema> {
    const known = this.#read.get(workspace);
    if (known && performance.now() - known.since < KEPT) return known.schema;
    const schema = readSchema(ctx, engine, workspace);
    this.#read.delete(workspace);
    this.#read.set(workspace, { since: performance.now(), schema });
    for (const oldest of this.#read.keys()) if (this.#read.size > MAX_WORKSPACES) this.#read.delete(oldest);
    schema.catch(() => this.#read.delete(workspace));
    return schema;
  }
}

async function readSchema(ctx: Context, engine: Pick<Engine, 'schemaUse'>, workspace: string): Promise<ReadSchema> {
  const at = ctx.now();
  const tooLarge: ReadSchema = { state: 'too_large', at, from: undefined, to: undefined, tables: [] };
  try {
    const { bytes } = await historySnapshot(ctx, workspace);
    const { isEmpty, tables, ...window } = await engine.schemaUse({ history: bytes }, workspace);
    if (tables.length > MAX_TABLES) return tooLarge;
    return { ...window, tables, at, state: isEmpty ? 'none' : 'read' };
  } catch (error) {
    if (isTooLarge(error)) return tooLarge;
    throw error;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof EngineLimit || (error instanceof ProblemError && error.code === 'simulation_too_large');
}

/** A page of the tables, most calls first. Raises ProblemError for a bad cursor. */
export async function listSchemaUse(
  ctx: Context,
  engine: Pick<Engine, 'schemaUse'>,
  uses: SchemaUses,
  workspace: string,
  { search = '', cursor, limit = LIMITS.defaultPageItems }: ListQuery,
): Promise<List> {
  const { state, tables, at, from, to } = await uses.of(ctx, engine, workspace);
  const wanted = search.toLowerCase();
  const matching = tables.filter(({ schema, name }) => fullName(schema, name).toLowerCase().includes(wanted));
  const start = cursor === undefined ? 0 : placeAfter(matching, cursor);
  const page = matching.slice(start, start + limit);
  const last = page.at(-1);
  return {
    ...{ state, total: matching.length, from, to, readAt: at.toISOString() },
    items: page.map((table) => ({ ...table, lastDay: table.lastDay || undefined })),
    next: last && start + limit < matching.length ? cursorOf(last) : undefined,
  };
}

function fullName(schema: string, name: string): string {
  return schema === '' ? name : `${schema}.${name}`;
}

/** The calls and the name of a table: the list may be read again between two pages. */
function cursorOf({ calls, name, schema, dialect }: Table): string {
  return Buffer.from(JSON.stringify([calls, shortened(name), shortened(schema), dialect])).toString('base64url');
}

/** Cursors are bounded. */
const shortened = (name: string) => name.slice(0, 60);

function placeAfter(tables: readonly Table[], cursor: string): number {
  const [calls, name, schema, dialect] = parsed(cursor);
  if (typeof calls !== 'number' || typeof name !== 'string') throw invalidCursor();
  const same = tables.findIndex(
    (each) => shortened(each.name) === name && shortened(each.schema) === schema && each.dialect === dialect,
  );
  if (same >= 0) return same + 1;
  const fewer = tables.findIndex((each) => each.calls < calls);
  return fewer < 0 ? tables.length : fewer;
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

const MAX_COLUMNS = 500;
const MAX_CALLERS = 100;
const MAX_QUERIES = 50;
const MAX_SHAPE = 4_000;

/** Who uses a table or column. Query shapes only if the data policy allows them. Raises ProblemError `workspace_not_found`. */
export async function readTableUse(
  ctx: Context,
  engine: Pick<Engine, 'tableUse'>,
  workspace: string,
  { table, schema = '', column, dialect }: z.output<typeof tableUseQuerySchema>,
): Promise<z.input<typeof tableUseSchema>> {
  const { queryText } = await readDataPolicy(ctx, workspace);
  const history = await useSnapshot(ctx, workspace, textsNaming([{ schema, name: table }]));
  if (!history) return { ...NOTHING, state: 'too_large' };
  try {
    const found = await engine.tableUse({ history: history.bytes, schema, table, column, dialect }, workspace);
    const { isEmpty, use, columns, allColumns, from, to } = found;
    if (isEmpty || !use) return { ...NOTHING, state: isEmpty ? 'none' : 'read', from, to };
    const { calls, writes, callers, lastDay, unclear } = use;
    const queries = [
      ...use.queries.map((each) => queryOf(each, false)),
      ...use.unclearQueries.map((each) => queryOf(each, true)),
    ];
    const shown = queryText === 'none' ? queries.map((query) => ({ ...query, shape: undefined })) : queries;
    return {
      ...{
        state: 'read',
        dialect: found.dialect,
        from,
        to,
        calls,
        writes,
        callers: callers.length,
        unclear,
        allColumns,
      },
      lastDay: lastDay || undefined,
      columns: columns.slice(0, MAX_COLUMNS).map((each) => ({ ...each, lastDay: each.lastDay || undefined })),
      topCallers: callers.slice(0, MAX_CALLERS).map(([name, count]) => ({ name, calls: count })),
      queries: shown.slice(0, MAX_QUERIES),
      more: {
        columns: Math.max(0, columns.length - MAX_COLUMNS),
        callers: Math.max(0, callers.length - MAX_CALLERS),
        queries: Math.max(0, queries.length - MAX_QUERIES),
      },
    };
  } catch (error) {
    if (isTooLarge(error)) return { ...NOTHING, state: 'too_large' };
    throw error;
  }
}

function queryOf([shape, calls]: readonly [string, number], unclear: boolean) {
  return { shape: shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)}…` : shape, calls, unclear };
}

const NOTHING: Omit<TableUseAnswer, 'state'> = {
  ...{ dialect: undefined, from: undefined, to: undefined, calls: 0, writes: 0, callers: 0, lastDay: undefined },
  ...{ unclear: 0, columns: [], allColumns: 0, topCallers: [], queries: [] },
  more: { columns: 0, callers: 0, queries: 0 },
};
