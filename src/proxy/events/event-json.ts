import { FORMATS, LIMITS } from '../../contract/index.ts';
import { type Dialect, FACTS_VERSION } from '../../model/index.ts';
import type { ObservedQuery } from '../types.ts';

/** What all events of a proxy have in common. */
export interface EventOrigin {
  readonly proxy: string;
  readonly dialect: Dialect;
}

/** Executions of equal queries, as one event. */
export interface Executions {
  readonly id: string;
  readonly first: ObservedQuery;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly calls: number;
  /** Milliseconds of all of them. */
  readonly durationMs: number;
  /** Undefined if they ran in several. */
  readonly session: string | undefined;
  /** Undefined if it must not be stored, is not known, or differs among them. */
  readonly text: string | undefined;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * The JSON of the events that report executions: bodies of `factsEventSchema`. It is more than one only for a text with more
 * statements than an event may have.
 */
export function eventJson(executions: Executions, origin: EventOrigin): readonly string[] {
  const { id, first } = executions;
  const parts: string[] = [];
  for (let at = 0; at === 0 || at < first.rows.length; at += LIMITS.eventRows) {
    const head = JSON.stringify({
      ...fieldsOf(executions, origin),
      ...(at > 0 && { id: `${id}:${parts.length}`, query: undefined }),
    });
    const rows = first.rows.slice(at, at + LIMITS.eventRows).join(',');
    // The rows are JSON already.
    parts.push(`${head.slice(0, -1)},"rows":[${rows}]}`);
  }
  return parts;
}

/** Fields that are undefined are left out of the JSON. */
function fieldsOf(executions: Executions, { proxy, dialect }: EventOrigin) {
  const { id, first, firstAt, lastAt, calls, durationMs, session, text } = executions;
  const { judged, outcome, sqlstate } = first;
  return {
    id,
    type: 'query',
    at: new Date(firstAt).toISOString(),
    ...(calls > 1 && { calls, lastAt: new Date(lastAt).toISOString() }),
    dialect,
    // Rules from a file have no version that the service knows: it judges the event itself.
    judged:
      judged?.ruleset === undefined
        ? undefined
        : {
            verdict: judged.verdict,
            rules: judged.rules.slice(0, LIMITS.eventRules),
            ruleset: judged.ruleset,
            mode: judged.mode,
          },
    outcome,
    sqlstate: outcome !== 'ok' && sqlstate !== undefined && SQLSTATE.test(sqlstate) ? sqlstate : undefined,
    durationMs: Math.round((Math.max(0, durationMs) / calls) * 1000) / 1000,
    session: session !== undefined && FORMATS.chosenName.test(session) ? session : undefined,
    proxy,
    factsVersion: FACTS_VERSION,
    query: text !== undefined && text.length > 0 && text.length <= LIMITS.queryCharacters ? text : undefined,
  };
}
