// JSON.parse of each line of a file, with as little around it as can be: what `history collect` and `simulate` are compared
// with. A file that ends in `.gz` is unpacked.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { createGunzip } from 'node:zlib';

const MB = 1024 * 1024;
const [, , path = ''] = process.argv;
let lines = 0;
let rest = Buffer.alloc(0);
for await (const chunk of path.endsWith('.gz') ? unpacked() : stored()) parseLines(chunk);
process.stdout.write(`${lines}\n`);

/** Parses the lines of a chunk, and keeps what follows the last one. */
function parseLines(chunk) {
  const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    JSON.parse(bytes.toString('utf8', start, end));
    lines++;
    start = end + 1;
  }
  // Copied, since a chunk is overwritten by the next one.
  rest = Buffer.from(bytes.subarray(start));
}

function* stored() {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(4 * MB);
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) yield buffer.subarray(0, read);
  closeSync(file);
}

function unpacked() {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  gunzip.end(readFileSync(path));
  return gunzip;
}
