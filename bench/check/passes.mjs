// Judges files several times in one process, and prints the CPU seconds of each time: the difference between the first and
// the last is what V8 takes to compile and optimise.
//   node bench/check/passes.mjs <library> <times> <file> …
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , library = '', times = '', ...files] = process.argv;
const { check } = await import(pathToFileURL(library).href);
const texts = files.map((path) => ({ path, sql: readFileSync(path, 'utf8') }));
const passes = [];
for (let pass = 0; pass < Number(times); pass++) {
  const before = process.cpuUsage();
  for (const { path, sql } of texts) await check(sql, { dialect: 'postgresql', path });
  const { user, system } = process.cpuUsage(before);
  passes.push((user + system) / 1e6);
}
process.stdout.write(JSON.stringify(passes));
