import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/model/index.ts';
import { VERBS } from '../../../src/sql/reader/statement.ts';
import { STATEMENTS } from '../../../src/sql/reader/verbs.ts';

/** Modules that compare such a name, since it names something else. Conditions of packs name dialects too. */
const OTHER_NAMES = new Map([
  ['entry/server/proxy.ts', 'the scheme of an address'],
  ['proxy/mysql/session.ts', 'the server behind a protocol'],
  ['proxy/mysql/start.ts', 'the server behind a protocol'],
  ['proxy/recorder.ts', 'the protocol of a server'],
  ['record/runner/environment.ts', 'the protocol of a server'],
  ['record/runner/open-scratch.ts', 'the protocol of a server'],
  ['sql/index.ts', 'a grammar'],
  ['sql/reader/session.ts', 'a client program'],
  ['sql/text/client-commands.ts', 'a client program'],
]);

describe('a dialect', () => {
  it('is asked for its capabilities, and not for its name', () => {
    const names = [...DIALECTS, 'psql', 'sqlcmd'].join('|');
    const compares = new RegExp(`(?:[=!]==? |\\bcase )['"](?:${names})['"]|['"](?:${names})['"] [=!]==?`);
    const source = join(import.meta.dirname, '../../../src');
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.ts') && !path.startsWith('rules/packs/'))
      .filter((path) => compares.test(readFileSync(join(source, path), 'utf8')));
    expect(found.sort()).toEqual([...OTHER_NAMES.keys()]);
  });

  it('has no first words of statements that no reader reads', () => {
    const words = new Set(DIALECTS.flatMap((dialect) => [...STATEMENTS[dialect]]));
    expect([...words].sort()).toEqual(Object.keys(VERBS).sort());
  });
});
