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
  USE_FACTS,
  type UseFacts,
  unknownFact,
} from '../../model/index.ts';
import { answersAllNamesAlike, type NameUses, NO_NAMES } from './caller-names.ts';

/** Thrown by a fact that is not known or too large to evaluate: the rule is then undecided. */
class UndecidedFact extends Error {
  override readonly name = 'UndecidedFact';
}

/** Maximum length of a text fact, in UTF-16 code units. */
export const MAX_TEXT = 4096;
/** Maximum total length of a list fact, per item that the list may have. */
const MAX_TEXT_PER_ITEM = 64;

/** Limits of the current evaluation. */
export interface Bounds {
  /** Maximum number of items of a list fact (cel/cost.ts). */
  items: number;
  /** The texts that the condition compares caller names with. */
  names: NameUses;
  /** The caller facts for which the history has only a pattern. */
  readonly patterns: readonly CallerPattern[];
}

type Raw = Readonly<Record<string, unknown>>;
type Table = Readonly<Record<string, FactEntry>>;

interface View {
  readonly facts: Raw | undefined;
  readonly bounds: Bounds;
}

// Creating an error with a stack takes microseconds, and a history throws the same few errors millions of times.
const errors = new Map<string, UndecidedFact>();
function undecided(message: string): UndecidedFact {
  let error = errors.get(message);
  if (!error) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    error = new UndecidedFact(message);
    Error.stackTraceLimit = limit;
    errors.set(message, error);
  }
  return error;
}

function checkList(fact: string, list: readonly string[], bounds: Bounds): readonly string[] {
  let characters = 0;
  for (const item of list) characters += item.length;
  if (list.length > bounds.items) throw undecided(`\`${fact}\` has more than ${bounds.items} items`);
  if (characters > bounds.items * MAX_TEXT_PER_ITEM) throw undecided(`\`${fact}\` is too long to evaluate`);
  return list;
}

/** Converts the value of a fact to a CEL value. Raises UndecidedFact if it is not known. */
function readFact(fact: string, entry: FactEntry, value: unknown, bounds: Bounds): unknown {
  if (value === undefined) throw undecided(`\`${fact}\` is not known`);
  switch (entry.type) {
    case 'int':
      return BigInt(value as number);
    case 'string':
      if ((value as string).length > MAX_TEXT) throw undecided(`\`${fact}\` is longer than ${MAX_TEXT} characters`);
      return value;
    case 'list<string>':
      return checkList(fact, value as readonly string[], bounds);
    case 'target':
      return new TargetView(value as Raw, bounds);
    default:
      return value;
  }
}

function onlyInPart(fact: string): UndecidedFact {
  return undecided(`\`${fact}\` is only partly known`);
}

/** A caller fact for which only a pattern is known. Raises UndecidedFact if names that fit it give different answers. */
function readPattern(name: string, value: unknown, { names }: Bounds): unknown {
  const fact = `caller.${name}`;
  if (name === 'tags') return partlyKnownTags(fact, value as Readonly<Record<string, string>>);
  if (!answersAllNamesAlike(value as string, names[name as keyof NameUses])) throw onlyInPart(fact);
  return value;
}

/**
 * Tags of which some were left out or masked. What was recorded without `*` is known; another tag may have had any
 * value. CEL accepts no class of ours here, so it gets a Map whose own methods raise UndecidedFact.
 */
function partlyKnownTags(fact: string, tags: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const known = new Map(Object.entries(tags));
  const raise = (): never => {
    throw onlyInPart(fact);
  };
  const find = (name: string): string => {
    const value = known.get(name);
    return value === undefined || value.includes('*') ? raise() : value;
  };
  const all = { value: raise };
  return Object.defineProperties(new Map<string, string>(), {
    ...{ get: { value: find }, has: all, size: { get: raise } },
    ...{ keys: all, values: all, entries: all, forEach: all, [Symbol.iterator]: all },
  });
}

type ViewClass = new (facts: Raw | undefined, bounds: Bounds) => View;

/**
 * Creates a class whose getters return the facts of one table. CEL reads class instances directly; it would copy a
 * plain object into a Map at each evaluation.
 */
function viewClass(prefix: string, table: Table): ViewClass {
  class FactView implements View {
    readonly facts: Raw | undefined;
    readonly bounds: Bounds;
    constructor(facts: Raw | undefined, bounds: Bounds) {
      this.facts = facts;
      this.bounds = bounds;
    }
  }
  for (const [name, entry] of Object.entries(table)) {
    const fact = `${prefix}.${name}`;
    Object.defineProperty(FactView.prototype, name, {
      get(this: FactView): unknown {
        // Without a caller or file, every field is missing, so that `has()` returns false.
        if (this.facts === undefined) return undefined;
        const raw = this.facts[name];
        if (raw === undefined && entry.configured) return undefined;
        if (raw === undefined) throw undecided(unknownFact(fact, this.facts));
        const value = readFact(fact, entry, raw, this.bounds);
        const isPattern = prefix === 'caller' && (this.bounds.patterns as readonly string[]).includes(name);
        return isPattern ? readPattern(name, value, this.bounds) : value;
      },
    });
  }
  return FactView;
}

export const TargetView = viewClass('operation.target', TARGET_FIELDS);
export const OperationView = viewClass('operation', OPERATION_FACTS);
export const StatementView = viewClass('statement', STATEMENT_FACTS);
export const UseView = viewClass('use', USE_FACTS);
export const CallerView = viewClass('caller', CALLER_FACTS);
export const FileView = viewClass('file', FILE_FACTS);

/** The facts that a condition is evaluated over. */
export interface KnownFacts {
  readonly operation: Operation;
  readonly statement: StatementFacts;
  readonly use: UseFacts;
  /** Undefined if the caller is not known. */
  readonly caller: CallerFacts | undefined;
  /** The caller facts for which a history has only a pattern. */
  readonly callerPatterns?: readonly CallerPattern[] | undefined;
  /** Undefined for traffic, which has no file. */
  readonly file: FileFacts | undefined;
}

const NO_PATTERNS: readonly CallerPattern[] = [];

/** The variables of a condition. Built once per operation; each view is created when it is first read. */
export class RuleFacts {
  readonly known: KnownFacts;
  readonly bounds: Bounds;
  #operation: View | undefined;
  #statement: View | undefined;
  #use: View | undefined;
  #caller: View | undefined;
  #file: View | undefined;

  constructor(known: KnownFacts) {
    this.known = known;
    this.bounds = { items: 0, names: NO_NAMES, patterns: known.callerPatterns ?? NO_PATTERNS };
  }

  get operation(): View {
    this.#operation ??= new OperationView(this.known.operation as unknown as Raw, this.bounds);
    return this.#operation;
  }

  get statement(): View {
    this.#statement ??= new StatementView(this.known.statement, this.bounds);
    return this.#statement;
  }

  get use(): View {
    this.#use ??= new UseView(this.known.use, this.bounds);
    return this.#use;
  }

  get caller(): View {
    this.#caller ??= new CallerView(this.known.caller, this.bounds);
    return this.#caller;
  }

  get file(): View {
    this.#file ??= new FileView(this.known.file, this.bounds);
    return this.#file;
  }
}
