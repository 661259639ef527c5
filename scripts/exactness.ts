import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DIALECTS, type Dialect, isDialect } from '../src/model/index.ts';
import { shareReadings } from '../src/traffic/index.ts';
import { Exactness, seeded } from '../test/traffic/exactness.ts';
import { Generator } from '../test/traffic/generate.ts';
import { mutateEquality, mutateForm, mutateLiterals, mutateParameters } from '../test/traffic/mutate.ts';

/**
 * Compares facts by class with facts by a full reading, statement by statement, over SQL files, logs of one JSON object a
 * line (with `sql` or `statement`), and generated statements, each as it is and with its literals and form changed.
 *
 *   npm run bench -- exactness [--dialect=d] [--mutants=n] [--seed=n] [--generate=n] [file or folder]…
 *
 * Without files, 1,000 statements are generated for each dialect.
 */
interface Options {
  dialects: readonly Dialect[];
  mutants: number;
  seed: number;
  generate: number;
  paths: string[];
}

function options(words: readonly string[]): Options {
  const chosen: Options = { dialects: ['postgresql', 'mysql', 'mariadb'], mutants: 6, seed: 1, generate: 0, paths: [] };
  for (const word of words) {
    const [name, value = ''] = word.split('=', 2);
    if (name === '--dialect') {
      if (!isDialect(value)) throw new Error(`\`${value}\` is none of ${DIALECTS.join(', ')}`);
      chosen.dialects = [value];
    } else if (name === '--mutants') chosen.mutants = Number(value);
    else if (name === '--seed') chosen.seed = Number(value);
    else if (name === '--generate') chosen.generate = Number(value);
    else chosen.paths.push(word);
  }
  if (chosen.generate === 0 && chosen.paths.length === 0) chosen.generate = 1000;
  return chosen;
}

function* filesIn(path: string): Iterable<string> {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* filesIn(inner);
    else if (entry.isFile() && /\.(?:sql|jsonl?|log|ddl)$/.test(entry.name)) yield inner;
  }
}

/** The texts of a file: its statements, cut roughly at `;` and a line break, and two that stand side by side. */
function* textsOf(path: string): Iterable<string> {
  const text = readFileSync(path, 'utf8');
  if (/\.jsonl?$/.test(path) || text.startsWith('{')) {
    for (const line of text.split('\n')) {
      try {
        const record: unknown = JSON.parse(line);
        const found = record as { sql?: unknown; statement?: unknown; message?: unknown };
        const sql = found.sql ?? found.statement ?? found.message;
        if (typeof sql === 'string') yield sql.replace(/^[^:]{0,40}(?:statement|execute [^:]*): /, '');
      } catch {
        // No record: the file holds other lines too.
      }
    }
    return;
  }
  const pieces = text.split(/;[ \t]*\r?\n/);
  for (const [at, piece] of pieces.entries()) {
    if (piece.length > 100_000) continue;
    yield piece;
    if (at % 17 === 0 && pieces[at + 1]) yield `${piece};\n${pieces[at + 1]}`;
  }
}

const chosen = options(process.argv.slice(2));
let failed = false;
for (const dialect of chosen.dialects) {
  // Two readers take turns, as two threads do that share what they read of classes.
  const shared = shareReadings();
  const readers = [await Exactness.of(dialect, shared), await Exactness.of(dialect, shared)] as const;
  let turn = 0;
  const compare = (text: string) => (readers[turn++ % 2] ?? readers[0]).compare(text);
  const random = seeded(chosen.seed);
  const tryAll = async (text: string) => {
    await compare(text);
    for (let mutant = 0; mutant < chosen.mutants; mutant++) {
      const changed = random() < 0.3 ? mutateForm(text, dialect, random) : text;
      const wild = random() < 0.5 ? 0 : 0.15;
      await compare(mutateLiterals(changed, dialect, random, { wild }));
      await compare(mutateParameters(changed, dialect, random));
    }
  };
  for (const path of chosen.paths)
    for (const file of filesIn(path)) for (const text of textsOf(file)) await tryAll(text);
  const generator = new Generator(dialect, random);
  for (let made = 0; made < chosen.generate; made++) {
    await tryAll(generator.text());
    const condition = generator.condition();
    for (let mutant = 0; mutant < 4; mutant++) await compare(mutateParameters(condition, dialect, random));
    for (let mutant = 0; mutant < 4 + chosen.mutants * 2; mutant++)
      await compare(mutant === 0 ? condition : mutateEquality(condition, random));
  }
  const compared = readers[0].compared + readers[1].compared;
  const readings = readers[0].readings + readers[1].readings;
  const differences = readers.flatMap((reader) => reader.differences);
  process.stdout.write(`${dialect}: ${compared} texts, ${readings} full readings, ${differences.length} differences\n`);
  if (compared === 0) {
    failed = true;
    process.stdout.write('nothing was compared: the files contain no SQL\n');
  }
  for (const { text, fast, full } of differences.slice(0, 10)) {
    failed = true;
    process.stdout.write(
      `\n${text.slice(0, 2000)}\n  by class: ${around(fast, full)}\n  in full:  ${around(full, fast)}\n`,
    );
  }
}
process.exitCode = failed ? 1 : 0;

/** Where two texts part. */
function around(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `…${one.slice(Math.max(0, at - 60), at + 120)}…`;
}
