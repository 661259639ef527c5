// Compares reading with and without PostgreSQL's grammar, on the statements of real SQL files and on mutated ones:
// and on plain statements with keywords in place of names:
//   npm run bench -- grammar-mutations <folder or file…> [--each 20] [--seed 1]
// Prints counts and every difference, and exits with 1 if there is one.
import { parseArgs } from 'node:util';
import { Random } from '../../bench/log/random.ts';
import { mutated, statementsBelow } from '../sql/grammars/mutations.ts';
import { Comparison } from '../sql/grammars/plain-comparison.ts';
import { PLAIN, withKeywords } from '../sql/grammars/plain-ddl-statements.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const both = new Comparison('postgresql');
const random = new Random(Number(values.seed));
const statements = new Set([...PLAIN, ...statementsBelow(positionals)]);
for (const sql of statements) both.compare(sql);
const plain = both.plain;
let mutations = 0;
for (const sql of statements) {
  for (let left = Number(values.each); left > 0; left--) {
    const text = mutated(sql, random);
    if (text === undefined) break;
    both.compare(text);
    mutations++;
  }
}
for (const sql of withKeywords()) {
  both.compare(sql);
  mutations++;
}
for (const difference of both.differences) process.stdout.write(`${difference}\n`);
process.stdout.write(
  `${statements.size} statements, of which ${plain} need no grammar; ${mutations} mutations, of which ${both.plain - plain} need none; ${both.differences.length} differences\n`,
);
process.exitCode = both.differences.length > 0 || statements.size === 0 ? 1 : 0;
