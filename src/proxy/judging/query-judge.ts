import { findingOf, unreadableFinding, verdictOfQuery } from '../../check/index.ts';
import { loadRowTexts } from '../../history/index.ts';
import type { CallerFacts, Dialect, Operation, OperationKind } from '../../model/index.ts';
import { judgeStatement } from '../../rules/index.ts';
import {
  createFactReader,
  type FactReader,
  type FactTuple,
  type KeptReading,
  type LoggedStatement,
  type ReadText,
} from '../../traffic/index.ts';
import type { ActiveRules, RuleSource } from '../types.ts';
import { changesPath, changesRole, type QueryEffects } from './effects.ts';
import type { Judgement, QuerySession } from './judgement.ts';

/** A query in UTF-8. */
export interface JudgedText {
  readonly bytes: Uint8Array;
  /** Values of `$1`, `$2`, … as text, null for NULL; undefined if they are not known. */
  readonly binds: readonly (string | null)[] | undefined;
  /** Belongs to the bytes. */
  readonly kept?: KeptReading | undefined;
}

/** Facts that were read in another thread, with the tags of the text's comments. */
export interface ReadFacts {
  readonly read: Pick<ReadText, 'tuples' | 'concernsSession'>;
  readonly tags: Readonly<Record<string, string>>;
  readonly tagsInPart: boolean;
}

/** Judgements of one text that are cached: by caller, transaction state and rules. */
const MAX_JUDGEMENTS = 64;

const NOWHERE = { start: 0, end: 0 } as const;
/** They read or write rows, and change nothing that later queries are judged by. */
const ONLY_ROWS: ReadonlySet<OperationKind> = new Set([
  ...(['select', 'insert', 'update', 'delete', 'merge', 'merge_delete', 'truncate', 'copy_from', 'copy_to'] as const),
  ...(['explain', 'show', 'cursor', 'lock_table', 'maintain', 'notify'] as const),
]);
/** They run statements that the text does not show. */
const OPAQUE_KINDS: readonly OperationKind[] = ['do_block', 'call', 'execute_dynamic'];

/**
 * Judges queries as a history records them, so that the same query has the same facts in the proxy, in a log and in a
 * simulation. Texts of the same class have the same facts (src/traffic), and the verdict is cached with these.
 */
export class QueryJudge {
  hits = 0;
  misses = 0;
  readonly #reader: FactReader;
  readonly #rules: RuleSource;
  readonly #today: () => string;
  readonly #rowTexts: Awaited<ReturnType<typeof loadRowTexts>>;
  #cached = new WeakMap<object, CachedJudgements>();
  #cachedFor: ActiveRules | undefined;
  #cachedOn = '';
  readonly #callers = new WeakMap<CallerFacts, string>();

  private constructor(
    reader: FactReader,
    rowTexts: Awaited<ReturnType<typeof loadRowTexts>>,
    rules: RuleSource,
    today: () => string,
  ) {
    this.#reader = reader;
    this.#rowTexts = rowTexts;
    this.#rules = rules;
    this.#today = today;
  }

  /** @param today the current day, `YYYY-MM-DD`, UTC: exceptions expire */
  static async create(dialect: Dialect, rules: RuleSource, today: () => string): Promise<QueryJudge> {
    const reader = await createFactReader(dialect);
    // The server reports each failure.
    reader.startInput?.(false);
    return new QueryJudge(reader, await loadRowTexts(), rules, today);
  }

  /** Judges the text, as if the session ran it now. Never throws for any text. */
  judge(text: JudgedText, session: QuerySession): Judgement {
    const read = this.#reader.preview(logged(text, session), text.kept);
    return this.#judged(read, this.#reader.tags(), this.#reader.tagsInPart?.() === true, session);
  }

  /** Judges facts that were read in another thread. */
  judgeFacts({ read, tags, tagsInPart }: ReadFacts, session: QuerySession): Judgement {
    return this.#judged(read, tags, tagsInPart, session);
  }

  /** The session ran the text: objects that the text created count as the session's own from now on. */
  ran(text: JudgedText, session: QuerySession): void {
    this.#reader.read(logged(text, session));
  }

  /** A query of the session failed: objects that the session created may not exist. */
  failed(session: string): void {
    this.#reader.failed?.(session);
  }

  /** The session ended. */
  ended(session: string): void {
    this.#reader.ended?.(session);
  }

  #judged(
    read: ReadFacts['read'],
    tags: Readonly<Record<string, string>>,
    tagsInPart: boolean,
    session: QuerySession,
  ): Judgement {
    const rules = this.#rules.current;
    const today = this.#today();
    if (rules !== this.#cachedFor || today !== this.#cachedOn) {
      this.#cached = new WeakMap();
      this.#cachedFor = rules;
      this.#cachedOn = today;
    }
    let cached = this.#cached.get(read);
    if (!cached) {
      cached = { byKey: new Map(), latest: undefined };
      this.#cached.set(read, cached);
    }
    const { latest } = cached;
    if (latest && latest.tags === tags && latest.tagsInPart === tagsInPart && isSame(latest.session, session)) {
      this.hits++;
      return latest.judgement;
    }
    const judgement = this.#byKey(cached.byKey, read, tags, tagsInPart, session);
    cached.latest = { tags, tagsInPart, session, judgement };
    return judgement;
  }

  #byKey(
    judgements: Map<string, Judgement>,
    read: ReadFacts['read'],
    tags: Readonly<Record<string, string>>,
    tagsInPart: boolean,
    session: QuerySession,
  ): Judgement {
    const { inTransaction, lockTimeoutSet, areNamesSure } = session;
    const key = `${inTransaction} ${lockTimeoutSet} ${areNamesSure} ${tagsInPart} ${this.#callerKey(session.caller)}${tagsKey(tags)}`;
    const known = judgements.get(key);
    if (known) {
      this.hits++;
      return known;
    }
    this.misses++;
    if (judgements.size >= MAX_JUDGEMENTS) judgements.clear();
    const caller = { ...session.caller, tags };
    const judgement = this.#judgeRead(read, caller, tagsInPart, session, this.#rules.current);
    judgements.set(key, judgement);
    return judgement;
  }

  #callerKey(caller: CallerFacts): string {
    let key = this.#callers.get(caller);
    if (key === undefined) {
      const { user, role, application, database } = caller;
      key = JSON.stringify([user, role, application, database]);
      this.#callers.set(caller, key);
    }
    return key;
  }

  #judgeRead(
    { tuples: read, concernsSession }: ReadFacts['read'],
    callerBefore: CallerFacts,
    tagsInPart: boolean,
    session: QuerySession,
    rules: ActiveRules | undefined,
  ): Judgement {
    // Recorded as in a log.
    const recorded = inSurroundings(read, session);
    const effects = effectsOf(recorded, concernsSession);
    const tuples = onTheWire(recorded, session.areNamesSure && (recorded.length === 1 || keepsNames(effects)));
    const caller = tuples.length > 1 ? callerOfSeveral(callerBefore, effects) : callerBefore;
    const context = {
      file: undefined,
      caller,
      callerPatterns: tagsInPart ? (['tags'] as const) : undefined,
      today: this.#today(),
    };
    const hits = rules ? tuples.flatMap((tuple) => judgeStatement(rules.ruleset, tuple, context)) : [];
    const counting = hits.filter(({ exemption }) => exemption === undefined);
    const unread = rules ? tuples.flatMap(({ unreadable }) => unreadable ?? []) : [];
    const findings = [
      ...counting.map((hit) => findingOf(hit, NOWHERE)),
      ...unread.map((reason) => unreadableFinding(reason, NOWHERE)),
    ];
    return {
      verdict: verdictOfQuery(findings),
      findings,
      isOpen: counting.some(({ verdict }) => verdict === 'unknown'),
      rows: this.#rowTexts(recorded, caller, tagsInPart).map(({ text }) => text),
      effects,
      rules,
    };
  }
}

/** The caller of several statements, where the role or the database of a later one may be another. */
function callerOfSeveral(caller: CallerFacts, effects: QueryEffects): CallerFacts {
  return {
    ...caller,
    ...(changesRole(effects) && { role: undefined }),
    ...(effects.kinds.has('use') && { database: undefined }),
  };
}

/** Judgements of one text. */
interface CachedJudgements {
  readonly byKey: Map<string, Judgement>;
  /** The last one requested. It is found without building its key. */
  latest: Surrounded | undefined;
}

interface Surrounded {
  readonly tags: Readonly<Record<string, string>>;
  readonly tagsInPart: boolean;
  readonly session: QuerySession;
  readonly judgement: Judgement;
}

/**
 * Whether a judgement for one session also applies to the other. The session's name and string mode were considered
 * when the text was read.
 */
function isSame(one: QuerySession, other: QuerySession): boolean {
  return (
    one.caller === other.caller &&
    one.areNamesSure === other.areNamesSure &&
    one.inTransaction === other.inTransaction &&
    one.lockTimeoutSet === other.lockTimeoutSet
  );
}

function logged({ bytes, binds }: JudgedText, { name, caller, mode }: QuerySession): LoggedStatement {
  return {
    bytes,
    start: 0,
    end: bytes.length,
    at: Number.NaN,
    calls: 1,
    user: caller.user,
    application: caller.application,
    database: caller.database,
    session: name,
    binds,
    truncated: false,
    normalised: false,
    mode,
  };
}

/** `judgement`, for a text that is partly unknown for the given reason. */
export function withUnknown(judgement: Judgement, reason: string): Judgement {
  if (!judgement.rules) return judgement;
  const findings = [...judgement.findings, unreadableFinding(reason, NOWHERE)];
  return { ...judgement, findings, verdict: verdictOfQuery(findings), isOpen: true };
}

function tagsKey(tags: Readonly<Record<string, string>>): string {
  for (const _ in tags) return ` ${JSON.stringify(tags)}`;
  return '';
}

/** If a text has several statements, an earlier one may have changed the surroundings of a later one. */
function inSurroundings(tuples: readonly FactTuple[], session: QuerySession): readonly FactTuple[] {
  const [only] = tuples;
  if (!only || tuples.length > 1) return tuples;
  const { inTransaction, lockTimeoutSet } = session;
  const facts = {
    ...only.facts,
    inTransaction,
    lockTimeoutSet,
    // Outside a transaction, there are no earlier statements of the same transaction.
    ...(inTransaction === false && { ddlInTransaction: false }),
  };
  return [{ ...only, facts }];
}

/** Code can change what a name stands for before it uses the name; this is not tracked. */
const IN_CODE: ReadonlySet<Operation['place']> = new Set(['do_block', 'routine_body', 'dynamic', 'prepared']);
const NOT_OWN = {
  createdHere: false,
  columnsCreatedHere: false,
  rebuilt: false,
  recreated: false,
  replacesNothing: false,
  valuesCopied: false,
  valuesMoved: false,
} as const;

/**
 * The facts as far as they are certain on the wire, where a client can do anything. Of the objects that the session
 * created, only temporary tables count as its own: no other session can reach them, no foreign key refers to them, and
 * no older table becomes part of them. In code, even that is not certain.
 *
 * @param isSure whether the name of a temporary table means that table throughout the text
 */
function onTheWire(tuples: readonly FactTuple[], isSure: boolean): readonly FactTuple[] {
  const operations = tuples.flatMap((tuple) => tuple.operations);
  if (!operations.some((operation) => isTemporary(operation) || OWN.some((fact) => operation[fact] === true)))
    return tuples;
  return tuples.map((tuple) => ({
    ...tuple,
    operations: tuple.operations.map((operation) => ownOnTheWire(operation, isSure)),
  }));
}

/** Whether names mean the same after a statement as before it. */
function keepsNames(effects: QueryEffects): boolean {
  return !(effects.mayRemove || effects.mayChangePathLater || changesPath(effects) || changesRole(effects));
}

const OWN = Object.keys(NOT_OWN) as (keyof typeof NOT_OWN)[];

function ownOnTheWire(operation: Operation, isSure: boolean): Operation {
  const isUnsure = isTemporary(operation) && (!isSure || IN_CODE.has(operation.place));
  return { ...operation, ...NOT_OWN, ...(isUnsure && { temporary: undefined, createdHere: undefined }) };
}

/** Whether the operation applies to a temporary table. */
function isTemporary({ kind, temporary }: Operation): boolean {
  return temporary === true && !kind.startsWith('create_');
}

/** Operations that can drop tables of the session too, or give their names to other tables. */
const REMOVING: ReadonlySet<OperationKind> = new Set([
  ...(['rename_other', 'set_schema', 'alter_database', 'alter_other', 'alter_type', 'change_owner'] as const),
  ...(['attach_partition', 'detach_partition', 'revoke', 'revoke_role', 'alter_role'] as const),
  ...([
    'drop_schema',
    'drop_type',
    'drop_owned',
    'drop_extension',
    'drop_other',
    'drop_database',
    'drop_role',
  ] as const),
]);

/** After these, reading or writing the table also reads or writes other tables. */
const REWRITING: ReadonlySet<OperationKind> = new Set(['create_rule', 'create_trigger']);

function mayRemove({ kind, cascade, table }: Operation): boolean {
  if (REMOVING.has(kind) || REWRITING.has(kind)) return true;
  // A partition, or a table that inherits, is dropped with its parent.
  if (kind === 'create_table') return table !== '';
  return kind.startsWith('drop_') && cascade !== false;
}

/** Objects whose queries or functions run only when the object is used. */
const USED_LATER: ReadonlySet<OperationKind> = new Set(['cursor', 'create_view', 'create_rule']);

function mayChangePathLater({ operations, facts }: FactTuple): boolean {
  const { functions, tablesRead } = facts;
  const reachesSettings =
    functions === undefined ||
    functions.includes('set_config') ||
    tablesRead === undefined ||
    tablesRead.some((table) => /(?:^|\.)pg_settings$/.test(table));
  return reachesSettings && operations.some(({ kind }) => USED_LATER.has(kind));
}

function effectsOf(tuples: readonly FactTuple[], concernsSession: boolean): QueryEffects {
  const operations = tuples.flatMap((tuple) => tuple.operations);
  const kinds = new Set(operations.map(({ kind }) => kind));
  const isUnread = tuples.some((tuple) => tuple.unreadable !== undefined && tuple.operations.length === 0);
  const setsByFunction = tuples.some(({ facts }) => facts.functions?.includes('set_config') !== false);
  const isOpaque = isUnread || setsByFunction || OPAQUE_KINDS.some((kind) => kinds.has(kind));
  return {
    kinds,
    settings: new Set(
      operations.flatMap(({ kind, target }) => (kind === 'set' ? (target.name ?? '').toLowerCase() : [])),
    ),
    isOpaque,
    changesSession: isOpaque || (concernsSession && [...kinds].some((kind) => !ONLY_ROWS.has(kind))),
    creates: operations.some(({ kind }) => kind.startsWith('create_')),
    mayRemove: operations.some(mayRemove),
    mayChangePathLater: tuples.some(mayChangePathLater),
  };
}
