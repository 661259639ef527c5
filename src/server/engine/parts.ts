import type { Pool } from './pool.ts';
import type { Job, ThreadExit } from './thread.ts';
import { failedItem } from './worker-failure.ts';

export interface Parts<Item> {
  readonly items: readonly Item[];
  /** Characters of an item. Items are grouped by size into jobs that take some tenths of a second. */
  sizeOf(item: Item): number;
  /** Items of the same group share a job, in their order, up to a limit. */
  groupOf?(item: Item): string | undefined;
  jobOf(items: readonly Item[]): Job;
  /** Outcome for an item that ended its thread. */
  insteadOf(item: Item, end: Exclude<ThreadExit, 'stopped'>): unknown;
  /** Maximum number of concurrent jobs. */
  readonly atOnce: number;
  readonly workspace: string;
}

const JOB = { characters: 128 * 1024, items: 100 };
/** Characters up to which a job takes further items of its groups. */
const GROUP_CHARACTERS = 1024 * 1024;

/**
 * Processes a list of items in several jobs, so that other tasks get a turn in between, and returns one outcome per
 * item. An item that ends its thread affects only itself: earlier outcomes stay, and another thread continues with the
 * rest.
 * Raises ThreadExited if a thread ended before its first item, and whatever else a job raises.
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

function jobsOf<Item>({ items, sizeOf, groupOf }: Parts<Item>): number[][] {
  const jobs: { readonly indexes: number[]; size: number }[] = [];
  const groups = new Map<string, (typeof jobs)[number]>();
  items.forEach((item, index) => {
    const own = sizeOf(item);
    const group = groupOf?.(item);
    const before = group === undefined ? undefined : groups.get(group);
    const last = jobs.at(-1);
    let job = before && before.size + own <= GROUP_CHARACTERS ? before : undefined;
    if (!job && last && last.size + own <= JOB.characters && last.indexes.length < JOB.items) job = last;
    if (!job) {
      job = { indexes: [], size: 0 };
      jobs.push(job);
    }
    job.indexes.push(index);
    job.size += own;
    if (group !== undefined) groups.set(group, job);
  });
  return jobs.map(({ indexes }) => indexes);
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
      const culprit = failedItem(error);
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
