import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as m from '../proxy/postgresql/wire.ts';
import { startTestProxy } from '../proxy/start-proxy.ts';
import { startPostgresql } from './postgresql-server.ts';
import { tryStart } from './program.ts';

// A session may drop what it created. A bare name stands for something else once the search path or the user has changed.

type Step = string | readonly Buffer[];
interface Play {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly parameters: Readonly<Record<string, string>>;
}
type Row = readonly [name: string, steps: readonly Step[], parameters?: Play['parameters']];
const plays = (rows: readonly Row[]): Play[] =>
  rows.map(([name, steps, parameters = {}]) => ({ name, steps, parameters }));

const q = m.query;
const T = 'CREATE TEMP TABLE canary (id int)';
const DECEIVED: readonly Row[] = [
  ['path before', ['SET search_path = public, pg_temp', T, 'DROP TABLE canary']],
  ['path before, in one text', ['SET search_path = public, pg_temp', `${T}; DROP TABLE canary`]],
  ['path in one text', [`SET search_path = public, pg_temp; ${T}; DROP TABLE canary`]],
  ['path in one text, pipelined', [[q('SET search_path = public, pg_temp'), q(`${T}; DROP TABLE canary`)]]],
  [
    'a view of the settings, in one text',
    [
      `CREATE TEMP VIEW v AS SELECT * FROM pg_settings; ${T}; UPDATE v SET setting = 'public,pg_temp' WHERE name = 'search_path'; DROP TABLE canary`,
    ],
  ],
  [
    'a cursor that sets the path, in one text',
    [
      `BEGIN; DECLARE z CURSOR FOR SELECT set_config('search_path', 'public,pg_temp', false); ${T}; FETCH 1 FROM z; DROP TABLE canary; COMMIT`,
    ],
  ],
  ['path before delete', ['SET search_path = public, pg_temp', T, 'DELETE FROM canary']],
  ['path before pipelined', [[q('SET search_path = public, pg_temp'), q(T), q('DROP TABLE canary')]]],
  [
    'path before extended',
    [[...m.run('SET search_path = public, pg_temp'), ...m.run(T), ...m.run('DROP TABLE canary'), m.sync()]],
  ],
  ['path before multi', ['SET search_path = public, pg_temp; SELECT 1', T, 'DROP TABLE canary']],
  ['path quoted', ['SET search_path = public, "pg_temp"', T, 'DROP TABLE canary']],
  ['path unicode', ['SET search_path = public, U&"pg\\005ftemp"', T, 'DROP TABLE canary']],
  ['set_config before', ["SELECT set_config('search_path', 'public,pg_temp', false)", T, 'DROP TABLE canary']],
  ['set_config concat', ["SELECT set_config('search_path', 'public,pg_' || 'temp', false)", T, 'DROP TABLE canary']],
  [
    'set_config bound',
    [
      [
        m.parse('', "SELECT set_config('search_path', $1, false)"),
        m.bind('', '', ['public,pg_temp']),
        m.execute(''),
        m.sync(),
      ],
      T,
      'DROP TABLE canary',
    ],
  ],
  ['DO', ["DO $$ BEGIN EXECUTE 'SET search_path = public, pg_' || 'temp'; END $$", T, 'DROP TABLE canary']],
  [
    'DO perform',
    ["DO $$ BEGIN PERFORM set_config('search_path', 'public, pg_' || 'temp', false); END $$", T, 'DROP TABLE canary'],
  ],
  [
    'prepared',
    [
      'PREPARE x AS SELECT 1',
      "PREPARE y AS SELECT set_config('search_path', 'public,pg_' || 'temp', false)",
      'EXECUTE y',
      T,
      'DROP TABLE canary',
    ],
  ],
  ['startup parameter', [T, 'DROP TABLE canary'], { search_path: 'public,pg_temp' }],
  ['startup parameter capitals', [T, 'DROP TABLE canary'], { SEARCH_PATH: 'public,pg_temp' }],
  ['startup options', [T, 'DROP TABLE canary'], { options: '-c search_path=public,pg_temp' }],
  ['startup options escaped', [T, 'DROP TABLE canary'], { options: '-c search_path=public,pg\\_temp' }],
  ['startup options delete', [T, 'DELETE FROM canary'], { options: '-csearch_path=public,pg_temp' }],
  [
    '$user authorization',
    [
      'SET SESSION AUTHORIZATION bob',
      'CREATE TABLE canary (id int)',
      'RESET SESSION AUTHORIZATION',
      'DROP TABLE canary',
    ],
  ],
  ['schema element', ['CREATE SCHEMA s CREATE TABLE canary (id int)', 'DROP TABLE canary']],
];
const OWN: readonly Row[] = [
  ['temp', [T, 'DROP TABLE canary']],
  ['path then temp', ['SET search_path = public', T, 'DROP TABLE canary']],
  ['config then temp', ["SELECT set_config('app.tenant', '7', false)", T, 'DROP TABLE canary']],
  ['call', ['DO $$ BEGIN PERFORM 1; END $$', T, 'DROP TABLE canary']],
  ['startup', [T, 'DROP TABLE canary'], { search_path: 'public' }],
];

const server = await tryStart('search paths', startPostgresql);
const proxy = server && (await startTestProxy({ host: server.folder, port: server.port }));

beforeAll(async () => {
  await server?.asOwner('postgres', [
    'CREATE ROLE app SUPERUSER LOGIN',
    'CREATE ROLE bob SUPERUSER LOGIN',
    'CREATE SCHEMA bob AUTHORIZATION bob',
  ]);
});

beforeEach(async () => {
  await server?.asOwner('postgres', [
    'DROP TABLE IF EXISTS bob.canary, public.canary',
    'CREATE TABLE public.canary (id int)',
    'INSERT INTO public.canary SELECT generate_series(1, 5)',
  ]);
});

afterAll(async () => {
  await proxy?.close();
  await server?.stop();
});

/** The last answer, and whether the older table has its rows. */
async function play({ steps, parameters }: Play) {
  const wire = await m.Wire.connect(
    { host: '127.0.0.1', port: proxy?.port ?? 0 },
    { user: 'app', database: 'postgres', parameters },
  );
  let last: string[] = [];
  for (const step of steps) {
    const messages = typeof step === 'string' ? [q(step)] : step;
    last = await wire.ask(messages, messages.filter(([type]) => type === 0x51 || type === 0x53).length);
  }
  wire.close();
  const session = { user: 'app', database: 'postgres' };
  const direct = await m.Wire.connect({ host: server?.folder ?? '', port: server?.port ?? 0 }, session);
  const rows = await direct.ask([q('SELECT id FROM public.canary')]);
  direct.close();
  return { last: last.slice(-2).join(), isKept: rows.includes('C SELECT 5') };
}

describe.skipIf(!server)('the name of a new table', () => {
  it.each(plays(DECEIVED))('stands for an older one, which is kept: $name', async (row) => {
    expect(await play(row)).toEqual({ last: 'E 42501,Z I', isKept: true });
  });

  it.each(plays(OWN))('stands for it, and may be dropped: $name', async (row) => {
    expect(await play(row)).toEqual({ last: 'C DROP TABLE,Z I', isKept: true });
  });
});
