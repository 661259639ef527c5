import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTER_DIALECTS, type Server } from './filters/dialects.ts';
import { answerOf, contradiction, isFilter, isProven, mistake } from './filters/judge.ts';
import { type Database, OPEN } from './filters/servers.ts';
import { writesOf } from './filters/statements.ts';
import { tryStart } from './program.ts';

/** The first and the last seed, as in `1..200`. Each gives one statement of each kind. */
const [FIRST = 1, LAST = FIRST] = (process.env['QUERYGATE_SEEDS'] ?? '1..200').split('..').map(Number);
const SEEDS = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at);
const SHOWN = 20;

/** How often each name was counted, of all and by what was found. */
class Shares {
  readonly #counts = new Map<string, { all: number; found: number }>();

  count(name: string, isFound: boolean): void {
    const { all, found } = this.#counts.get(name) ?? { all: 0, found: 0 };
    this.#counts.set(name, { all: all + 1, found: found + (isFound ? 1 : 0) });
  }

  of(name: string): number {
    const { all, found } = this.#counts.get(name) ?? { all: 1, found: 0 };
    return found / all;
  }

  /** Names with a share of at least `share`; of too few, a share says nothing. */
  above(share: number): readonly string[] {
    return [...this.#counts].filter(([name, { all }]) => all >= 50 && this.of(name) >= share).map(([name]) => name);
  }

  toString(): string {
    return [...this.#counts].map(([name, { all, found }]) => `${name} ${found}/${all}`).join(', ');
  }
}

describe.each(Object.keys(OPEN) as Server[])('filters of generated writes on %s', (server) => {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await tryStart(`filters of generated writes on ${server}`, OPEN[server]);
  });
  afterAll(async () => {
    await database?.stop();
  });

  const timeout = 180_000 + SEEDS.length * 1000;
  it(`are classified as the server executes them, with the seeds ${FIRST} to ${LAST}`, { timeout }, async (context) => {
    if (!database) return context.skip();
    const writes = SEEDS.flatMap((seed) => writesOf(server, seed));
    const results = await database.run(writes.map(({ sql }) => sql));
    const [refused, unproven, unknown] = [new Shares(), new Shares(), new Shares()];
    const mistakes = new Map<string, Set<string>>();
    const add = (dialect: string, text: string | undefined) => {
      if (text !== undefined) mistakes.set(text, (mistakes.get(text) ?? new Set()).add(dialect));
    };
    for (const [at, write] of writes.entries()) {
      const runs = results[at] ?? [];
      refused.count(write.kind, runs.length === 0);
      if (runs.length === 0) continue;
      if (isFilter(write)) unproven.count(write.kind, !isProven(write, runs));
      add(server, contradiction(write, runs));
      for (const dialect of FILTER_DIALECTS[server].readers) {
        const answer = answerOf(dialect, write);
        unknown.count(`${dialect} ${write.kind}`, answer === 'unknown');
        add(dialect, mistake(write, answer, runs));
      }
    }
    process.stdout.write(`${server}: refused: ${refused}\n  without proof: ${unproven}\n  unknown: ${unknown}\n`);
    // The shortest are the easiest to understand.
    const sorted = [...mistakes].sort(([a], [b]) => a.length - b.length);
    const shown = sorted.slice(0, SHOWN).map(([text, dialects]) => `${[...dialects].join(', ')}: ${text}`);
    expect.soft(mistakes.size, `${server}: ${mistakes.size} mistakes; of these:\n\n${shown.join('\n\n')}\n\n`).toBe(0);
    expect.soft(refused.above(0.1), 'kinds of which the server refuses too many').toEqual([]);
    expect.soft(unproven.above(0.6), 'kinds of which the data proves too few filters').toEqual([]);
    expect.soft(unknown.above(0.25), 'kinds of which too many are unknown').toEqual([]);
  });
});
