import {
  CALLER_FACTS,
  type CallerFacts,
  type CallerPattern,
  type FactEntry,
  FILE_FACTS,
  type FileFacts,
  OPERATION_FACTS,
  type Operation,
  STATEMENT_FACTS,
  type StatementFacts,
  TARGET_FIELDS,
} from '../../model/index.ts';
import { type NameUses, NO_NAMES, saysTheSame } from './caller-names.ts';

/** Raised by a fact that is not carried, or is too large to go through: the rule is then undecided. */
class UndecidedFact extends Error {
  override readonly name = 'UndecidedFact';
}

/** The longest text of one fact, in UTF-16 code units. */
export const MAX_TEXT = 4096;
/** What the items of a list fact may hold together, for each item that the list may have. */
const MAX_TEXT_PER_ITEM = 64;

/** What the evaluation under way may read. */
export interface Bounds {
  /** How many items a list fact may have (cel/cost.ts). */
  items: number;
  /** What names of the caller are compared with. */
  names: NameUses;
  /** Of which of these the history has a pattern only. */
  readonly patterns: readonly CallerPattern[];
}

type Raw = Readonly<Record<string, unknown>>;
type Table = Readonly<Record<string, FactEntry>>;

interface View {
  readonly facts: Raw | undefined;
  readonly cap: Bounds;
}

// Raising costs microseconds where a stack is taken, and a history raises the same few by the million.
const raised = new Map<string, UndecidedFact>();
function undecided(message: string): UndecidedFact {
  let error = raised.get(message);
  if (!error) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    error = new UndecidedFact(message);
    Error.stackTraceLimit = limit;
    raised.set(message, error);
  }
  return error;
}

function checkList(fact: string, list: readonly string[], cap: Bounds): readonly string[] {
  let characters = 0;
  for (const item of list) characters += item.length;
  if (list.length > cap.items) throw undecided(`\`${fact}\` has more than ${cap.items} items`);
  if (characters > cap.items * MAX_TEXT_PER_ITEM) throw undecided(`\`${fact}\` is too long to go through`);
  return list;
}

/** Turns a fact's value into what CEL computes with; `undefined` becomes an undecided fact. */
function readFact(fact: string, entry: FactEntry, value: unknown, cap: Bounds): unknown {
  if (value === undefined) throw undecided(`\`${fact}\` is not known`);
  switch (entry.type) {
    case 'int':
      return BigInt(value as number);
    case 'string':
      if ((value as string).length > MAX_TEXT) throw undecided(`\`${fact}\` is longer than ${MAX_TEXT} characters`);
      return value;
    case 'list<string>':
      return checkList(fact, value as readonly string[], cap);
    case 'target':
      return new TargetView(value as Raw, cap);
    default:
      return value;
  }
}

/** Whether what is recorded of a caller may stand for what the condition would answer otherwise. */
function isOpen(name: string, value: unknown, { names, patterns }: Bounds): boolean {
  if (!(patterns as readonly string[]).includes(name)) return false;
  return name === 'tags' || !saysTheSame(value as string, names[name as keyof NameUses]);
}

type ViewClass = new (facts: Raw | undefined, cap: Bounds) => View;

/**
 * A class whose getters give the facts of one table. CEL reads an object of a class as it stands,
 * where it would copy a plain object into a Map at each evaluation.
 */
function viewClass(prefix: string, table: Table): ViewClass {
  class FactView implements View {
    readonly facts: Raw | undefined;
    readonly cap: Bounds;
    constructor(facts: Raw | undefined, cap: Bounds) {
      this.facts = facts;
      this.cap = cap;
    }
  }
  for (const [name, entry] of Object.entries(table)) {
    const fact = `${prefix}.${name}`;
    Object.defineProperty(FactView.prototype, name, {
      get(this: FactView): unknown {
        // Without any facts the field is missing, so that `has()` is false: nobody said who calls.
        if (this.facts === undefined) return undefined;
        const value = readFact(fact, entry, this.facts[name], this.cap);
        if (prefix === 'caller' && isOpen(name, value, this.cap)) throw undecided(`\`${fact}\` is known in part only`);
        return value;
      },
    });
  }
  return FactView;
}

export const TargetView = viewClass('operation.target', TARGET_FIELDS);
export const OperationView = viewClass('operation', OPERATION_FACTS);
export const StatementView = viewClass('statement', STATEMENT_FACTS);
export const CallerView = viewClass('caller', CALLER_FACTS);
export const FileView = viewClass('file', FILE_FACTS);

/** What is known when a condition is asked. */
export interface KnownFacts {
  readonly operation: Operation;
  readonly statement: StatementFacts;
  /** Undefined where nobody said who calls. */
  readonly caller: CallerFacts | undefined;
  /** Of which of these a history has a pattern only. */
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
  /** Undefined where there is no file. */
  readonly file: FileFacts | undefined;
}

const NO_PATTERNS: readonly CallerPattern[] = [];

/** What a condition is evaluated over, built once for each operation; its views are made when they are first read. */
export class RuleFacts {
  readonly of: KnownFacts;
  readonly cap: Bounds;
  #operation: View | undefined;
  #statement: View | undefined;
  #caller: View | undefined;
  #file: View | undefined;

  constructor(of: KnownFacts) {
    this.of = of;
    this.cap = { items: 0, names: NO_NAMES, patterns: of.callerPatterns ?? NO_PATTERNS };
  }

  get operation(): View {
    this.#operation ??= new OperationView(this.of.operation as unknown as Raw, this.cap);
    return this.#operation;
  }

  get statement(): View {
    this.#statement ??= new StatementView(this.of.statement, this.cap);
    return this.#statement;
  }

  get caller(): View {
    this.#caller ??= new CallerView(this.of.caller, this.cap);
    return this.#caller;
  }

  get file(): View {
    this.#file ??= new FileView(this.of.file, this.cap);
    return this.#file;
  }
}
