import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/model/index.ts';
import { FORMATS } from '../../../src/report/index.ts';
import { finding, report } from '../build.ts';
import { type Command, commandsIn } from '../runner.ts';
import { SCENARIOS } from '../scenarios.ts';

function scenario(name: string): CheckReport {
  const found = SCENARIOS[name];
  if (!found) throw new Error(`no scenario \`${name}\``);
  return found;
}

function annotations(checked: CheckReport): readonly Command[] {
  return commandsIn(FORMATS.github.render(checked));
}

const SQL = 'DROP TABLE a;\nDROP TABLE\n  b;\n';

function one(part: string | undefined, changes = {}, policy = {}): Command {
  const checked = report({
    findings: [finding('a.sql', SQL, part, changes)],
    policy: { failOn: 'block', onUnknown: 'fail', findings: 'new', ...policy },
  });
  const [first, ...rest] = annotations(checked);
  if (!first || rest.length > 0) throw new Error('expected one annotation');
  return first;
}

describe('the position of an annotation', () => {
  it('has columns if it is within one line, and the last is inclusive', () => {
    const { file, line, endLine, col, endColumn } = one('DROP TABLE a').properties;
    expect({ file, line, endLine, col, endColumn }).toEqual({
      file: 'a.sql',
      line: '1',
      endLine: '1',
      col: '1',
      endColumn: '12',
    });
  });

  it('has no columns over several lines, and no line for a whole file', () => {
    expect(Object.keys(one('DROP TABLE\n  b').properties)).toEqual(['file', 'line', 'endLine', 'title']);
    expect(Object.keys(one(undefined).properties)).toEqual(['file', 'title']);
  });
});

it('attaches findings about the whole change to no file', () => {
  const findings = [finding('.', SQL, undefined, { rule: 'changed-files', verdict: 'unknown' })];
  expect(annotations(report({ findings })).map(({ properties }) => properties)).toEqual([
    { title: 'unknown: changed-files' },
  ]);
});

it.each([
  ['block', 'block', 'fail', 'error'],
  ['block', 'never', 'fail', 'warning'],
  ['warn', 'block', 'fail', 'warning'],
  ['warn', 'warn', 'fail', 'error'],
  ['unknown', 'block', 'fail', 'error'],
  ['unknown', 'block', 'warn', 'warning'],
  ['unknown', 'block', 'pass', 'warning'],
  ['unknown', 'never', 'fail', 'warning'],
])('%s under fail-on %s, on-unknown %s is shown as %s', (verdict, failOn, onUnknown, kind) => {
  expect(one('DROP TABLE a', { verdict }, { failOn, onUnknown }).name).toBe(kind);
});

it('shows existing findings only if they count', () => {
  const findings = [finding('a.sql', SQL, 'DROP TABLE a', { status: 'existing' })];
  const policy = { failOn: 'block', onUnknown: 'fail', findings: 'new' } as const;
  expect(annotations(report({ findings, policy }))).toEqual([]);
  expect(annotations(report({ findings, policy: { ...policy, findings: 'all' } }))).toHaveLength(1);
  const exempt = (['suppressed', 'excepted', 'baselined', 'spared'] as const).map((status) =>
    finding('a.sql', SQL, 'DROP TABLE a', { status }),
  );
  expect(annotations(report({ findings: exempt, policy: { ...policy, findings: 'all' } }))).toEqual([]);
});

it('escapes every character that has a meaning in workflow commands', () => {
  const path = 'db/100%,a:b%0A%25=.sql';
  const message = 'a % b, c: d %0A %25 %2C ::notice::x';
  const [command] = annotations(report({ findings: [finding(path, SQL, 'DROP TABLE a', { message, rule: 'r,s:t' })] }));
  expect(command?.properties['file']).toBe(path);
  expect(command?.properties['title']).toBe('block: r,s:t');
  expect(command?.data.split('\n')[0]).toBe(message);
});

it('cuts a message at 4,096 characters with a note, never within a character', () => {
  const message = `a${'😀'.repeat(4000)}`;
  const { data } = one('DROP TABLE a', { message });
  expect(data.length).toBeLessThanOrEqual(4096);
  expect(data.length).toBeGreaterThan(4090);
  expect(data.endsWith('😀 … (cut)')).toBe(true);
  expect(data).not.toMatch(/\p{Cs}/u);
});

it('writes at most ten of each kind, worst first, and counts the rest', () => {
  const commands = annotations(scenario('many'));
  const of = (name: string) => commands.filter((command) => command.name === name);
  expect(of('error')).toHaveLength(10);
  expect(of('error').every(({ properties }) => properties['title'] === 'block: no-drop-table')).toBe(true);
  // 17 findings block, 11 are unknown and 12 warn; there are 13 suppressions and one notice.
  expect(of('error').at(-1)?.data).toContain('… and 18 more errors');
  expect(of('warning')).toHaveLength(10);
  expect(of('warning').at(-1)?.data).toContain('… and 2 more warnings');
  expect(of('notice')).toHaveLength(10);
  expect(of('notice').at(-1)?.data).toContain('… and 4 more notices');
  expect(commands.slice(0, 10).every(({ name }) => name === 'notice')).toBe(true);
});

it('counts the rest even after a message that is cut', () => {
  const findings = Array.from({ length: 11 }, () =>
    finding('a.sql', SQL, 'DROP TABLE a', { message: 'x'.repeat(9999) }),
  );
  const last = annotations(report({ findings })).at(-1);
  expect(last?.data.length).toBe(4096);
  expect(last?.data).toContain('… (cut)\n… and 1 more error:');
});

it('has an error with the reason whenever the check fails', () => {
  const conclusion = 'Fails: the base branch could not be read.';
  expect(annotations(report({ exitCode: 5, verdict: 'unknown', conclusion }))).toEqual([
    { name: 'error', properties: { title: 'Querygate' }, data: conclusion },
  ]);
  for (const checked of Object.values(SCENARIOS)) {
    expect(annotations(checked).some(({ name }) => name === 'error')).toBe(checked.exitCode !== 0);
  }
});

it('puts new suppressions first, and only new ones', () => {
  const notices = annotations(scenario('suppressions')).filter(({ name }) => name === 'notice');
  expect(notices.map(({ properties }) => properties['line'])).toEqual(['1', '7']);
  expect(FORMATS.github.render(scenario('suppressions')).split('\n')[1]).toMatch(/^::notice /);
});

it('contains no command from untrusted text', () => {
  const commands = annotations(scenario('hostile'));
  // One suppression, three findings that count, and one notice.
  expect(commands.map(({ name }) => name)).toEqual(['notice', 'error', 'error', 'error', 'warning']);
  expect(commands.every(({ properties }) => !('name' in properties))).toBe(true);
});
