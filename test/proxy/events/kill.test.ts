import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ServiceEvents } from '../../../src/proxy/events/index.ts';
import { problem } from '../../client/server.ts';
import { quickClient, testFolder, testLog, until } from '../build.ts';
import { eventService } from './service.ts';

const RECORDER = fileURLToPath(new URL('recorder.ts', import.meta.url));

/** Runs the recorder and kills it some time after its first event is on disk. Returns the ids that it printed. */
async function runAndKill(folder: string, url: string, after: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [RECORDER, folder, url], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'close');
  await until(() => output !== '' || child.exitCode !== null, 'first event');
  expect(errors).toBe('');
  await sleep(after);
  child.kill('SIGKILL');
  await ended;
  // The last line may be cut off.
  return output.split('\n').slice(0, -1);
}

it('a proxy that is killed again and again loses no event that was on disk, and none is counted twice', async () => {
  const service = await eventService();
  const folder = testFolder();
  const onDisk: string[] = [];
  for (let round = 0; round < 5; round++) {
    // In some rounds the service is away.
    service.answer(round % 2 === 0 ? undefined : problem(503, 'unavailable'));
    onDisk.push(...(await runAndKill(folder, service.url, 50 + Math.random() * 250)));
  }
  service.answer(undefined);
  const { log, lines } = testLog();
  const sink = await ServiceEvents.open({
    client: quickClient(service.url, 10_000),
    folder,
    proxy: 'proxy-1',
    dialect: 'postgresql',
    queryText: () => 'none',
    state: () => ({ ruleset: 7, mode: 'enforce' }),
    log,
  });
  await sink.close(30_000);
  expect(onDisk.length).toBeGreaterThan(100);
  expect(onDisk.filter((id) => !service.events.has(id))).toEqual([]);
  // What was recorded but not yet on disk can be missing; nothing else is there.
  expect(sink.backlog(0).buffered).toBe(0);
  expect(sink.counts.damagedBytes).toBe(0);
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
});
