import type { FileContext, Operation, Statement } from '../model/index.ts';
import { changeFacts, type FollowedStatement } from './followed-statement.ts';
import { qualified } from './text/names.ts';
import { T, type TokenList } from './text/tokens.ts';
import { wordsOf } from './text/words.ts';

/** Their tables are there, though no file creates them. */
const SYSTEM_SCHEMAS = /^(?:pg_catalog|information_schema|mysql|performance_schema|sys)$/i;

/**
 * Marks a DROP TABLE IF EXISTS directly before the CREATE of the same table (`replacesNothing`), if no SQL file of the
 * base names the table. Nor may the file itself before: it could give the name to a table with rows.
 */
export function markReplacedTables(
  statements: readonly FollowedStatement[],
  tokens: TokenList,
  context: FileContext | undefined,
): void {
  const missing = new Set(
    context?.tables.filter(({ exists }) => !exists).map(({ name, schema }) => `${schema}.${name}`),
  );
  if (missing.size === 0) return;
  let mentions: Mentions | undefined;
  for (const [statement, drop] of replacedTables(statements)) {
    const { name, schema } = drop.target;
    if (name === undefined || SYSTEM_SCHEMAS.test(schema ?? '') || !missing.has(`${schema}.${name}`)) continue;
    mentions ??= mentionsOf(tokens);
    const before = Math.min(mentions.unknownFrom, mentions.first.get(name.toLowerCase()) ?? Number.POSITIVE_INFINITY);
    if (before < statement.span.start) continue;
    changeFacts(statement, 0, { replacesNothing: true });
  }
}

/** Each DROP TABLE IF EXISTS of one table that is directly followed by the CREATE of that table. */
export function* replacedTables<S extends Pick<Statement, 'operations' | 'section' | 'unreadable'>>(
  statements: readonly S[],
): Generator<readonly [S, Operation]> {
  for (const [index, statement] of statements.entries()) {
    const drop = droppedTable(statement);
    const next = drop && nextStatement(statements, index);
    if (drop && next?.section === statement.section && creates(next, drop)) yield [statement, drop];
  }
}

/** The operation of a plain DROP TABLE IF EXISTS of one table. */
function droppedTable({ operations, unreadable }: Pick<Statement, 'operations' | 'unreadable'>): Operation | undefined {
  const [drop, ...others] = operations;
  if (drop?.kind !== 'drop_table' || others.length > 0 || unreadable.length > 0) return undefined;
  const plain = drop.place === 'statement' && drop.ifExists && !drop.cascade && !drop.createdHere && !drop.temporary;
  return plain ? drop : undefined;
}

/** The next statement that does more than set something: dumps have such settings before each CREATE TABLE. */
function nextStatement<S extends Pick<Statement, 'operations' | 'unreadable'>>(
  statements: readonly S[],
  index: number,
): S | undefined {
  for (let at = index + 1; at < statements.length; at++) {
    const next = statements[at];
    if (!next || next.unreadable.length > 0) return undefined;
    if (!next.operations.every(({ kind }) => kind === 'set')) return next;
  }
  return undefined;
}

function creates({ operations }: Pick<Statement, 'operations'>, drop: Operation): boolean {
  const name = qualified(drop.target);
  return operations.some(
    ({ kind, target, place, temporary }) =>
      kind === 'create_table' && place === 'statement' && !temporary && qualified(target) === name,
  );
}

interface Mentions {
  /** By word in lower case: the offset of its first token. */
  readonly first: ReadonlyMap<string, number>;
  /** The offset of the first token that may stand for any name. */
  readonly unknownFrom: number;
}

function mentionsOf(tokens: TokenList): Mentions {
  const first = new Map<string, number>();
  let unknownFrom = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tokens.length; at++) {
    const kind = tokens.kind(at);
    const raw = tokens.raw(at);
    const isUnknown = kind === T.placeholder || kind === T.param || kind === T.unreadable || /^U&"/i.test(raw);
    if (isUnknown) unknownFrom = Math.min(unknownFrom, tokens.start(at));
    if (kind === T.op || kind === T.number) continue;
    for (const word of wordsOf(raw)) if (!first.has(word)) first.set(word, tokens.start(at));
  }
  return { first, unknownFrom };
}
