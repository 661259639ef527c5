import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Opens the embedded store in a folder, makes its disk fail, and prints the errors, one per line.

let fails = false;
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  if (fails) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  fsyncSync(file);
};
syncBuiltinESMExports();
const { openDatabase } = await import('../../../src/server/store/open.ts');

const db = await openDatabase({ folder: process.argv[2] ?? '' });
await db.query('CREATE TABLE IF NOT EXISTS failing (id integer)');
await db.query('INSERT INTO failing VALUES (1)');
const said: string[] = [];
const tell = async (work: () => Promise<unknown>) => {
  said.push(await work().then(String, (error: Error) => `${error.name}: ${error.message}`));
};
fails = true;
await tell(() => db.transaction((tx) => tx.query('INSERT INTO failing VALUES (2)')));
fails = false;
await tell(() => db.query('SELECT 1'));
await tell(() => db.ping(1_000));
await tell(() => db.close());
// PostgreSQL leaves a timer of ten seconds behind.
process.stdout.write(JSON.stringify(said), () => process.exit());
