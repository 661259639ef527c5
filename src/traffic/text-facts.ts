import { createHash } from 'node:crypto';
import type { Dialect, Operation } from '../model/index.ts';
import { objectsOf, ScriptState, tableOf } from '../sql/index.ts';
import { type BaseStatement, inUnknownSession } from './reading.ts';
import type { FactTuple, ReadText } from './types.ts';

/** Operations that change the known state of a session, besides creating and dropping. */
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

/** The facts of a class of texts, and how a session changes them. */
export class KnownText implements ReadText {
  readonly tuples: readonly FactTuple[];
  /** Whether running it creates something in the session. */
  readonly creates: boolean;
  /** Whether the objects that a session created affect its facts, or it affects them. */
  readonly concernsSession: boolean;
  /** Whether part of it is not understood: the objects that a session created may be gone afterwards. */
  readonly obscure: boolean;
  readonly #statements: readonly BaseStatement[];
  readonly #texts: TextTable;
  #withoutSession: KnownText | undefined;
  /** Variants by how a session marks the operations. */
  readonly #marked = new Map<string, KnownText>();

  /** @param alike the same text with other literal facts; shares what they have in common */
  constructor(statements: readonly BaseStatement[], dialect: Dialect, texts: TextTable, alike?: KnownText) {
    this.#statements = statements;
    this.#texts = texts;
    if (alike) {
      this.tuples = alike.tuples.map((tuple, at) => ({ ...tuple, facts: statements[at]?.facts ?? tuple.facts }));
      this.creates = alike.creates;
      this.obscure = alike.obscure;
      this.concernsSession = alike.concernsSession;
      return;
    }
    this.tuples = statements.map((statement) => tupleOf(statement, dialect));
    const operations = statements.flatMap((statement) => statement.operations);
    this.creates = operations.some(isCreated);
    this.obscure = statements.some(
      (statement) => statement.unreadable !== undefined && statement.operations.length === 0,
    );
    this.concernsSession =
      this.obscure ||
      operations.some((operation) => FOLLOWED.has(operation.kind) || namesObject(operation)) ||
      statements.some(({ facts }) => facts.functions?.includes('set_config') !== false);
  }

  /** The facts if the source does not name the session: earlier objects are not known. */
  get withoutSession(): KnownText {
    const alone = new ScriptState({ transactionsUnseen: true });
    this.#withoutSession ??= this.#with(this.#followed(alone).map((operations) => operations.map(inUnknownSession)));
    return this.#withoutSession;
  }

  /** The facts when the session runs it; updates the session. */
  after(session: ScriptState): KnownText {
    return this.#with(this.#followed(session));
  }

  /** The facts if the session ran it now; the session stays as it is. */
  preview(session: ScriptState): KnownText {
    return this.#with(session.preview(this.#statements.map(seenBySession)));
  }

  #followed(session: ScriptState): Operation[][] {
    return this.#statements.map((statement) => {
      const { operations, functions } = seenBySession(statement);
      return session.follow(operations, functions);
    });
  }

  #with(marked: readonly (readonly Operation[])[]): KnownText {
    let marks = '';
    for (const { createdHere, temporary, tableCreatedHere } of marked.flat())
      marks += `${mark(createdHere)}${mark(temporary)}${mark(tableCreatedHere)}`;
    const known = this.#marked.get(marks);
    if (known) return known;
    const text = this.#texts.of(
      this.#statements.map((statement, at) => ({ ...statement, operations: marked[at] ?? statement.operations })),
    );
    this.#marked.set(marks, text);
    return text;
  }
}

function seenBySession({ operations, facts }: BaseStatement): {
  readonly operations: readonly Operation[];
  readonly functions: readonly string[];
} {
  return { operations, functions: facts.functions ?? ['set_config'] };
}

function mark(fact: boolean | undefined): string {
  return fact === undefined ? '?' : fact ? '1' : '0';
}

function namesObject(operation: Operation): boolean {
  return objectsOf(operation).length > 0 || tableOf(operation) !== undefined;
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

/** Number of cached texts; an evicted one is built again as a different object. */
const MAX_TEXTS = 15_000;

/** The common content of classes. */
export interface TextBase {
  readonly id: number;
  /** A text with this content. */
  text: KnownText | undefined;
}

/** Returns the same object for the same content, so that classes with equal content are counted as one. */
export class TextTable {
  readonly #dialect: Dialect;
  #young = new Map<string, KnownText>();
  #old = new Map<string, KnownText>();
  readonly #bases = new Map<string, TextBase>();
  #basesMade = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  of(statements: readonly BaseStatement[]): KnownText {
    return this.#keyed(digest(statements), () => statements);
  }

  /** The common content of classes: the same object for the same content while it is cached, and never for another. */
  base(statements: readonly BaseStatement[]): TextBase {
    const key = digest(statements);
    let base = this.#bases.get(key);
    if (base === undefined) {
      base = { id: ++this.#basesMade, text: undefined };
      if (this.#bases.size >= MAX_TEXTS) this.#bases.clear();
      this.#bases.set(key, base);
    }
    return base;
  }

  /**
   * Returns the text with the statements that `make` returns, which depend only on the base and the variant. Content is
   * compared once per class, not for each variant.
   */
  variant(base: TextBase, variant: string, make: () => readonly BaseStatement[]): KnownText {
    return this.#keyed(`${base.id}:${variant}`, make, base);
  }

  #keyed(key: string, make: () => readonly BaseStatement[], base?: TextBase): KnownText {
    let text = this.#young.get(key);
    if (text) return text;
    text = this.#old.get(key) ?? new KnownText(make(), this.#dialect, this, base?.text);
    if (base) base.text ??= text;
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
