import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Dialect } from '../../src/model/index.ts';
import { tryStart } from './program.ts';
import { Draft } from './splitting/draft.ts';
import { missedCanaries } from './splitting/judge.ts';
import { type Family, PIECES, textOf } from './splitting/pieces.ts';
import { OPEN, type Server } from './splitting/programs.ts';

/** The first and the last seed, as in `1..100`. Each gives one text, which each program runs. */
const [FIRST = 1, LAST = FIRST] = (process.env['QUERYGATE_SEEDS'] ?? '1..100').split('..').map(Number);
const SHOWN = 40;
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
    let ran = 0;
    for (let seed = FIRST; seed <= LAST; seed++) {
      const text = textOf(family, new Draft(seed));
      for (const program of server.programs) {
        const numbers = await program.run(text);
        if (numbers.length > 0) ran++;
        for (const dialect of READERS[family]) {
          const missing = missedCanaries(dialect, text, numbers);
          if (missing.length === 0) continue;
          const key = JSON.stringify(text);
          missed.set(key, [...(missed.get(key) ?? []), `seed ${seed}, ${program.name}, ${dialect}: ${missing}`]);
        }
      }
    }
    process.stdout.write(`${family}: ${ran} runs with an effect, ${missed.size} texts missed\n`);
    const shown = [...missed].sort(([a], [b]) => a.length - b.length).slice(0, SHOWN);
    expect(missed.size, shown.map(([text, runs]) => `${runs.join('; ')}\n${text}`).join('\n\n')).toBe(0);
  });
});
