import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AuditEvent,
  type AuditType,
  auditEventsSchema,
  keysSchema,
  LIMITS,
  queriesSchema,
} from '../../src/contract/index.ts';
import { isAnswer, type NamedRequest, type Soak, sendUntilAnswered } from './soak.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string | undefined;
}

/** Reads a complete list page by page; keys take turns, because each may read a limited number of pages per minute. */
async function* readList<Item>(
  soak: Soak,
  list: {
    readonly name: string;
    readonly path: string;
    readonly bearers: readonly string[];
    readonly parse: (body: unknown) => Page<Item>;
  },
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const query = new URLSearchParams({ limit: String(LIMITS.pageItems), ...(cursor !== undefined && { cursor }) });
    const path = `/workspaces/${soak.workspace.id}/${list.path}${list.path.includes('?') ? '&' : '?'}${query}`;
    const request: NamedRequest = {
      name: `list of ${list.name}`,
      method: 'GET',
      path,
      bearer: list.bearers[page % list.bearers.length],
    };
    const { answer } = await sendUntilAnswered(soak, request);
    if (!isAnswer(soak, request, answer, 200)) return;
    const { items, next } = list.parse(answer.body);
    yield* items;
    if (next === undefined) return;
    cursor = next;
    await sleep(0);
  }
}

/** The complete audit trail, newest first; or the entries of one type. */
export function auditEntries(soak: Soak, type?: AuditType): AsyncGenerator<AuditEvent> {
  const path = type === undefined ? 'audit-events' : `audit-events?type=${type}`;
  const parse = (body: unknown) => auditEventsSchema.parse(body);
  return readList(soak, { name: 'audit entries', path, bearers: soak.readers, parse });
}

export function recordedQueries(soak: Soak) {
  const parse = (body: unknown) => queriesSchema.parse(body);
  return readList(soak, { name: 'queries', path: 'queries', bearers: soak.readers, parse });
}

export function apiKeys(soak: Soak, token: string) {
  const parse = (body: unknown) => keysSchema.parse(body);
  return readList(soak, { name: 'keys', path: 'keys', bearers: [token], parse });
}
