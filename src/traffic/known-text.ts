import { createHash } from 'node:crypto';
import type { Dialect, Operation } from '../model/index.ts';
import { objectsOf, ScriptState } from '../sql/index.ts';
import { type BaseStatement, dependsOnSession } from './reading.ts';
import type { FactTuple, ReadText } from './types.ts';

/** What changes what is known of a session, beside creating and dropping. */
const FOLLOWED: ReadonlySet<Operation['kind']> = new Set([
  'begin',
  'commit',
  'rollback',
  'set',
  'use',
  'set_role',
  'execute_dynamic',
  'control',
]);

/** What the texts of one class say, and what a session makes of it. */
export class KnownText implements ReadText {
  readonly tuples: readonly FactTuple[];
  /** Whether a session that runs it has created something afterwards. */
  readonly creates: boolean;
  /** Whether what a session has created says something about it, or it about that. */
  readonly concernsSession: boolean;
  /** Whether a part of it could be anything: what a session has created may be gone. */
  readonly obscure: boolean;
  readonly #statements: readonly BaseStatement[];
  readonly #texts: TextTable;
  #withoutSession: KnownText | undefined;
  /** By which operations a session marks, and how. */
  readonly #marked = new Map<string, KnownText>();

  constructor(statements: readonly BaseStatement[], dialect: Dialect, texts: TextTable) {
    this.#statements = statements;
    this.#texts = texts;
    this.tuples = statements.map((statement) => tupleOf(statement, dialect));
    const operations = statements.flatMap((statement) => statement.operations);
    this.creates = operations.some(isCreated);
    this.obscure = statements.some(
      (statement) => statement.unreadable !== undefined && statement.operations.length === 0,
    );
    this.concernsSession =
      this.obscure ||
      operations.some((operation) => FOLLOWED.has(operation.kind) || objectsOf(operation).length > 0) ||
      statements.some(({ facts }) => facts.functions?.includes('set_config') !== false);
  }

  /** As a source tells of it that names no session: what was created before is not known. */
  get withoutSession(): KnownText {
    this.#withoutSession ??= this.#after(new ScriptState({ transactionsUnseen: true }), (operation) =>
      dependsOnSession(operation) && !operation.createdHere && !operation.temporary
        ? { ...operation, createdHere: undefined, temporary: undefined }
        : operation,
    );
    return this.#withoutSession;
  }

  /** As a session runs it, which goes on from there. */
  after(session: ScriptState): KnownText {
    return this.#after(session, (operation) => operation);
  }

  #after(session: ScriptState, change: (operation: Operation) => Operation): KnownText {
    let marks = '';
    const statements = this.#statements.map((statement) => {
      const { functions } = statement.facts;
      const operations = session.follow(statement.operations, functions ?? ['set_config']).map(change);
      for (const { createdHere, temporary } of operations) marks += `${mark(createdHere)}${mark(temporary)}`;
      return { ...statement, operations };
    });
    const known = this.#marked.get(marks);
    if (known) return known;
    const text = this.#texts.of(statements);
    this.#marked.set(marks, text);
    return text;
  }
}

function mark(fact: boolean | undefined): string {
  return fact === undefined ? '?' : fact ? '1' : '0';
}

function isCreated(operation: Operation): boolean {
  if (!operation.kind.startsWith('create_') || operation.place !== 'statement') return false;
  return !operation.ifNotExists && !operation.orReplace && objectsOf(operation).length > 0;
}

function tupleOf({ shape, operations, facts, unreadable, truncated }: BaseStatement, dialect: Dialect): FactTuple {
  return {
    shape,
    dialect,
    operations: operations.map((operation) =>
      operation.objectClass === undefined ? operation : { ...operation, objectClass: undefined },
    ),
    facts,
    unreadable,
    truncated,
  };
}

/** How many are remembered; one that was forgotten is made again, as another object. */
const MAX_TEXTS = 15_000;

/** Gives the same object for the same content, so that classes of texts that say the same are counted as one. */
export class TextTable {
  readonly #dialect: Dialect;
  #young = new Map<string, KnownText>();
  #old = new Map<string, KnownText>();
  readonly #bases = new Map<string, number>();
  #basesMade = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  of(statements: readonly BaseStatement[]): KnownText {
    return this.#keyed(digest(statements), () => statements);
  }

  /**
   * Names what classes of texts have in common: the same number for the same content, as long as it is remembered, and
   * never for another one.
   */
  base(statements: readonly BaseStatement[]): number {
    const key = digest(statements);
    let base = this.#bases.get(key);
    if (base === undefined) {
      base = ++this.#basesMade;
      if (this.#bases.size >= MAX_TEXTS) this.#bases.clear();
      this.#bases.set(key, base);
    }
    return base;
  }

  /**
   * What `make` gives, which follows from the base and the variant alone. Content is compared once for a class, and not for
   * each of its variants.
   */
  variant(base: number, variant: string, make: () => readonly BaseStatement[]): KnownText {
    return this.#keyed(`${base}:${variant}`, make);
  }

  #keyed(key: string, make: () => readonly BaseStatement[]): KnownText {
    let text = this.#young.get(key);
    if (text) return text;
    text = this.#old.get(key) ?? new KnownText(make(), this.#dialect, this);
    if (this.#young.size >= MAX_TEXTS) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, text);
    return text;
  }
}

function digest(statements: readonly BaseStatement[]): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('base64');
}
