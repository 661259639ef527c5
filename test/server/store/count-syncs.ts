import { statSync } from 'node:fs';
import { openDatabase } from '../../../src/server/store/open.ts';

// Counts the calls of fsync of the embedded store in a folder: of 20 commits, and of a checkpoint. Prints them as JSON.
// Arguments: the folder, and the file that watched-disk.ts counts in.

const [folder = '', count = ''] = process.argv.slice(2);
const syncs = () => statSync(count, { throwIfNoEntry: false })?.size ?? 0;
const db = await openDatabase({ folder });
await db.query('CREATE TABLE IF NOT EXISTS counted (id integer)');
const before = syncs();
for (let at = 0; at < 20; at++) await db.query('INSERT INTO counted VALUES ($1)', [at]);
const commits = syncs() - before;
await db.query('CHECKPOINT');
const checkpoint = syncs() - before - commits;
await db.close();
process.stdout.write(JSON.stringify({ commits, checkpoint }));
