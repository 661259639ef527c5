import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/model/index.ts';
import { FORMATS, SIMULATION_FORMATS } from '../../../src/report/index.ts';
import { finding, report, suppression } from '../build.ts';
import { readPage } from '../page.ts';
import { HOSTILE, SCENARIOS } from '../scenarios.ts';
import { SCENARIOS as SIMULATIONS } from '../simulation/scenarios.ts';

const { render } = FORMATS.markdown;
const SQL = 'DROP TABLE a;\n';
const ALLOWED = new Set('p h3 h4 strong ul li code pre a'.split(' '));
const LIVE = [/@\w/, /#\d/, /GH-\d/i, /:\/\//, /www\./i, /:[\w+-]+:/, /\w@[\w-]+\.\w/];

const TEXTS: [string, string][] = [
  ...Object.entries(SCENARIOS).map(([name, made]): [string, string] => [`check, ${name}`, render(made)]),
  ...Object.entries(SIMULATIONS).map(([name, made]): [string, string] => [
    `simulate, ${name}`,
    SIMULATION_FORMATS.markdown.render(made, { limit: 10_000_000 }),
  ]),
];

describe.each(TEXTS)('%s', (_, text) => {
  const page = readPage(text);

  it('has only the elements that Querygate writes, and no HTML', () => {
    expect(page.elements.filter((element) => !ALLOWED.has(element))).toEqual([]);
    expect(page.unbalanced).toEqual([]);
    // Outside of code, where it is text.
    expect(text.replaceAll(/^(`{3,}).*?^\1$/gms, '').replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).not.toContain(
      '<',
    );
    const links = page.attributes.filter((attribute) => attribute.startsWith('href'));
    expect(links.filter((link) => !link.startsWith('href="https://github.com/'))).toEqual([]);
    expect(links.filter((link) => link.includes('octo'))).toEqual([]);
  });

  it('has no mention, link or reference outside code', () => {
    for (const live of LIVE) expect(live.exec(page.prose)).toBeNull();
  });

  it('has no line that starts a quick action, in a list or a quote either', () => {
    expect(text).not.toMatch(/^[\s>*+-]*\//m);
  });
});

it('shows hostile text as typed', () => {
  const page = readPage(render(SCENARIOS['hostile'] ?? expect.fail()));
  const typed = HOSTILE.slice(HOSTILE.indexOf(' ['));
  expect(page.prose.replaceAll('\u200b', '')).toContain(typed);
  expect(page.codes.some((code) => code.includes('<img src=x onerror=alert(1)>'))).toBe(true);
});

it.each(['`', '``', 'a`b', '`a', 'a`', ' a ', '   ', '', '\u200b', '```sql', '|', '\\', '/close', '@me'])(
  'shows the rule %j as a code span',
  (rule) => {
    const text = render(report({ findings: [finding('a.sql', SQL, 'DROP TABLE a', { rule })] }));
    const page = readPage(text);
    expect(page.unbalanced).toEqual([]);
    const shown = rule.trim() === '' ? '(empty)' : rule.replaceAll('\u200b', '<U+200B>');
    expect(page.codes.map((code) => code.replaceAll('`(empty)`', '(empty)'))).toContain(shown);
  },
);

it.each(['# x', '- x', '+ x', '1. x', '1) x', '=====', '> x', '/close', '   /close', '| a |', '[x]: y', '[^1]: y'])(
  'does not let a message start a block: %j',
  (message) => {
    const write = (text: string) =>
      render(report({ conclusion: text, findings: [finding('a.sql', SQL, 'DROP', { message: text })] }));
    expect(readPage(write(message)).prose).toContain(message.trim());
    expect(readPage(write(message)).elements).toEqual(readPage(write('plain')).elements);
  },
);

describe('limits', () => {
  const flood = (count: number): CheckReport => {
    const findings = Array.from({ length: count }, (_, i) =>
      finding(`db/${i}-${'é_`'.repeat(300)}.sql`, SQL, 'DROP TABLE a', { message: `${i} ${HOSTILE.repeat(4)}` }),
    );
    return report({
      headline: HOSTILE.repeat(50),
      conclusion: HOSTILE.repeat(50),
      repeat: '`'.repeat(9000),
      findings: [...findings, ...findings.map((found) => ({ ...found, status: 'existing' as const }))],
      suppressions: findings.map(({ path }) => suppression(path, SQL, 'DROP', { reason: HOSTILE.repeat(9) })),
      notices: findings.map(({ path }) => ({ level: 'warning' as const, message: HOSTILE, path, location: undefined })),
    });
  };

  it.each([
    [16_384, 300],
    [60_000, 300],
    [60_000, 30_000],
  ])('stays within %i characters for %i findings, and counts what it leaves out', (limit, count) => {
    const text = render(flood(count), { limit });
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text).toMatch(/\d+ more findings left out for lack of space; the JSON report lists more of them/);
    expect(readPage(text).unbalanced).toEqual([]);
  });

  it('stays within 32,768 characters by default', () => {
    expect(render(flood(300)).length).toBeLessThanOrEqual(32_768);
  });

  it.each([16_384, 60_000])('keeps the Markdown of a huge simulation within %i characters', (limit) => {
    const text = SIMULATION_FORMATS.markdown.render(SIMULATIONS.huge, { limit });
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text).toMatch(/more broken flows are not shown/);
  });

  it('has every finding if there is space', () => {
    const text = render(SCENARIOS['many'] ?? expect.fail(), { limit: 1_000_000 });
    expect(text.match(/`no-drop-table` at /g)).toHaveLength(40);
    expect(text).not.toContain('left out');
  });
});
