import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// For `node --import`, which loads it in every thread. In the query of its URL: `count`, a file that grows by one byte
// with each fsync; `fails`, a file that makes fsync fail as long as it exists.

const { searchParams } = new URL(import.meta.url);
const [count, fails] = ['count', 'fails'].map((name) => searchParams.get(name));
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  if (fails && fs.existsSync(fails)) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  if (count) fs.appendFileSync(count, '.');
  fsyncSync(file);
};
syncBuiltinESMExports();
