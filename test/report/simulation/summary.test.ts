import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { SimulationReport } from '../../../src/model/index.ts';
import { ruleFileSchema } from '../../../src/model/schemas/index.ts';
import { SIMULATION_FORMATS, simulationComment } from '../../../src/report/index.ts';
import { readPage } from '../page.ts';
import { HOSTILE } from '../scenarios.ts';
import { cause, flow, flowId, history, judge, report, result, ruleChange, source } from './build.ts';
import { SCENARIOS } from './scenarios.ts';

const { render } = SIMULATION_FORMATS.summary;
const ALLOWED = new Set('p b h3 h4 table thead tbody tr th td code pre details summary strong ul li a br'.split(' '));
const LIVE = [/@\w/, /#\d/, /GH-\d/i, /:\/\//, /www\./i, /:[\w+-]+:/, /\w@[\w-]+\.\w/];

describe.each(Object.entries(SCENARIOS))('%s', (_, made) => {
  const page = readPage(render(made));

  it('has only the elements that Querygate writes', () => {
    expect(page.elements.filter((element) => !ALLOWED.has(element))).toEqual([]);
    expect(page.unbalanced).toEqual([]);
    const links = page.attributes.filter((attribute) => attribute.startsWith('href'));
    expect(links.filter((link) => !link.startsWith('href="https://github.com/acme/querygate/'))).toEqual([]);
    const others = page.attributes.filter(
      (attribute) => !/^(?:href="|open=""|open$|class="language-|align="right")/.test(attribute),
    );
    expect(others).toEqual([]);
  });

  it('has no mention, link or reference outside code', () => {
    for (const live of LIVE) expect(live.exec(page.prose)).toBeNull();
  });

  it('has no line that starts with a quick action', () => {
    expect(render(made)).not.toMatch(/^\s*\//m);
  });
});

it('shows hostile text as typed', () => {
  const page = readPage(render(SCENARIOS.hostile));
  const typed = HOSTILE.slice(HOSTILE.indexOf(' [')).trim();
  expect(page.prose.replaceAll('\u200b', '')).toContain(typed);
  expect(page.codes.some((code) => code.includes('<img src=x onerror=alert(1)>'))).toBe(true);
});

describe('a page of a thousand broken flows', () => {
  const thousand = (rules: number): SimulationReport => {
    const flows = Array.from({ length: 1000 }, (_, n) =>
      flow('newly_blocked', {
        shape: `SELECT c${n}, name, total FROM orders_${n} WHERE customer_id = ? LIMIT ?`,
        calls: 2000 - n,
        causes: [
          cause({
            rule: `no-scan-${n % rules}`,
            values: [{ fact: 'statement.limit', value: `${n + 1500}`, calls: 9 }],
          }),
        ],
      }),
    );
    return report({ verdict: 'block', exitCode: 1, result: result({ flows }) });
  };
  const shown = (text: string) => [...text.matchAll(/^\| <code>SELECT c\d+/gm)].length;
  const counted = (text: string) =>
    [...text.matchAll(/^(\d+) more broken flows? (?:is|are) not shown: /gm)].reduce((sum, [, n]) => sum + Number(n), 0);

  it.each([
    [1, 50],
    [3, 150],
    [8, 200],
    [20, 260],
  ])('groups them under %i rules, and counts what it does not show', (rules, rows) => {
    const text = render(thousand(rules));
    expect(text.match(/^#### 🛑 <code>no-scan-\d+<\/code> would break \d[\d,]* flows, /gm)).toHaveLength(rules);
    expect([shown(text), counted(text)]).toEqual([rows, 1000 - rows]);
    expect(text).toContain('<code>querygate simulate --format json</code> lists them');
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
  });

  it('shows the twenty rules that affect most calls, and counts the others', () => {
    const text = render(thousand(40));
    expect(text.match(/ would break \d+ flows, /g)).toHaveLength(20);
    expect(text).toContain('20 more rules are not shown: <code>querygate simulate --format json</code> lists them');
    expect(text.indexOf('no-scan-0<')).toBeLessThan(text.indexOf('no-scan-1<'));
  });

  it('fits into a comment, worst first', () => {
    const text = simulationComment(thousand(3), { marker: '<!-- x -->' });
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect([shown(text) + counted(text), text.includes('SELECT c0, ')]).toEqual([1000, true]);
  });
});

it('shows the headline, then the values that break each flow, then the remedies, then where the rules come from', () => {
  const text = render(SCENARIOS.broken);
  const parts = [
    '<b>judged by ',
    '### 🛑 Failed: 2 of 4,928 query flows would break',
    '<code>limit 5000</code> (300 calls)<br><code>limit 2000</code> (12 calls) |',
    'Suggested exceptions for 1 of 2 broken flows',
    '#### All replayed flows',
    '#### History',
    '#### Rulesets',
    'simulated .querygate/rules.yml at 9f8e7d6c once merged',
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

describe('exceptions', () => {
  const proposals = [
    'caller.application == "report-builder" && statement.limit <= 5000',
    `caller.user == 'it''s'`,
    `caller.user == "${HOSTILE.replaceAll('"', "'")}"`,
    '```',
    'größer',
  ];

  it('are valid YAML with the simulated condition, whatever the names', () => {
    const flows = proposals.map((when) => flow('newly_blocked', { proposal: { rule: 'require-limit', when } }));
    const made = report({ result: result({ flows, ruleChanges: [ruleChange({ owner: 'null' })] }) });
    const block = readPage(render(made)).blocks.find((text) => text.startsWith('exceptions:')) ?? expect.fail();
    const filled = block.replaceAll('<reason>', 'why').replaceAll('<YYYY-MM-DD>', '2027-01-31');
    const read = ruleFileSchema.parse({ version: 1, ...parse(filled) });
    expect(read.exceptions).toEqual(
      proposals.map((when) => ({ rule: 'require-limit', when, reason: 'why', owner: 'null', until: '2027-01-31' })),
    );
  });

  it('cannot be merged before the placeholders are filled in', () => {
    const block = readPage(render(SCENARIOS.broken)).blocks.find((text) => text.startsWith('exceptions:')) ?? '';
    expect(ruleFileSchema.safeParse({ version: 1, ...parse(block) }).success).toBe(false);
  });
});

it('shows the proposed acknowledgements unchanged', () => {
  const page = readPage(render(SCENARIOS.broken));
  expect(page.blocks).toContain(SCENARIOS.broken.proposedAcknowledgements);
});

/** The tables cut a query that is as long as this. */
const LONG = 'x'.repeat(400);

it.each(['```', '`````', '~~~', '</pre>', '</code></details>', '\u2028```\u2028', '\n```\n', '    x', '<!--'])(
  'keeps a shape with %j inside its code block',
  (part) => {
    const flows = [flow('newly_blocked', { shape: `SELECT 1 ${part} FROM t ${LONG}` })];
    const page = readPage(render(report({ result: result({ flows }) })));
    expect(page.blocks[0]).toMatch(/^SELECT 1 [^\n]* FROM t [^\n]*\n$/);
    expect(page.unbalanced).toEqual([]);
    expect(page.blocks).toHaveLength(2);
  },
);

it.each(['# x', '- x', '+ x', '1. x', '1) x', '=====', '> x', '/close', '   /close', '| a |', '[x]: y', '[^1]: y'])(
  'does not let a text start a block: %j',
  (text) => {
    const write = (words: string) =>
      render(
        report({
          conclusion: words,
          result: result({
            flows: [
              flow('newly_blocked', {
                caller: { application: words, user: '', database: '' },
                causes: [cause({ message: words })],
              }),
            ],
            ruleChanges: [ruleChange({ differences: [words], effect: 'looser' })],
            acknowledgements: [],
          }),
          problems: [{ kind: 'history', message: words, place: undefined, exitCode: 5 }],
          history: history({ sources: [source({ notes: [words] })] }),
        }),
      );
    const page = readPage(write(text));
    expect(page.prose).toContain(text.trim());
    expect(page.elements).toEqual(readPage(write('plain')).elements);
  },
);

it('shows flows that do not count, unread calls, window, age, hashes and self-test', () => {
  const { prose } = readPage(render(SCENARIOS.acknowledged));
  for (const expected of [
    '1 flow not counted (1 newly blocked): DDL seen on fewer than 2 days',
    '1 flow not counted (1 partly blocked): its caller is ignored',
    'not readable or cut off: 15 calls, < 0.01 % of all (limit 1 %)',
    'history from 2026-10-20 to 2026-11-19',
    'last statement at most 1 day ago (limit 30 days)',
    'Self-test passed: comparing the base ruleset with itself gave no difference',
    'Acknowledged breaks: approving this change approves them',
    'Acknowledgements without effect',
  ])
    expect(prose.replaceAll('\u200b', '')).toContain(expected);
  const { codes } = readPage(render(SCENARIOS.acknowledged));
  expect(codes).toEqual(expect.arrayContaining(['abababababab', 'cdcdcdcdcdcd']));
});

it('lists the rules that do not apply to production queries', () => {
  const notApplied = [{ rule: 'no-late-migration', reason: 'reads file.path, and traffic has none' }];
  const text = render(report({ head: judge('head', { notApplied }) }));
  expect(text).toContain('1 rule not applied (no-late-migration): reads file.path, and traffic has none');
});

describe('limits', () => {
  const long = HOSTILE.repeat(20);
  const flood = (count: number): SimulationReport => {
    let made = 0;
    const of = (kind: 'newly_blocked' | 'unknown' | 'newly_allowed' | 'changed', changes = {}) =>
      Array.from({ length: count }, (_, i) =>
        flow(kind, {
          id: flowId(made++),
          shape: `${i} ${'é_`'.repeat(300)}`,
          caller: { application: long, user: long, database: long },
          examples: [long, long],
          causes: Array.from({ length: 12 }, () => cause({ message: long, rule: long, place: { file: long } })),
          proposal: { rule: long, when: long },
          ...changes,
        }),
      );
    const place = { file: long, line: 1, column: 1 };
    const texts = Array.from({ length: count }, (_, i) => `${i} ${long}`);
    return report({
      headline: long,
      conclusion: long,
      repeat: '`'.repeat(9000),
      base: judge('base', { sources: [long], notApplied: texts.map((reason) => ({ rule: 'no-x', reason })) }),
      history: history({ from: texts, sources: texts.map((name) => source({ name, notes: [name] })) }),
      result: result({
        flows: [
          ...of('newly_blocked'),
          ...of('unknown'),
          ...of('newly_allowed'),
          ...of('changed'),
          ...of('newly_blocked', { acknowledged: { reason: long, owner: long, until: long } }),
          ...of('newly_blocked', { leftOut: long }),
        ],
        ruleChanges: texts.map((rule, i) =>
          ruleChange({ rule, effect: i % 2 ? 'looser' : 'stricter', differences: [long] }),
        ),
        declared: texts.map((name, i) => ({
          name,
          owner: long,
          place,
          base: 'allow',
          head: 'block',
          causes: [],
          breaks: i % 2 === 0,
        })),
        acknowledgements: texts.map((about, i) => ({
          rule: long,
          about,
          reason: long,
          owner: long,
          until: long,
          place,
          state: i % 2 ? 'used' : 'expired',
          flows: 1,
        })),
        unread: { calls: 9, share: 0.1, byReason: Object.fromEntries(texts.map((text) => [text, 1])) },
      }),
      problems: texts.map((message) => ({ kind: 'history', message, place, exitCode: 5 })),
      notices: texts.map((message) => ({ level: 'warning', message, path: long, location: undefined })),
      proposedAcknowledgements: `acknowledge:\n${texts.join('\n')}\n`,
    });
  };
  const bytes = (text: string) => Buffer.byteLength(text);

  it.each([16_384, 65_536, 300_000])('stays within %i bytes and counts what it leaves out', (limit) => {
    const count = 120;
    const text = render(flood(count), { limit });
    expect(bytes(text)).toBeLessThanOrEqual(limit);
    expect(bytes(text)).toBeGreaterThan(limit / 4);
    const page = readPage(text);
    expect(page.unbalanced).toEqual([]);
    const left = (what: string) =>
      Number(new RegExp(`(\\d+) more ${what}s? (?:(?:is|are) not shown|left out)`).exec(text)?.[1] ?? 0);
    for (const what of ['problem', 'declared flow', 'acknowledgement', 'change', 'notice', 'exception', 'line'])
      expect(left(what)).toBeGreaterThan(0);
    for (const what of ['newly allowed flow', 'changed flow', 'acknowledged flow', 'flow'])
      expect(left(what)).toBeGreaterThanOrEqual(20);
    // Each flow of this report is broken, or undecided, by one rule.
    expect([left('broken flow') || left('rule'), left('undecided flow') || left('rule')]).not.toContain(0);
    expect(text).toMatch(/\d+ more flows are not shown in full/);
    expect(text).toContain('They are left out for lack of space');
  });

  it('stays within 1 MiB by default', () => {
    const text = render(flood(160));
    expect(bytes(text)).toBeLessThanOrEqual(1024 * 1024 - 1024);
    expect(bytes(text)).toBeGreaterThan(512 * 1024);
  });

  it.each(['漢', '\u{e0041}', '`', '<', '&', '\u202e'])(
    'stays within the smallest limit with texts of %j',
    (character) => {
      const hostile = character.repeat(6000);
      const made = { ...flood(3), headline: hostile, conclusion: hostile, repeat: hostile };
      expect(bytes(render(made, { limit: 16_384 }))).toBeLessThanOrEqual(16_384);
      expect(readPage(render(made, { limit: 16_384 })).unbalanced).toEqual([]);
    },
  );

  it('writes a comment of at most 65,536 characters, after its marker', () => {
    const marker = '<!-- querygate:simulate -->';
    const made = flood(120);
    const text = simulationComment(made, { marker });
    expect(text.startsWith(`${marker}\n`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(30_000);
    expect(simulationComment(made, { marker, limit: 20_000 }).length).toBeLessThanOrEqual(20_000);
  });
});

it('has counts of calls that add up to what was replayed', () => {
  const { totals } = result();
  const sum = Object.values({ ...totals, replayed: { calls: 0 } }).reduce((all, { calls }) => all + calls, 0);
  const made = result({ totals: { ...totals, replayed: { flows: totals.replayed.flows, calls: sum + 1234 } } });
  const page = render(report({ outcome: 'simulated', result: made }));
  const calls = [...page.matchAll(/^\| (?!\*\*)[^|]+\| [\d,]+ \| ([\d,]+) \|/gm)].map(([, n = '']) =>
    Number(n.replaceAll(',', '')),
  );
  expect(calls.reduce((all, n) => all + n, 0)).toBe(sum + 1234);
  expect(page).toMatch(/^\| other calls of these flows \| 0 \| 1,234 \|/m);
});
