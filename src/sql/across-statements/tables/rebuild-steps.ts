import type { Dialect, Target } from '../../../model/index.ts';
import { stringValue } from '../../reader/body.ts';
import { type Part, type Renamed, readCopy } from '../../reader/ddl/index.ts';
import { lex } from '../../text/lexer/index.ts';
import { foldName, readName } from '../../text/names.ts';
import { T } from '../../text/tokens.ts';
import type { FollowedStatement } from '../followed-statement.ts';

// How SQL Server's tools write a rebuild (SSDT, Management Studio, Prisma): they copy if there are rows, some of them by
// EXEC of a literal, and rename by a procedure.

/** The statements that are followed, and those whose error ends the batch. */
export interface RebuildSteps {
  readonly statements: readonly FollowedStatement[];
  readonly stopping: ReadonlySet<FollowedStatement>;
}

type Parts = ReadonlyMap<FollowedStatement, Part>;

/**
 * Leaves out what does not decide whether a copy holds all rows: `IF EXISTS (SELECT … FROM old)` around the copy of that
 * table, and BEGIN TRY.
 */
export function rebuildSteps(all: readonly FollowedStatement[], parts: Parts, dialect: Dialect): RebuildSteps {
  const statements: FollowedStatement[] = [];
  const stopping = new Set<FollowedStatement>();
  let batch = -1;
  let tries = 0;
  let aborts = false;
  for (let index = 0; index < all.length; index++) {
    const statement = all[index];
    const part = statement && parts.get(statement);
    if (!part) continue;
    if (statement.batch !== batch) tries = 0;
    ({ batch } = statement);
    if (startsWith(part, 'BEGIN', 'TRY')) {
      tries++;
      continue;
    }
    if (startsWith(part, 'END', 'TRY')) tries--;
    if (startsWith(part, 'SET', 'XACT_ABORT')) aborts = startsWith(part, 'SET', 'XACT_ABORT', 'ON');
    const guarded = guardedCopy(all, index, parts, dialect);
    for (const step of guarded?.steps ?? [statement]) {
      statements.push(step);
      if (tries > 0 || aborts) stopping.add(step);
    }
    if (guarded) index = guarded.next - 1;
  }
  return { statements, stopping };
}

function startsWith({ tokens, from, to }: Part, ...words: readonly string[]): boolean {
  return from + words.length <= to && words.every((word, index) => tokens.word(from + index) === word);
}

interface GuardedCopy {
  readonly steps: readonly FollowedStatement[];
  /** The statement after it. */
  readonly next: number;
}

/** `IF EXISTS (SELECT … FROM old) INSERT INTO new SELECT … FROM old`, also with BEGIN and END. */
function guardedCopy(
  all: readonly FollowedStatement[],
  at: number,
  parts: Parts,
  dialect: Dialect,
): GuardedCopy | undefined {
  const partAt = (index: number) => {
    const statement = all[index];
    return statement && parts.get(statement);
  };
  const condition = partAt(at);
  const old = condition && tableWithRows(condition);
  const first = partAt(at + 1);
  if (old === undefined || !first) return undefined;
  const isBlock = startsWith(first, 'BEGIN') && first.to === first.from + 1;
  const start = isBlock ? at + 2 : at + 1;
  let next = start;
  let copies = 0;
  for (; ; next++) {
    const part = partAt(next);
    if (!part || (isBlock && startsWith(part, 'END'))) break;
    const copy = readCopyOrLiteral(part, dialect);
    if (copy && copy.from.text === old) copies++;
    else if (!startsWith(part, 'SET', 'IDENTITY_INSERT')) return undefined;
    if (!isBlock) break;
  }
  const after = next + 1;
  const ends = partAt(next);
  const following = partAt(after);
  if (copies !== 1 || !ends || (following && startsWith(following, 'ELSE'))) return undefined;
  return { steps: all.slice(start, isBlock ? next : after), next: after };
}

/** The table of `IF EXISTS (SELECT [TOP (1)] … FROM table)`. */
function tableWithRows(part: Part): string | undefined {
  const { tokens, lexical, to } = part;
  if (!startsWith(part, 'IF', 'EXISTS', '(', 'SELECT') || tokens.word(to - 1) !== ')') return undefined;
  let at = part.from + 4;
  if (tokens.word(at) === 'TOP') at += tokens.word(at + 1) === '(' ? 4 : 2;
  if (tokens.word(at + 1) !== 'FROM') return undefined;
  const { target, next } = readName(tokens, at + 2, lexical);
  const end = tokens.word(next) === 'WITH' ? tokens.closing(next + 1) + 1 : next;
  return next > at + 2 && end === to - 1 ? target.text : undefined;
}

/** A copy that the statement, or the literal that it executes, is. */
export function readCopyOrLiteral(part: Part, dialect: Dialect): ReturnType<typeof readCopy> {
  return readCopy(literalOf(part, dialect) ?? part);
}

/** `EXEC ('…')`: the text, if it is one literal. */
function literalOf({ tokens, lexical, from, to }: Part, dialect: Dialect): Part | undefined {
  const isLiteral = tokens.kind(from + 2) === T.string && tokens.word(from + 3) === ')' && from + 4 === to;
  if (!/^EXEC(?:UTE)?$/.test(tokens.word(from)) || tokens.word(from + 1) !== '(' || !isLiteral) return undefined;
  const inner = lex(stringValue(tokens.raw(from + 2), lexical), dialect);
  return { tokens: inner, lexical, from: 0, to: inner.length };
}

/** `EXEC sp_rename 'schema.old', 'new' [, 'OBJECT']`. */
export function readRenameCall({ tokens, lexical, from, to }: Part, dialect: Dialect): readonly Renamed[] | undefined {
  const isObject = to === from + 5 || (to === from + 7 && /^N?'OBJECT'$/i.test(tokens.raw(from + 6)));
  if (!/^EXEC(?:UTE)?$/.test(tokens.word(from)) || !/^\[?SP_RENAME\]?$/.test(tokens.word(from + 1)) || !isObject)
    return undefined;
  if (tokens.kind(from + 2) !== T.string || tokens.word(from + 3) !== ',' || tokens.kind(from + 4) !== T.string)
    return undefined;
  const path = lex(stringValue(tokens.raw(from + 2), lexical), dialect);
  const { target, next } = readName(path, 0, lexical);
  // The new name is not a path, and brackets would become a part of it.
  const name = foldName(stringValue(tokens.raw(from + 4), lexical), false, lexical);
  if (next !== path.length || target.name === undefined || target.schema === undefined) return undefined;
  const text = target.schema === '' ? name : `${target.schema}.${name}`;
  const renamed: Target = { name, schema: target.schema, quoted: false, text };
  return [{ from: target, to: renamed }];
}

/** `ALTER TABLE t SET (LOCK_ESCALATION = …)`, which changes no rows. */
export function setsLockEscalation({ tokens, lexical, from, to }: Part): boolean {
  if (tokens.word(from) !== 'ALTER' || tokens.word(from + 1) !== 'TABLE') return false;
  const { next } = readName(tokens, from + 2, lexical);
  const isOption = tokens.word(next + 2) === 'LOCK_ESCALATION' && tokens.closing(next + 1) === to - 1;
  return tokens.word(next) === 'SET' && isOption && tokens.word(next + 4) !== ',' && to === next + 6;
}
