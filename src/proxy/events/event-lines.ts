import type { ObservedQuery } from '../types.ts';

/**
 * Makes the lines of a file of events; docs/history-sources.md describes their fields. Those that are undefined are
 * left out. A line is built from parts, most of which are the same for many events: `JSON.stringify` of a whole line
 * takes three times as long.
 */
export class EventLines {
  readonly #shared = new WeakMap<object, string>();
  #at = Number.NaN;
  #time = '';

  of(id: string, query: ObservedQuery, withText: boolean): string {
    const { at, caller, session, inTransaction, judged, outcome, sqlstate, durationMs } = query;
    const text = withText ? query.text() : undefined;
    const sql = text === undefined ? '' : `"sql":${JSON.stringify(text)},`;
    const binds = withText && query.binds ? `"binds":${JSON.stringify(query.binds)},` : '';
    const state = sqlstate === undefined ? '' : `,"sqlstate":${JSON.stringify(sqlstate)}`;
    const transaction = inTransaction === undefined ? '' : `,"inTransaction":${inTransaction}`;
    const verdict = judged ? `,"judged":${this.#json(judged, judged)}` : '';
    return (
      `{${sql}${binds}${this.#callerFields(caller)}"at":"${this.#timeOf(at)}","session":${JSON.stringify(session)},` +
      `"outcome":"${outcome}"${state},"durationMs":${durationMs}${transaction}${verdict},"id":${JSON.stringify(id)}}\n`
    );
  }

  #callerFields(caller: ObservedQuery['caller']): string {
    const { user, application, database } = caller;
    const fields = this.#json(caller, { user, application, database });
    return fields === '{}' ? '' : `${fields.slice(1, -1)},`;
  }

  /** @param owner the object whose JSON it is; objects do not change */
  #json(owner: object, value: object): string {
    let json = this.#shared.get(owner);
    if (json === undefined) {
      json = JSON.stringify(value);
      this.#shared.set(owner, json);
    }
    return json;
  }

  #timeOf(at: number): string {
    if (at !== this.#at) {
      this.#at = at;
      this.#time = new Date(at).toISOString();
    }
    return this.#time;
  }
}
