import { Worker } from 'node:worker_threads';
import { openDatabase } from '../../../src/server/store/open.ts';

// Opens the embedded store in a folder, ends its thread, and prints what the store says as JSON.

const threads: Worker[] = [];
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<typeof postMessage>) {
  threads.push(this);
  postMessage.apply(this, given);
};
const db = await openDatabase({ folder: process.argv[2] ?? '' });
await db.query('SELECT 1');
const said: string[] = [];
const tell = (error: Error) => {
  said.push(`${error.name}: ${error.message}`);
};
const running = db.query('SELECT pg_sleep(1)').then(() => said.push('answered'), tell);
void threads[0]?.terminate();
await running;
await db.query('SELECT 1').catch(tell);
await db.failed?.then(tell);
await db.close();
process.stdout.write(JSON.stringify(said));
