import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  describeHistory,
  descriptionText,
  headerText,
  mergeHistories,
  snapshotFrom,
} from '../../../src/history/index.ts';
import { startRowUpgrade } from '../../../src/history/snapshot/upgrade-rows.ts';
import {
  FACTS_VERSION,
  type FactEntry,
  flowId,
  type History,
  OPERATION_FACTS,
  ROW_STATEMENT_FACTS,
} from '../../../src/model/index.ts';

const FILE = new URL('../fixtures/version-1.jsonl', import.meta.url);
const TEXT = readFileSync(FILE, 'utf8');

function read(text: string): Promise<History> {
  return snapshotFrom({ name: 'h.jsonl', bytes: Buffer.from(text) });
}

/** The names of facts that a version lacks. */
function namesOf(table: Readonly<Record<string, FactEntry>>, since: number): string[] {
  return Object.entries(table)
    .filter(([, entry]) => entry.since > since)
    .map(([name]) => name);
}

const [NEW_OF_OPERATION, NEW_OF_STATEMENT] = [namesOf(OPERATION_FACTS, 1), namesOf(ROW_STATEMENT_FACTS, 1)];

describe('a snapshot with facts of version 1', () => {
  it('is read, and the facts of later versions are not known, not false', async () => {
    const { header, rows } = await read(TEXT);
    expect(header.factsVersion).toBe(1);
    expect(NEW_OF_OPERATION).toContain('rebuilt');
    for (const { operations, facts } of rows) {
      for (const operation of operations)
        expect(operation).toMatchObject(Object.fromEntries(NEW_OF_OPERATION.map((name) => [name, undefined])));
      expect(facts).toMatchObject(Object.fromEntries(NEW_OF_STATEMENT.map((name) => [name, undefined])));
    }
    const [drop, update] = rows;
    expect(drop?.operations[0]).toMatchObject({
      kind: 'drop_table',
      cascade: false,
      createdHere: undefined,
      readable: true,
    });
    expect(update?.facts).toMatchObject({
      dialect: 'postgresql',
      limit: 0,
      columnsRead: ['tenant_id'],
      inTransaction: undefined,
    });
  });

  it('has the default for the same lines under the current version', async () => {
    const { rows } = await read(TEXT.replace('"factsVersion":1', `"factsVersion":${FACTS_VERSION}`));
    expect(rows[0]?.operations[0]).toMatchObject({ rebuilt: false, recreated: false, maintenance: '' });
  });

  it.each([
    ['"kind":"update"', '"kind":"update","inline":true', '`operation` has an unknown key `inline`'],
    ['"facts":{"tablesRead"', '"facts":{"pinnedColumns":[],"tablesRead"', '`facts` has an unknown key `pinnedColumns`'],
    ['["createdHere"]', '["rebuilt"]', '`operation.notCarried` names an unknown fact'],
    [
      '"factsVersion":1',
      '"factsVersion":0',
      'have version 0, but this querygate reads versions 1 to 5: collect it again',
    ],
    [
      '"factsVersion":1',
      '"factsVersion":6',
      'have version 6, but this querygate reads versions 1 to 5: update querygate',
    ],
  ])('is refused with %s replaced by %s', async (old, edited, message) => {
    await expect(read(TEXT.replace(old, edited))).rejects.toThrow(message);
  });

  it('lists the facts that it lacks under its sources, without those that no history has', async () => {
    const { header } = await read(TEXT);
    const [notCarried = []] = header.sources.map((source) => source.notCarried);
    expect(notCarried).toEqual([
      'caller.role',
      ...['statement.readOnly', 'statement.effects', 'statement.unnamedColumns', 'statement.pinnedColumns'],
      ...NEW_OF_OPERATION.map((name) => `operation.${name}`),
    ]);
  });

  it('says in its description and its summary that it lacks facts', async () => {
    const { header, rows } = await read(TEXT);
    const line = `these rows have version 1 of the facts, and do not record ${4 + NEW_OF_OPERATION.length} facts of version ${FACTS_VERSION}; collect the history again to record them`;
    const description = descriptionText(describeHistory(header, rows, { top: 1, today: '2026-11-20' }));
    expect(description).toContain(line);
    expect(description).toContain('  operation.rebuilt: 2 of 2 rows, 12 executions');
    expect(headerText(header)).toContain(line);
    expect(headerText({ ...header, factsVersion: FACTS_VERSION })).not.toContain('of the facts, and do not record');
  });
});

describe('merging a snapshot of version 1 with one of the current version', () => {
  const newer = TEXT.replace('"factsVersion":1', `"factsVersion":${FACTS_VERSION}`)
    .replace('"identity":"1', '"identity":"2')
    .replace('"name":"shop.json"', '"name":"new.json"');

  it.each(['older first', 'newer first'])(
    'gives the current version, in which the older rows list what they lack, %s',
    async (order) => {
      const both = [await read(TEXT), await read(newer)];
      const { header, rows } = mergeHistories(order === 'older first' ? both : both.reverse(), {});
      expect(header.factsVersion).toBe(FACTS_VERSION);
      expect(rows.map(({ shape, operations }) => `${shape.slice(0, 4)} ${operations[0]?.rebuilt}`).sort()).toEqual([
        'drop false',
        'drop undefined',
        'upda false',
        'upda undefined',
      ]);
      const lacking = header.sources.filter(({ notCarried }) => notCarried.includes('operation.rebuilt'));
      expect(lacking.map(({ name }) => name)).toEqual(['shop.json']);
      expect(header.statements).toBe(24);
    },
  );
});

it('an upgraded row lists the facts that it lacks, and equals itself when read', () => {
  const line = TEXT.split('\n')[1] ?? '';
  const stored = `${line.slice(0, line.indexOf(',"days"'))}}`;
  const upgraded = JSON.parse(startRowUpgrade(1)(stored));
  expect(upgraded.operations[0].notCarried.toSorted()).toEqual([...NEW_OF_OPERATION, 'createdHere'].sort());
  expect(upgraded.facts.notCarried.toSorted()).toEqual([...NEW_OF_STATEMENT, 'inTransaction', 'lockTimeoutSet'].sort());
  expect(startRowUpgrade(FACTS_VERSION)(JSON.stringify(upgraded))).toBe(JSON.stringify(upgraded));
});

test('rows with shapes that an earlier version wrote join the flows of today', async () => {
  const [header = '', line = ''] = TEXT.split('\n');
  const [older, newer] = ['delete from t where a in ($1, $2) and b = $3', 'delete from t where a in (?) and b = $1'];
  const now = 'delete from t where a in (?) and b = ?';
  const lines = [older, newer].map((shape) => JSON.stringify({ ...JSON.parse(line), shape }));
  const statements = 2 * Object.values<number>(JSON.parse(line).days).reduce((sum, calls) => sum + calls);
  const history = await read([JSON.stringify({ ...JSON.parse(header), rows: 2, statements }), ...lines].join('\n'));
  expect(history.rows.map(({ shape }) => shape)).toEqual([now, now]);
  expect(new Set(history.rows.map(flowId)).size).toBe(1);
  // Their former ids are kept apart.
  expect(history.rows.map(({ formerShape }) => formerShape)).toEqual([older, newer]);
  const merged = mergeHistories([history], {});
  expect(merged.header).toMatchObject({ rows: 2, statements });
  expect(merged.rows.map(({ formerShape }) => formerShape).sort()).toEqual([older, newer].sort());
});
