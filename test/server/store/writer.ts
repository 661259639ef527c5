import { createInterface } from 'node:readline';
import { createRecorder } from '../../../src/server/queries/recorder.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { migrate } from '../../../src/server/store/migrate.ts';
import { openDatabase, type StoreOptions } from '../../../src/server/store/open.ts';
import { event, eventsRecord, queryRecord } from '../traffic.ts';

// A process that records as fast as it can, and prints what was acknowledged: `event <id> <calls>`, `query <id>`.
// The test kills it. Arguments: the options of the store as JSON, the workspace, and a prefix for ids of events.

const [options = '', workspace = '', prefix = ''] = process.argv.slice(2);
const db: Database = await openDatabase(JSON.parse(options) as StoreOptions);
await migrate(db);
const recorder = createRecorder({ db, now: () => new Date() });
let ended = false;
createInterface({ input: process.stdin }).on('close', () => {
  ended = true;
});

async function client(name: number): Promise<void> {
  for (let at = 0; !ended; at++) {
    if (name % 2 === 0) {
      const record = queryRecord(workspace);
      await recorder.recordQuery(record);
      process.stdout.write(`query ${record.id}\n`);
    } else {
      const now = new Date().toISOString();
      const events = [1, 2, 3].map((each) => event({ id: `${prefix}-${name}-${at}-${each}`, calls: each, at: now }));
      await recorder.recordEvents(eventsRecord(workspace, events));
      process.stdout.write(events.map(({ id, calls }) => `event ${id} ${calls}\n`).join(''));
    }
  }
}

await Promise.all(Array.from({ length: 6 }, (_, name) => client(name)));
await recorder.close();
await db.close();
