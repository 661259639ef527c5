import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { flushLog, standardLog } from '../../../src/entry/server/log.ts';

/** Standard output whose reader reads on demand, or has closed it. */
function output() {
  const read: string[] = [];
  let waiting: (() => void)[] = [];
  let reads = true;
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, done) => {
      const take = () => {
        read.push(chunk.toString());
        done();
      };
      if (reads) take();
      else waiting.push(take);
    },
  });
  return {
    stream,
    read,
    stop: () => {
      reads = false;
    },
    go: async () => {
      reads = true;
      for (const take of waiting) take();
      waiting = [];
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('continues without a log if standard output is closed, and reports it once', async () => {
  const said: string[] = [];
  const out = new Writable({
    write: (_, __, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  const log = standardLog(out, (line) => said.push(line));
  for (let at = 0; at < 5; at++) {
    log.write(`line ${at}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(said).toEqual(['querygate: standard output is closed (EPIPE); the service continues without its log']);
  await flushLog(60_000, out);
});

it('drops lines that are not read, counts them, and reports it', async () => {
  const said: string[] = [];
  const { stream, read, stop, go } = output();
  const log = standardLog(stream, (line) => said.push(line));
  stop();
  const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  for (let at = 0; at < 20; at++) log.write(line);
  expect(stream.writableLength).toBe(16 * 1024 * 1024);
  expect(said).toEqual(['querygate: standard output is not being read; log lines are dropped until it is']);
  await go();
  log.write('the next\n');
  expect(read.length).toBe(18);
  expect(JSON.parse(read[16] ?? '')).toMatchObject({ level: 'warn', lost: 4, msg: 'log lines were dropped' });
  expect(read[17]).toBe('the next\n');
});

it('waits for a slow reader, up to a limit', async () => {
  const { stream, stop, go } = output();
  stop();
  standardLog(stream).write('a line\n');
  const startedAt = performance.now();
  await flushLog(50, stream);
  expect(performance.now() - startedAt).toBeGreaterThan(40);
  const waited = flushLog(60_000, stream);
  await go();
  await waited;
});
