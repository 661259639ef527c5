import type { LexicalMode } from '../../../sql/index.ts';
import type { LoggedStatement } from '../../../traffic/index.ts';
import { bindsOf } from './binds.ts';

const NOTHING = new Uint8Array(0);

/** A statement of the log; bind values are parsed only when needed. */
export class Logged implements LoggedStatement {
  bytes: Uint8Array = NOTHING;
  start = 0;
  end = 0;
  at = Number.NaN;
  readonly calls = 1;
  user: string | undefined = undefined;
  application: string | undefined = undefined;
  database: string | undefined = undefined;
  session = '';
  truncated = false;
  readonly normalised = false;
  mode: LexicalMode | undefined = undefined;
  #detail: Uint8Array = NOTHING;
  #detailStart = 0;
  #detailEnd = 0;
  #binds: readonly (string | null)[] | undefined;
  #bound = false;

  get binds(): readonly (string | null)[] | undefined {
    if (!this.#bound) this.setBinds(bindsOf(this.#detail, this.#detailStart, this.#detailEnd));
    return this.#binds;
  }

  setBinds(binds: readonly (string | null)[] | undefined): void {
    this.#binds = binds;
    this.#bound = true;
  }

  bindLater(detail: Uint8Array, start: number, end: number): void {
    this.#detail = detail;
    this.#detailStart = start;
    this.#detailEnd = end;
    this.#bound = false;
  }
}
