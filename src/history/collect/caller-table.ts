import type { CallerFacts, CallerMask, CallerPattern } from '../../model/index.ts';
import type { LoggedStatement } from '../../traffic/index.ts';
import { type CallerText, callerText } from '../snapshot/row-text.ts';
import { maskOf, normaliseName } from './caller-names.ts';
import { ChangingNames } from './changing-names.ts';

/** A caller of statements, as it is recorded. Each caller is one object, so it can be the key of a Map. */
export interface Caller extends CallerText {
  readonly facts: CallerFacts;
  /** The parts of it that were masked. */
  readonly patterns: readonly CallerPattern[];
}

type Tags = Readonly<Record<string, string>>;
type Name = string | undefined;

/** Above this, the table starts over: equal callers are then two objects until they are written. */
const MAX_CALLERS = 50_000;
const MAX_DATABASE = 256;

/** Gives each distinct caller one object. */
export class CallerTable {
  /** Approximate bytes held. */
  bytes = 0;
  /** The names of all callers, also of those that were removed. */
  readonly names = new ChangingNames();
  readonly #masks: readonly CallerMask[];
  #size = 0;
  readonly #known = new Map<Name, Map<Name, Map<Name, Map<Tags | undefined, Caller>>>>();
  /** By its text. Names that differ in what is masked are one caller, so that their statements are counted as one. */
  readonly #recorded = new Map<string, Caller>();
  #user: Name;
  #application: Name;
  #database: Name;
  #tags: Tags | undefined;
  #last: Caller | undefined;

  constructor(masks: readonly CallerMask[] = []) {
    this.#masks = masks;
  }

  /**
   * @param tags the same object for the same tags; undefined if they are not recorded
   * @param inPart whether some of the tags are left out or masked: always the same for one object
   */
  of(statement: LoggedStatement, tags: Tags | undefined, inPart: boolean): Caller {
    const { user, application, database } = statement;
    if (
      this.#last !== undefined &&
      user === this.#user &&
      application === this.#application &&
      database === this.#database &&
      tags === this.#tags
    ) {
      return this.#last;
    }
    this.#user = user;
    this.#application = application;
    this.#database = database;
    this.#tags = tags;
    this.#last = this.#find(user, application, database, tags, inPart);
    return this.#last;
  }

  /** Removes all callers. */
  clear(): void {
    this.#known.clear();
    this.#recorded.clear();
    this.#last = undefined;
    this.#size = 0;
    this.bytes = 0;
  }

  #find(user: Name, application: Name, database: Name, tags: Tags | undefined, inPart: boolean): Caller {
    if (this.#size >= MAX_CALLERS) this.clear();
    const byTags = inner(inner(inner(this.#known, application), user), database);
    let caller = byTags.get(tags);
    if (!caller) {
      caller = this.#make(user, application, database, tags, inPart);
      byTags.set(tags, caller);
      this.#size++;
      this.bytes += 1000 + 4 * caller.json.length;
    }
    return caller;
  }

  #make(user: Name, application: Name, database: Name, tags: Tags | undefined, inPart: boolean): Caller {
    const names = { user, role: undefined, application, database };
    const { facts, patterns } = callerOf(names, tags, inPart, this.#masks);
    for (const fact of ['user', 'application', 'database'] as const) {
      const name = facts[fact];
      if (name !== undefined && !patterns.includes(fact)) this.names.add(fact, name);
    }
    const text = callerText(facts, patterns);
    const caller = this.#recorded.get(text.json) ?? { facts, patterns, ...text };
    this.#recorded.set(text.json, caller);
    return caller;
  }
}

/**
 * The caller of a statement as a history records it: names without the parts that change from process to process.
 *
 * @param inPart whether some of the tags are left out or masked
 * @param masks of the configuration; they come before the patterns of caller-names.ts
 */
export function callerOf(
  { user, role, application, database }: Omit<CallerFacts, 'tags'>,
  tags: Tags | undefined,
  inPart: boolean,
  masks: readonly CallerMask[] = [],
): Pick<Caller, 'facts' | 'patterns'> {
  const facts = {
    user: user === undefined ? undefined : (maskOf('user', user, masks) ?? normaliseName(user)),
    // Roles have no patterns, so a role whose name changes is not recorded.
    role: role === undefined || normaliseName(role) !== role ? undefined : role,
    application:
      application === undefined ? undefined : (maskOf('application', application, masks) ?? normaliseName(application)),
    // Database names are shorter than this; a cut-off name would be a different one.
    database:
      database === undefined || database.length > MAX_DATABASE
        ? undefined
        : (maskOf('database', database, masks) ?? database),
    tags,
  };
  const patterns: CallerPattern[] = [];
  if (facts.user !== user) patterns.push('user');
  if (facts.application !== application) patterns.push('application');
  if (facts.database !== undefined && facts.database !== database) patterns.push('database');
  if (tags !== undefined && inPart) patterns.push('tags');
  return { facts, patterns };
}

function inner<K, J, V>(map: Map<K, Map<J, V>>, key: K): Map<J, V> {
  let found = map.get(key);
  if (!found) {
    found = new Map();
    map.set(key, found);
  }
  return found;
}
