import type { Pool } from './pool.ts';
import type { Job, ThreadExit } from './thread.ts';
import { culpritOf } from './worker-failure.ts';

export interface Parts<Item> {
  readonly items: readonly Item[];
  /** Characters of an item, by which jobs are made that take some tenths of a second. */
  sizeOf(item: Item): number;
  jobOf(items: readonly Item[]): Job;
  /** What stands in for the item at which a thread ended. */
  insteadOf(item: Item, end: Exclude<ThreadExit, 'stopped'>): unknown;
  /** Jobs that may run at once. */
  readonly atOnce: number;
  readonly workspace: string;
}

const JOB = { characters: 128 * 1024, items: 100 };

/**
 * Does a list of items in several jobs, so that others get a turn between them, and gives what came of each. An item at which a
 * thread ends costs itself alone: what was done before it is kept, and the rest goes on in another thread.
 * Raises ThreadEnded where a thread ended before its first item, and what else a job raises.
 */
export async function runInParts<Item>(pool: Pool, parts: Parts<Item>): Promise<readonly unknown[]> {
  const outcomes: unknown[] = new Array(parts.items.length).fill(undefined);
  const left = jobsOf(parts);
  const work = async (): Promise<void> => {
    for (let indexes = left.shift(); indexes; indexes = left.shift()) {
      try {
        await runJob(pool, parts, indexes, outcomes);
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, parts.atOnce) }, work));
  return outcomes;
}

function jobsOf<Item>({ items, sizeOf }: Parts<Item>): number[][] {
  const jobs: number[][] = [];
  let size = Number.POSITIVE_INFINITY;
  items.forEach((item, index) => {
    const own = sizeOf(item);
    const last = jobs.at(-1);
    if (last && size + own <= JOB.characters && last.length < JOB.items) {
      last.push(index);
      size += own;
    } else {
      jobs.push([index]);
      size = own;
    }
  });
  return jobs;
}

async function runJob<Item>(
  pool: Pool,
  { items, sizeOf, jobOf, insteadOf, workspace }: Parts<Item>,
  indexes: readonly number[],
  outcomes: unknown[],
): Promise<void> {
  let left = indexes;
  while (left.length > 0) {
    const now = left;
    const done = new Set<number>();
    const some = now.map((index) => items[index] as Item);
    const job = jobOf(some);
    const size = some.reduce((sum, item) => sum + sizeOf(item), 0);
    const onPart = (at: number, value: unknown): void => {
      const index = now[at];
      if (index === undefined) return;
      outcomes[index] = value;
      done.add(index);
    };
    try {
      await pool.run({ ...job, onPart }, { workspace, size });
      return;
    } catch (error) {
      const culprit = culpritOf(error);
      const index = culprit && now[culprit.index];
      if (!culprit || index === undefined) throw error;
      if (!done.has(index)) {
        outcomes[index] = insteadOf(items[index] as Item, culprit.end);
        done.add(index);
      }
      left = now.filter((index) => !done.has(index));
    }
  }
}
