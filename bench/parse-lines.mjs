// JSON.parse of each line of a file, with as little around it as can be: what `history collect` is compared with.
import { closeSync, openSync, readSync } from 'node:fs';

const [, , path = ''] = process.argv;
const file = openSync(path, 'r');
let buffer = Buffer.allocUnsafe(4 * 1024 * 1024);
let kept = 0;
let lines = 0;
for (;;) {
  const read = readSync(file, buffer, kept, buffer.length - kept, null);
  if (read === 0) break;
  const end = kept + read;
  let start = 0;
  for (;;) {
    const lf = buffer.indexOf(10, start);
    if (lf < 0 || lf >= end) break;
    JSON.parse(buffer.toString('utf8', start, lf));
    lines++;
    start = lf + 1;
  }
  if (start === 0 && end === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
  else buffer.copyWithin(0, start, end);
  kept = end - start;
}
closeSync(file);
process.stdout.write(`${lines}\n`);
