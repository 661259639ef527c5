import type { QueryText } from '../sessions/index.ts';

/** A statement that was prepared by the protocol. */
export interface Statement {
  /** Undefined: not known. */
  readonly text: QueryText | undefined;
  readonly parameters: number;
  /** Types of its parameters, as the client sent them last. */
  types: readonly number[] | undefined;
  /** The server does not know these types: the execution that had them was refused. */
  areTypesUnsent: boolean;
  /** The client sent values of parameters before it executes the statement. */
  hasLongData: boolean;
}

/** The id that stands for the statement that was prepared last: MariaDB's. */
const LATEST = 0xffffffff;

/** The prepared statements of a session: those of the protocol by id, and those of SQL by name. */
export class Statements {
  readonly #byId = new Map<number, Statement>();
  #latest: number | undefined;
  /** Undefined values: prepared from a text that is not known. */
  readonly #byName = new Map<string, QueryText | undefined>();
  /** Any name may stand for anything. */
  areNamesUnknown = false;

  get size(): number {
    return this.#byId.size + this.#byName.size;
  }

  prepared(id: number, statement: Statement): void {
    this.#byId.set(id, statement);
    this.#latest = id;
  }

  /** The server refused to prepare a statement. */
  prepareFailed(): void {
    this.#latest = undefined;
  }

  find(id: number): Statement | undefined {
    const known = id === LATEST ? this.#latest : id;
    return known === undefined ? undefined : this.#byId.get(known);
  }

  close(id: number): void {
    this.#byId.delete(id === LATEST ? (this.#latest ?? id) : id);
  }

  setName(name: string, text: QueryText | undefined): void {
    this.#byName.set(name, text);
  }

  /** The text of the name; undefined: not known. */
  named(name: string): QueryText | undefined {
    return this.areNamesUnknown ? undefined : this.#byName.get(name);
  }

  forgetName(name: string): void {
    this.#byName.delete(name);
  }

  /** Anything may have been prepared under any name. */
  forgetNames(): void {
    this.#byName.clear();
    this.areNamesUnknown = true;
  }

  /** The server has forgotten all of them. */
  clear(): void {
    this.#byId.clear();
    this.#byName.clear();
    this.#latest = undefined;
    this.areNamesUnknown = false;
  }
}
