import { setTimeout as sleep } from 'node:timers/promises';
import { createSimulationRunner } from '../../../src/server/simulations/runner.ts';
import type { StoreOptions } from '../../../src/server/store/open.ts';
import { openDatabase } from '../../../src/server/store/open.ts';
import { madeEngine } from '../made-engine.ts';
import { NO_CHANGE } from './held-engine.ts';

// A process that runs simulations until it is killed: node runner-process.ts <store as JSON> <milliseconds of a
// simulation> <lease>. It writes a line for everything that it starts and ends: `<event> <simulation> <milliseconds
// since 1970>`. On SIGTERM it requeues its simulations and exits.

const [store = '', duration = '', lease = ''] = process.argv.slice(2);

function say(event: string, simulation: string): void {
  process.stdout.write(`${event} ${simulation} ${Date.now()}\n`);
}

const db = await openDatabase(JSON.parse(store) as StoreOptions);
const engine = madeEngine({
  simulate: async ({ request }, { signal }) => {
    const name = request.head.commit ?? '';
    say('begin', name);
    await sleep(Number(duration), undefined, { signal }).finally(() => say('end', name));
    return NO_CHANGE;
  },
});
const runner = createSimulationRunner({
  ctx: { db, now: () => new Date() },
  engine,
  times: { lease: Number(lease), renewal: Number(lease) / 5 },
  poll: 100,
});
process.on('SIGTERM', () => {
  void runner
    .close()
    .then(() => db.close())
    .then(() => say('closed', '-'));
});
runner.start();
say('ready', '-');
