import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Counts the calls of fsync of the embedded store in a folder: of 20 commits, and of a checkpoint. Prints them as JSON.

let syncs = 0;
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  syncs++;
  fsyncSync(file);
};
syncBuiltinESMExports();
const { openDatabase } = await import('../../../src/server/store/open.ts');

const db = await openDatabase({ folder: process.argv[2] ?? '' });
await db.query('CREATE TABLE IF NOT EXISTS counted (id integer)');
syncs = 0;
for (let at = 0; at < 20; at++) await db.query('INSERT INTO counted VALUES ($1)', [at]);
const commits = syncs;
await db.query('CHECKPOINT');
const checkpoint = syncs - commits;
await db.close();
process.stdout.write(JSON.stringify({ commits, checkpoint }));
