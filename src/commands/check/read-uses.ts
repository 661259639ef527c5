import { ConfigError, HISTORY_FILE, isAvailable, type Operation } from '../../model/index.ts';
import { type AskedUse, answerFor, foundUse, scopeOf, type UseAnswer, UseCounter } from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { type FoundHistory, findHistory } from '../inputs/find-history.ts';
import type { Sides } from '../inputs/sides.ts';

/** The answer to a question of an operation in a file with this text; undefined if it was not asked. */
type Answer = (asked: AskedUse, operation: Operation, file: string) => UseAnswer | undefined;

/** Reads the history of the base branch for what was asked; undefined if it cannot be read. Adds to the notices. */
export async function readUses(
  asked: readonly AskedUse[],
  file: FoundHistory,
  { today }: CheckRequest,
  { unusedDays }: Settings,
  notices: string[],
): Promise<Answer | undefined> {
  const counter = new UseCounter();
  for (const each of asked) counter.ask(each.question, scopeOf(each));
  try {
    const header = await countUses(counter, file.side === 'base' ? { name: file.name, bytes: file.bytes } : file.at);
    const settings = { unusedDays, today, shown: 'callers' } as const;
    return (each, operation, text) => {
      const found = foundUse(counter, each, header, settings);
      return found && answerFor(found, operation, text);
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    notices.push(`who still uses what the change takes away is not known: ${error.toLine()}`);
    return undefined;
  }
}

/** Counts what a snapshot says about the questions of a counter. Returns its header. Raises ConfigError. */
export async function countUses(counter: UseCounter, source: string | { name: string; bytes: Uint8Array }) {
  const { searchSnapshot } = await import('../../history/index.ts');
  const pattern = counter.pattern();
  return searchSnapshot(source, { row: (row) => counter.add(row), wants: (line) => pattern.test(line) });
}

/** The history of the base branch: the one that simulations read, if it is a snapshot. Adds to the notices. */
export async function historyFile(
  { change, disk }: CheckRequest,
  { inForce }: Sides,
  notices: string[],
): Promise<FoundHistory | undefined> {
  const configured = inForce?.simulate?.history;
  if (configured === 'none' || !disk) return undefined;
  const {
    files,
    missing,
    notices: skipped,
  } = await findHistory({
    named: [configured ?? HISTORY_FILE].flat(),
    base: change && isAvailable(change.rulesBase) ? change.rulesBase : undefined,
    head: change?.head.commit === undefined ? undefined : change.head,
    disk,
  });
  notices.push(...skipped);
  if (configured !== undefined) notices.push(...missing);
  if (files.length > 1)
    notices.push(
      'who still uses what the change takes away was not looked for: `simulate.history` names several files; merge them with `querygate history merge`',
    );
  return files.length === 1 ? files[0] : undefined;
}
