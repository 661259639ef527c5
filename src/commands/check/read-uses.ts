import { ConfigError, HISTORY_FILE, isAvailable, type Operation } from '../../model/index.ts';
import {
  type AskedUse,
  answerFor,
  foundUse,
  notSearched,
  scopeOf,
  type UseAnswer,
  UseCounter,
} from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import { type FoundHistory, findHistory } from '../inputs/find-history.ts';
import type { Sides } from '../inputs/sides.ts';

/** The answer to a question of an operation in a file with this text; undefined if it was not asked. */
type Answer = (asked: AskedUse, operation: Operation, file: string) => UseAnswer | undefined;

/** Reads the history of the base branch for what was asked. One that cannot be read leaves rules undecided. */
export async function readUses(
  asked: readonly AskedUse[],
  files: readonly FoundHistory[],
  { today }: CheckRequest,
  { unusedDays }: Settings,
): Promise<Answer> {
  const { searchSnapshots } = await import('../../history/index.ts');
  const counters = { production: new UseCounter(), tests: new UseCounter() };
  for (const counter of Object.values(counters)) for (const each of asked) counter.ask(each.question, scopeOf(each));
  const pattern = counters.production.pattern();
  try {
    const [shown] = await searchSnapshots(
      files.map((file) => (file.side === 'base' ? { name: file.name, bytes: file.bytes } : file.at)),
      (origin) => ({ row: (row) => counters[origin].add(row), wants: (line) => pattern.test(line) }),
    );
    if (!shown) return () => undefined;
    // What tests run says less than production: with both, production answers.
    const { origin, header } = shown;
    const settings = { unusedDays, today, shown: 'callers' } as const;
    return (each, operation, text) => {
      const found = foundUse(counters[origin], each, header, settings);
      return found && answerFor(found, operation, text);
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const unread = notSearched(error.toLine());
    return () => unread;
  }
}

/** The histories of the base branch: those that simulations read, if they are snapshots. Adds to the notices. */
export async function historyFiles(
  { change, disk }: CheckRequest,
  { inForce }: Sides,
  notices: string[],
): Promise<readonly FoundHistory[]> {
  const configured = inForce?.simulate?.history;
  if (configured === 'none' || !disk) return [];
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
  return files;
}
