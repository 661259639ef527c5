import { rmSync, writeFileSync } from 'node:fs';
import { openDatabase } from '../../../src/server/store/open.ts';

// Opens the embedded store in a folder, makes its disk fail, and prints the errors as JSON. Arguments: the folder, and the
// file that makes watched-disk.ts fail.

const [folder = '', fails = ''] = process.argv.slice(2);
const db = await openDatabase({ folder });
await db.query('CREATE TABLE IF NOT EXISTS failing (id integer)');
await db.query('INSERT INTO failing VALUES (1)');
const said: string[] = [];
const tell = async (work: () => Promise<unknown>) => {
  said.push(await work().then(String, (error: Error) => `${error.name}: ${error.message}`));
};
writeFileSync(fails, '');
await tell(() => db.transaction((tx) => tx.query('INSERT INTO failing VALUES (2)')));
rmSync(fails);
await tell(() => db.query('SELECT 1'));
await tell(() => db.ping(1_000));
await tell(() => db.close());
process.stdout.write(JSON.stringify(said));
