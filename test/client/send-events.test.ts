import { describe, expect, it, onTestFinished } from 'vitest';
import type { SentEvent } from '../../src/client/index.ts';
import { LIMITS, type ServiceEvent } from '../../src/contract/index.ts';
import { EXIT, ServiceError } from '../../src/model/index.ts';
import { assertJsonLimits } from '../../src/server/http/requests/json-limits.ts';
import { EVENT, FACTS_EVENT } from '../contract/bodies.ts';
import { client, TestClock } from './build.ts';
import { type Answer, json, problem, serve, type TestServer } from './server.ts';

interface Batch {
  readonly workspace: string;
  readonly events: readonly ServiceEvent[];
}

async function service(
  answer: (batch: Batch, call: number) => Answer = ({ events }) => accepted(events.length),
): Promise<TestServer & { readonly calls: readonly Batch[] }> {
  const calls: Batch[] = [];
  const server = await serve([
    (received, response) => {
      const batch = JSON.parse(received.body) as Batch;
      calls.push(batch);
      answer(batch, calls.length - 1)(received, response);
    },
  ]);
  onTestFinished(() => server.close());
  return { ...server, calls };
}

function accepted(count: number, duplicates = 0, refused: readonly object[] = []): Answer {
  return json(200, { accepted: count, duplicates, refused }, { 'querygate-key-expires': '2027-01-01T00:00:00Z' });
}

function events(count: number, query = 'SELECT 1'): SentEvent[] {
  return Array.from({ length: count }, (_, at) => ({ ...EVENT, id: `e-${at}`, query }));
}
const refusal = (index: number) => ({ index, id: `e-${index}`, code: 'event_invalid', detail: 'wrong' });

async function failure(run: Promise<unknown>): Promise<ServiceError> {
  const error = await run.then(
    () => undefined,
    (raised: unknown) => raised,
  );
  if (!(error instanceof ServiceError)) throw new Error(`raised ${String(error)}`);
  return error;
}

describe('sendEvents', () => {
  it('sends the events unchanged', async () => {
    const { url, calls, received } = await service();
    const done = await client(url).sendEvents([EVENT]);
    expect(done).toEqual({ accepted: 1, duplicates: 0, refused: [], keyExpires: '2027-01-01T00:00:00Z' });
    expect(calls).toEqual([{ workspace: 'acme', events: [EVENT] }]);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/api/v1/ingest/events' });
    expect(received[0]?.headers['content-type']).toBe('application/json');
  });

  it('sends no request without events', async () => {
    const { url, received } = await service();
    const none = { accepted: 0, duplicates: 0, refused: [], keyExpires: undefined };
    expect(await client(url).sendEvents([])).toEqual(none);
    expect(received).toHaveLength(0);
  });

  it('sends many events in requests of the maximum number', async () => {
    const { url, calls } = await service(({ events: sent }, call) => accepted(sent.length - call, call));
    const done = await client(url).sendEvents(events(LIMITS.events * 2 + 5));
    expect(done).toMatchObject({ accepted: 2002, duplicates: 3, refused: [] });
    expect(calls.map((batch) => batch.events.length)).toEqual([1000, 1000, 5]);
    expect(calls.flatMap((batch) => batch.events.map(({ id }) => id))).toEqual(events(2005).map(({ id }) => id));
  });

  it('keeps each request within the size limit', async () => {
    // Three bytes of UTF-8 each.
    const { url, calls, received } = await service();
    const done = await client(url).sendEvents(events(7, '√'.repeat(1_000_000)));
    expect(done.accepted).toBe(7);
    expect(calls.map((batch) => batch.events.length)).toEqual([2, 2, 2, 1]);
    for (const { body } of received) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(LIMITS.requestBytes);
  });

  it('keeps each request within the limit of JSON values', async () => {
    const { url, calls, received } = await service();
    const row = { shape: 'a, [b] "{', columns: Array.from({ length: 20_000 }, (_, at) => at) };
    const wide = Array.from({ length: 9 }, (_, at) => ({ ...FACTS_EVENT, id: `w-${at}`, rows: [row] }));
    expect(await client(url).sendEvents(wide)).toMatchObject({ accepted: 9, refused: [] });
    expect(calls.map((batch) => batch.events.length)).toEqual([4, 4, 1]);
    for (const { body } of received) expect(() => assertJsonLimits(Buffer.from(body))).not.toThrow();
  });

  it('rejects only the event that has too many JSON values for a request', async () => {
    const { url, calls } = await service();
    const rows = [{ columns: Array.from({ length: LIMITS.bodyValues }, () => 0) }];
    const done = await client(url).sendEvents([{ ...FACTS_EVENT, id: 'wide', rows }, EVENT]);
    expect(calls.map((batch) => batch.events.length)).toEqual([1]);
    expect(done.refused).toMatchObject([{ index: 0, id: 'wide', code: 'event_invalid' }]);
    expect(done.refused[0]?.detail).toContain('JSON values');
  });

  it('reports rejected events by their index in the input', async () => {
    const { url } = await service(({ events: sent }, call) =>
      call === 1
        ? accepted(sent.length - 2, 0, [refusal(999), refusal(0)])
        : accepted(sent.length - 1, 0, [refusal(3)]),
    );
    const done = await client(url).sendEvents(events(2500));
    expect(done.accepted).toBe(2496);
    expect(done.refused.map(({ index }) => index)).toEqual([3, 1000, 1999, 2003]);
    expect(done.refused[0]).toMatchObject({ code: 'event_invalid', detail: 'wrong' });
  });

  it('rejects only the event that is too large for a request', async () => {
    const huge = { ...EVENT, id: 'huge', query: 'x'.repeat(LIMITS.requestBytes) };
    const { url, calls } = await service(({ events: sent }) => accepted(sent.length - 1, 0, [refusal(1)]));
    const [first, second] = events(2);
    const done = await client(url).sendEvents([huge, first ?? EVENT, second ?? EVENT]);
    expect(calls).toHaveLength(1);
    expect(done.accepted).toBe(1);
    expect(done.refused.map(({ index, code }) => [index, code])).toEqual([
      [0, 'event_invalid'],
      [2, 'event_invalid'],
    ]);
    expect(done.refused[0]?.detail).toContain('shorten the query and set `truncated`');
  });

  it('sends events again after a lost response', async () => {
    const { url, calls } = await service(({ events: sent }, call) =>
      call === 0 ? (_, response) => response.destroy() : accepted(0, sent.length),
    );
    const clock = new TestClock();
    expect(await client(url, { clock }).sendEvents(events(3))).toMatchObject({ accepted: 0, duplicates: 3 });
    expect(calls[1]).toEqual(calls[0]);
    expect(clock.sleeps).toHaveLength(1);
  });

  it('reports how many events were accepted before a failure', async () => {
    const { url } = await service(({ events: sent }, call) =>
      call === 0 ? accepted(sent.length) : problem(500, 'internal'),
    );
    const error = await failure(client(url).sendEvents(events(1500)));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toMatch(/; 1000 of 1500 events were already accepted; it is safe to send all of them again/);
    expect(error.details.code).toBe('internal');
  });
});

describe('a response to events is rejected if it', () => {
  it.each([
    ['covers fewer events', accepted(1), 'it covers 1 events, but 2 were sent'],
    ['covers more events', accepted(2, 1), 'it covers 3 events'],
    ['rejects an event that was not sent', accepted(1, 0, [refusal(2)]), 'it rejects events that were not sent'],
    ['rejects an event twice', accepted(0, 0, [refusal(1), refusal(1)]), 'or the same event twice'],
    ['has a negative count', accepted(-1, 3), '`accepted`'],
    ['has an unknown code', accepted(1, 0, [{ ...refusal(1), code: 'event_ugly' }]), '`refused.0.code`'],
  ])('%s', async (_, answer, message) => {
    const { url } = await service(() => answer);
    const error = await failure(client(url).sendEvents(events(2)));
    expect(error.exitCode).toBe(EXIT.service);
    expect(error.message).toContain(message);
  });
});
