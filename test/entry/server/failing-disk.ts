import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before the program: its disk fails once there is a file `fail` in its folder.

const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  if (existsSync('fail')) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  fsyncSync(file);
};
syncBuiltinESMExports();
