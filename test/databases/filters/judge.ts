import type { Dialect } from '../../../src/model/index.ts';
import { read } from '../../sql/read.ts';
import type { Run } from './servers.ts';
import type { FilteredWrite } from './statements.ts';
import { type DataSet, TARGET } from './tables.ts';

/** What a reader says of how a statement filters. */
export function answerOf(dialect: Dialect, { file }: FilteredWrite): string {
  const operations = read(dialect, file).statements.at(-1)?.operations ?? [];
  const write = operations.find(({ kind, target }) => /^(?:update|delete)$/.test(kind) && target.name === TARGET);
  return write ? (write.filter ?? 'unknown') : 'no such operation';
}

const rowsOf = ({ rows }: DataSet) => rows[TARGET]?.length ?? 0;
const isWhole = ({ data, changed }: Run) => changed === rowsOf(data);
const isSplit = (run: Run) => run.changed > 0 && !isWhole(run);

/** Whether the data shows that a filter is one. */
export function isProven({ effect }: FilteredWrite, runs: readonly Run[]): boolean {
  return effect === 'tied' && runs.some(isSplit);
}

/** A description of a run that contradicts what the generator says of the statement. */
export function contradiction(write: FilteredWrite, runs: readonly Run[]): string | undefined {
  const contradicts = {
    every: (run: Run) => !isWhole(run),
    no: ({ changed }: Run) => changed > 0,
    same: isSplit,
    tied: () => false,
    open: () => false,
  }[write.effect];
  const run = runs.find(contradicts);
  return run && describe('mistake of the generator', write, run);
}

/** A description of what is wrong with an answer. */
export function mistake(write: FilteredWrite, answer: string, runs: readonly Run[]): string | undefined {
  const { effect, kind } = write;
  if (answer === 'unknown' || effect === 'open') return undefined;
  let what = 'false block';
  let run: Run | undefined;
  if (answer === 'always_true' || answer === 'none') {
    run = effect === 'no' && kind === 'conditions' ? runs[0] : runs.find(isSplit);
  } else if (answer === 'conditional') {
    what = 'missed whole-table write';
    run = effect === 'every' || effect === 'same' ? runs.find(isWhole) : undefined;
  } else {
    what = 'missed operation';
    run = runs[0];
  }
  return run && describe(`${what}, said to be \`${answer}\``, write, run);
}

function describe(what: string, { seed, kind, file }: FilteredWrite, { data, changed }: Run): string {
  const rows = Object.entries(data.rows).map(
    ([table, values]) => `  ${table}: ${values.map((row) => `(${row})`).join(' ')}`,
  );
  const facts = `seed ${seed}, ${kind}, changes ${changed} of ${rowsOf(data)} rows of the data set \`${data.name}\``;
  return [`${what}: ${facts}`, ...rows, `${file};`].join('\n');
}
