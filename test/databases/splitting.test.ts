import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { tryStart } from './program.ts';
import { Draft } from './splitting/draft.ts';
import { unreadCanaries } from './splitting/judge.ts';
import { type Family, PIECES, textOf } from './splitting/pieces.ts';
import { OPEN, type Server } from './splitting/programs.ts';

/** The first and the last seed, as in `1..100`. Each gives one text, which each program runs. */
const [FIRST = 1, LAST = FIRST] = (process.env['QUERYGATE_SEEDS'] ?? '1..300').split('..').map(Number);
const SHOWN = 40;
/** Texts that each program runs whatever we read in them. */
const CONTROLS = 40;
const READERS: Readonly<Record<Family, readonly Dialect[]>> = {
  postgresql: ['postgresql'],
  mariadb: ['mariadb', 'mysql'],
  sqlite: ['sqlite'],
};

// Most of the time goes to starting programs, so that the families run beside each other.
describe.concurrent.each(Object.keys(PIECES) as Family[])('statements of generated texts for %s', (family) => {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await tryStart(`splitting of texts for ${family}`, OPEN[family]);
  });
  afterAll(async () => {
    await server?.stop();
  });

  const timeout = 180_000 + (LAST - FIRST + 1) * 2000;
  it(`are read as its programs run them, with the seeds ${FIRST} to ${LAST}`, { timeout }, async ({ expect, skip }) => {
    if (!server) return skip();
    const missed = new Map<string, string[]>();
    const effects = new Map(server.programs.map(({ name }) => [name, 0]));
    let ran = 0;
    for (let seed = FIRST; seed <= LAST; seed++) {
      const plain = textOf(family, new Draft(seed));
      for (const { name, configured, around: [head, tail] = ['', ''], run } of server.programs) {
        const text = head + plain + tail;
        // With and without what the configuration says about the program.
        const readings = READERS[family].flatMap((dialect) =>
          [{}, configured].map((as) => ({ dialect, as, unread: unreadCanaries(dialect, text, as) })),
        );
        // Nothing can be missed where every canary is read, but a few texts show that the programs run at all.
        if (seed >= FIRST + CONTROLS && readings.every(({ unread }) => unread.length === 0)) continue;
        const numbers = await run(text);
        ran++;
        effects.set(name, (effects.get(name) ?? 0) + Number(numbers.length > 0));
        for (const { dialect, as, unread } of readings) {
          const missing = unread.filter((number) => numbers.includes(number));
          if (missing.length === 0) continue;
          const key = JSON.stringify(text);
          const how = Object.values(as).join() || 'not configured';
          missed.set(key, [...(missed.get(key) ?? []), `seed ${seed}, ${name}, ${dialect}, ${how}: ${missing}`]);
        }
      }
    }
    const counts = [...effects].map(([name, count]) => `${name} ${count}`);
    process.stdout.write(`${family}: ${ran} runs, with an effect: ${counts.join(', ')}; ${missed.size} texts missed\n`);
    const shown = [...missed].sort(([a], [b]) => a.length - b.length).slice(0, SHOWN);
    expect(missed.size, shown.map(([text, runs]) => `${runs.join('; ')}\n${text}`).join('\n\n')).toBe(0);
    if (LAST - FIRST >= CONTROLS) expect([...effects].filter(([, count]) => count === 0)).toEqual([]);
  });
});
