import type { Dialect } from '../../../src/model/index.ts';
import { read } from '../../sql/read.ts';
import { isOnly } from './effects.ts';
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

/** Whether it is a filter, and whether the data shows that. */
export const isFilter = ({ effect }: FilteredWrite) => effect.has('some') && !effect.has('every');
export const isProven = (write: FilteredWrite, runs: readonly Run[]) => isFilter(write) && runs.some(isSplit);

/** A description of a run that contradicts what the generator says of the statement. */
export function contradiction(write: FilteredWrite, runs: readonly Run[]): string | undefined {
  const outcome = (run: Run) => (isWhole(run) ? 'every' : isSplit(run) ? 'some' : 'no');
  // What depends on the row may still be the same for all.
  const run = write.effect.has('some') ? undefined : runs.find((one) => !write.effect.has(outcome(one)));
  return run && describe('mistake of the generator', write, run);
}

/** A description of what is wrong with an answer. */
export function mistake(write: FilteredWrite, answer: string, runs: readonly Run[]): string | undefined {
  const { effect, kind } = write;
  let what = 'missed operation';
  let run: Run | undefined;
  if (answer === 'unknown') return undefined;
  if (answer === 'always_true' || answer === 'none') {
    what = 'false block';
    const isNever = isOnly(effect, 'no') && kind === 'conditions';
    run = isNever ? runs[0] : effect.has('every') ? undefined : runs.find(isSplit);
  } else if (answer === 'conditional') {
    what = 'missed whole-table write';
    run = effect.has('some') ? undefined : runs.find(isWhole);
  } else run = runs[0];
  return run && describe(`${what}, said to be \`${answer}\``, write, run);
}

function describe(what: string, { seed, kind, file }: FilteredWrite, { data, changed }: Run): string {
  const rows = Object.entries(data.rows).map(
    ([table, values]) => `  ${table}: ${values.map((row) => `(${row})`).join(' ')}`,
  );
  const facts = `seed ${seed}, ${kind}, changes ${changed} of ${rowsOf(data)} rows of the data set \`${data.name}\``;
  return [`${what}: ${facts}`, ...rows, `${file};`].join('\n');
}
