import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createEngine, type EngineOptions, type StartedEngine } from '../../../src/server/engine/create-engine.ts';
import { EngineBusy, EngineLimit, EngineRefusal } from '../../../src/server/engine/engine.ts';
import { HISTORY } from '../../commands/simulate/build.ts';
import {
  ACTIVE,
  dryRunTask,
  eventTask,
  eventTasks,
  queryTask,
  rule,
  ruleFile,
  sent,
  simulationTask,
  sqlFile,
  WORKER,
} from './build.ts';

// What real threads do. Limits of time are short and the texts that break them endless, so that a busy machine changes
// nothing.

/** Takes a minute or so to read. */
const ENDLESS = 'a;'.repeat(500_000);
const STAR = sent(ruleFile(rule('no-star', 'select', 'statement.selectStar')));
/** Takes a second or so to load. */
const MANY = sent(
  ruleFile(
    ...Array.from({ length: 500 }, (_, index) => rule(`no-star-${index}`, 'select', `statement.limit == ${index}`)),
  ),
);
const NO_HOOKS = { onProgress: () => {}, signal: new AbortController().signal };

const open: StartedEngine[] = [];

async function start(options: Partial<EngineOptions> = {}): Promise<StartedEngine> {
  const engine = createEngine({ workerUrl: WORKER, threads: 2, ...options });
  open.push(engine);
  await engine.ready();
  return engine;
}

const shared = await start({ limits: { query: 1_000, event: 1_000, file: 1_000 } });

afterEach(async () => {
  for (const engine of open.splice(open.indexOf(shared) + 1)) await engine.close();
});
afterAll(() => shared.close());

const files = (findings: Awaited<ReturnType<StartedEngine['dryRun']>>) =>
  findings.files.map(
    ({ path, findings: found }) => `${path}: ${found.map(({ rule: id, message }) => `${id} ${message}`)}`,
  );

describe('a limit of time', () => {
  it('makes a query unknown, and the next query is judged', async () => {
    const outcome = await shared.query(queryTask(ENDLESS));
    expect(outcome).toMatchObject({ verdict: 'unknown', rows: [], findings: [{ rule: 'unreadable' }] });
    expect(outcome.findings[0]?.message).toBe(
      'could not be read: judging the query takes longer than 1 s; make it shorter',
    );
    expect((await shared.query(queryTask('DROP TABLE t'))).verdict).toBe('block');
  });

  it('refuses only the slow event', async () => {
    const outcomes = await shared.events(
      eventTasks([1, 2, 0, 3, 4].map((limit) => eventTask(limit === 0 ? ENDLESS : `SELECT a FROM t LIMIT ${limit}`))),
    );
    expect(outcomes.map((outcome) => ('rows' in outcome ? outcome.rows.length : outcome))).toEqual([
      1,
      1,
      { tooCostly: 'reading the query takes longer than 1 s; send a shorter one' },
      1,
      1,
    ]);
  });

  it('makes the whole file unknown, and the others are judged', async () => {
    const outcome = await shared.dryRun(
      dryRunTask([
        sqlFile('a.sql', 'DROP TABLE a;'),
        sqlFile('b.sql', ENDLESS),
        sqlFile('c.sql', 'DROP TABLE c;'),
        sqlFile('d.sql', ENDLESS),
      ]),
    );
    const unread =
      'unreadable could not be read: judging it takes longer than 1 s; split the file, or leave it out with `ignore`';
    expect(files(outcome)).toEqual([
      'a.sql: no-drop-table dropping table a loses all its rows; no history shows whether it is still used',
      `b.sql: ${unread}`,
      'c.sql: no-drop-table dropping table c loses all its rows; no history shows whether it is still used',
      `d.sql: ${unread}`,
    ]);
    expect(outcome.judges).toHaveLength(1);
  });

  it('stops a simulation, without revealing what it read', async () => {
    const engine = await start({ threads: 1, limits: { simulation: 1 } });
    const error = await engine.simulate(simulationTask(HISTORY, MANY), NO_HOOKS).catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(EngineLimit);
    expect(String(error)).toBe('EngineLimit: the simulation takes longer than 0.001 s');
  });

  it('stops the loading of a ruleset', async () => {
    const engine = await start({ threads: 1, limits: { ruleset: 1 } });
    await expect(engine.loadRuleset(MANY, 'acme')).rejects.toThrow(EngineLimit);
    await expect(engine.query(queryTask('SELECT 1', { active: { key: 'x', files: MANY } }))).rejects.toThrow(
      'loading the rulesets takes longer than 0.001 s',
    );
  });
});

describe('a limit of memory', () => {
  it('affects only the file that exceeds it', async () => {
    const engine = await start({ threads: 1, limits: { memory: 80, file: 120_000 } });
    const outcome = await engine.dryRun(
      dryRunTask([
        sqlFile('a.sql', 'DROP TABLE a;'),
        sqlFile('b.sql', 'SELECT a, b, c FROM t WHERE d = 1;\n'.repeat(60_000)),
        sqlFile('c.sql', 'DROP TABLE c;'),
      ]),
    );
    expect(files(outcome)).toEqual([
      'a.sql: no-drop-table dropping table a loses all its rows; no history shows whether it is still used',
      'b.sql: unreadable could not be read: judging it takes more memory than allowed; split the file, or leave it out with `ignore`',
      'c.sql: no-drop-table dropping table c loses all its rows; no history shows whether it is still used',
    ]);
  });
});

describe('a thread that ends on its own', () => {
  const CRASH = 'SELECT 1 -- end this thread';

  it('fails its own task and no other', async () => {
    const engine = await start({ workerUrl: new URL('./crashing-worker.ts', import.meta.url) });
    const queries = [CRASH, 'DROP TABLE a', 'SELECT 1', CRASH, 'DROP TABLE b'].map((query) =>
      engine.query(queryTask(query)).then(
        ({ verdict }) => verdict,
        (error: unknown) => `${error}`,
      ),
    );
    const ended = 'EngineLimit: loading the rulesets crashed the thread that ran it';
    expect(await Promise.all(queries)).toEqual([ended, 'block', 'allow', ended, 'block']);
    expect(engine.load).toEqual({ running: 0, waiting: 0 });
  });

  it('before it is ready is restarted; waiting tasks are rejected in the end', async () => {
    const engine = createEngine({ workerUrl: new URL('./no-such-worker.ts', import.meta.url), threads: 1 });
    open.push(engine);
    await expect(engine.ready()).rejects.toThrow();
    await expect(engine.query(queryTask('SELECT 1'))).rejects.toThrow('the threads of the engine do not start');
  });
});

describe('a queue', () => {
  it('that is full refuses queries', async () => {
    const engine = await start({ threads: 1, limits: { waitingQueries: 2, query: 1_000 } });
    const [running, ...waiting] = [ENDLESS, 'SELECT 1', 'SELECT 2'].map((query) => engine.query(queryTask(query)));
    await expect(engine.query(queryTask('SELECT 3'))).rejects.toThrow(EngineBusy);
    expect(engine.load).toEqual({ running: 1, waiting: 2 });
    expect((await running)?.verdict).toBe('unknown');
    expect((await Promise.all(waiting)).map(({ verdict }) => verdict)).toEqual(['allow', 'allow']);
  });

  it('drops a query that waited too long', async () => {
    const engine = await start({ threads: 1, limits: { wait: 50, query: 1_000 } });
    const running = engine.query(queryTask(ENDLESS));
    await expect(engine.query(queryTask('SELECT 1'))).rejects.toThrow('no thread of the engine was free for 50 ms');
    expect((await running).verdict).toBe('unknown');
  });

  it('that is full refuses other tasks', async () => {
    const engine = await start({ threads: 1, limits: { waitingTasks: 1 } });
    const first = engine.dryRun(dryRunTask([sqlFile('a.sql', 'SELECT 1')]));
    await expect(engine.dryRun(dryRunTask([]))).rejects.toThrow(EngineBusy);
    expect((await first).files).toHaveLength(1);
    expect((await engine.dryRun(dryRunTask([]))).files).toEqual([]);
  });
});

describe('a workspace', () => {
  const other = { active: { ...ACTIVE, key: 'other/1' } };

  it('does not delay others with queries that exceed the limit', async () => {
    const engine = await start({ threads: 3, limits: { query: 1_500 } });
    await engine.query(queryTask('SELECT 1', other));
    const over: string[] = [];
    const hostile = Array.from({ length: 5 }, () => engine.query(queryTask(ENDLESS)).then(() => over.push('hostile')));
    for (let at = 0; at < 20; at++) expect((await engine.query(queryTask('SELECT 1', other))).verdict).toBe('allow');
    // At most two threads were busy with them; the third was always free.
    expect(over.length).toBeLessThanOrEqual(2);
    await Promise.race(hostile);
    // Small queries of the same workspace do not wait behind them.
    expect((await engine.query(queryTask('SELECT 1'))).verdict).toBe('allow');
    expect(over.length).toBeLessThan(5);
    await Promise.all(hostile);
  });

  it('has a share of the queue', async () => {
    const engine = await start({ threads: 1, limits: { waitingQueriesOfOne: 2, query: 1_000 } });
    const first = [ENDLESS, 'SELECT 1', 'SELECT 2'].map((query) => engine.query(queryTask(query)));
    await expect(engine.query(queryTask('SELECT 3'))).rejects.toThrow(EngineBusy);
    first.push(engine.query(queryTask('SELECT 3', other)));
    expect((await Promise.all(first)).map(({ verdict }) => verdict)).toEqual(['unknown', 'allow', 'allow', 'allow']);
  });

  it('has its texts read only once admitted', async () => {
    const limits = { taskCharacters: 30, taskCharactersOfOne: 20 };
    const engine = await start({ threads: 1, limits });
    let read = 0;
    const task = (characters: number, more = {}) =>
      dryRunTask([], {
        files: {
          characters,
          read: async () => {
            read++;
            return [sqlFile('a.sql', 'SELECT 1')];
          },
        },
        ...more,
      });
    const first = engine.dryRun(task(15));
    await expect(engine.dryRun(task(6))).rejects.toThrow('for one workspace');
    const second = engine.dryRun(task(6, other));
    await expect(engine.dryRun(task(10, other))).rejects.toThrow(EngineBusy);
    expect((await Promise.all([first, second])).map(({ files: judged }) => judged.length)).toEqual([1, 1]);
    // A task larger than the share is admitted if it is the only one.
    expect((await engine.dryRun(task(1_000))).files).toHaveLength(1);
    expect(read).toBe(3);
  });

  it('gets an error in reading its texts unchanged', async () => {
    const gone = new Error('gone');
    const files = { characters: 1, read: () => Promise.reject(gone) };
    await expect(shared.dryRun(dryRunTask([], { files }))).rejects.toBe(gone);
  });
});

it('a query does not wait for dry runs, events or simulations', async () => {
  const engine = await start({ limits: { file: 3_000, event: 3_000 } });
  const order: string[] = [];
  const slow = [
    engine.dryRun(dryRunTask([sqlFile('a.sql', ENDLESS)])).then(() => order.push('dry run')),
    engine.events(eventTasks([eventTask(ENDLESS)])).then(() => order.push('events')),
    engine.simulate(simulationTask(HISTORY, STAR), NO_HOOKS).then(() => order.push('simulation')),
  ];
  for (let at = 0; at < 20; at++) {
    const { verdict } = await engine.query(queryTask(`SELECT a FROM t LIMIT ${at}`));
    expect(verdict).toBe('allow');
  }
  order.push('queries');
  await Promise.all(slow);
  expect(order.filter((what) => what !== 'simulation')[0]).toBe('queries');
  expect(order).toHaveLength(4);
});

describe('a simulation', () => {
  it('reports its progress, and finishes', async () => {
    const progress: [number, number][] = [];
    const outcome = await shared.simulate(simulationTask(HISTORY, STAR), {
      ...NO_HOOKS,
      onProgress: (done, total) => progress.push([done, total]),
    });
    expect(outcome).toMatchObject({ outcome: 'simulated', history: { from: ['workspace acme'], side: 'service' } });
    expect(progress.at(0)).toEqual([0, 5]);
    expect(progress.at(-1)).toEqual([5, 5]);
  });

  it.each(['running', 'waiting'])('that is %s stops on abort', async (state) => {
    const first = new AbortController();
    const other = shared.simulate(simulationTask(HISTORY, STAR), { ...NO_HOOKS, signal: first.signal });
    const stop = new AbortController();
    const second = shared.simulate(simulationTask(HISTORY, STAR), { ...NO_HOOKS, signal: stop.signal });
    const reason = new Error('lost the lease');
    const [told, left, controller] = state === 'running' ? [other, second, first] : [second, other, stop];
    setTimeout(() => controller.abort(reason), 5);
    await expect(told).rejects.toBe(reason);
    expect((await left).outcome).toBe('simulated');
    expect(shared.load).toEqual({ running: 0, waiting: 0 });
  });
});

describe('a mistake of the client', () => {
  it('in its rules is reported with its place', async () => {
    const error = await shared
      .loadRuleset(sent('version: 1\nrules:\n  - id: no\n'), 'acme')
      .catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(EngineRefusal);
    expect(error).toMatchObject({
      code: 'rules_invalid',
      errors: [{ place: { file: '.querygate/rules.yml', line: 3 } }],
    });
  });

  it('in edited rules refuses the dry run', async () => {
    const task = dryRunTask([sqlFile('a.sql', 'SELECT 1')], { head: sent('nope: 1\n') });
    await expect(shared.dryRun(task)).rejects.toMatchObject({ code: 'rules_invalid' });
  });

  it('in declared flows refuses the simulation, each with its place', async () => {
    const flow = (name: string, sql: string) => `  - { name: ${name}, owner: o, sql: "${sql}" }\n`;
    const path = '.querygate/flows.yml';
    const request = {
      flows: {
        base: { path, text: `version: 1\nflows:\n${flow('a', "SELECT 'x")}` },
        head: { path, text: `version: 1\nflows:\n${flow('b', 'SELECT 1')}${flow('b', 'SELECT 2')}` },
      },
    };
    const error = await shared.simulate(simulationTask(HISTORY, STAR, { request }), NO_HOOKS).catch((raised) => raised);
    expect(error).toMatchObject({ code: 'flows_invalid' });
    expect(error.errors).toEqual([
      {
        detail: expect.stringMatching(/of the flow `a` could not be parsed/),
        place: { file: path, line: 3, column: expect.any(Number) },
      },
      {
        detail: expect.stringMatching(/`b` is declared twice/),
        place: { file: path, line: 4, column: expect.any(Number) },
      },
    ]);
  });

  it('in a snapshot is reported unchanged', async () => {
    await expect(shared.readSnapshot(new TextEncoder().encode('x'))).rejects.toMatchObject({ name: 'ConfigError' });
    const { header, rows } = await shared.readSnapshot(HISTORY);
    expect(header['rows']).toBe(5);
    expect(rows).toHaveLength(5);
  });
});

describe('an active ruleset that no longer loads', () => {
  it('is an internal error, not a mistake of the client', async () => {
    const active = { key: 'acme/9', files: { entry: 'querygate:gone@9', files: [] } };
    const error = await shared.query(queryTask('SELECT 1', { active })).catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(EngineRefusal);
    expect(String(error)).toMatch(/^InternalError: the active ruleset `acme\/9` no longer loads: .*`querygate:gone@9`/);
    expect((await shared.query(queryTask('SELECT 1'))).verdict).toBe('allow');
  });
});

it('closing waits for running tasks, refuses waiting ones, and stops those that take too long', async () => {
  const engine = await start({ threads: 1, limits: { close: 300 } });
  const outcomes = ['SELECT 1', ENDLESS, 'SELECT 2'].map((query) =>
    engine.query(queryTask(query, { active: ACTIVE })).then(
      ({ verdict }) => verdict,
      (error: unknown) => (error as Error).name,
    ),
  );
  await outcomes[0];
  await engine.close();
  expect(await Promise.all(outcomes)).toEqual(['allow', 'EngineBusy', 'EngineBusy']);
  await expect(engine.query(queryTask('SELECT 1'))).rejects.toThrow(EngineBusy);
  await expect(engine.simulate(simulationTask(HISTORY, STAR), NO_HOOKS)).rejects.toThrow(EngineBusy);
});
