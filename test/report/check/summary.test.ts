import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/model/index.ts';
import { byStatement } from '../../../src/report/check/by-statement.ts';
import { commentMarkdown, FORMATS } from '../../../src/report/index.ts';
import { expectGolden } from '../../golden.ts';
import { finding, report, suppression } from '../build.ts';
import { readPage } from '../page.ts';
import { HOSTILE, SCENARIOS } from '../scenarios.ts';

const { render } = FORMATS.summary;
const SQL = 'DROP TABLE a;\n';
const ALLOWED = new Set('p b h3 h4 table thead tbody tr th td code pre details summary strong ul li a br'.split(' '));
// References of GitHub and GitLab.
const LIVE = [/@[\w.]/, /[#!&$]\d/, /GH-\d/i, /:\/\//, /www\./i, /:[\w+-]+:/, /\w@[\w-]+\.\w/];

function scenario(name: string): CheckReport {
  const found = SCENARIOS[name];
  if (!found) throw new Error(`no scenario \`${name}\``);
  return found;
}

describe.each(Object.entries(SCENARIOS))('%s', (_, checked) => {
  const page = readPage(render(checked));

  it('has only the elements that Querygate writes', () => {
    expect(page.elements.filter((element) => !ALLOWED.has(element))).toEqual([]);
    expect(page.unbalanced).toEqual([]);
    const links = page.attributes.filter((attribute) => attribute.startsWith('href'));
    expect(links.filter((link) => !link.startsWith('href="https://github.com/acme/querygate/'))).toEqual([]);
    const others = page.attributes.filter((attribute) => !/^(?:href="|open=""|open$|class="language-)/.test(attribute));
    expect(others).toEqual([]);
  });

  it('has no mention, link or reference outside code', () => {
    for (const live of LIVE) expect(live.exec(page.prose)).toBeNull();
  });

  it('has a row or an item, and a section for each entry with a statement or advice', () => {
    const entries = byStatement(checked.findings);
    const shown = entries.filter(([{ status }]) => status === 'new');
    const exempt = new Set(checked.findings.map(({ status }) => status).filter((status) => status !== 'new'));
    const inList = shown.filter(([{ verdict }]) => verdict === 'unknown').length;
    const tables = exempt.size + (shown.length > inList ? 1 : 0);
    expect(page.rows).toBe(entries.length - inList + tables);
    const detailed = shown.filter((entry) => entry.some(({ excerpt, help }) => `${excerpt}${help}`.trim() !== ''));
    expect(page.summaries).toHaveLength(detailed.length + exempt.size);
  });
});

it('has no reference of GitLab, which searches the rendered page', () => {
  const { prose } = readPage(render(report({ headline: 'see @.me !12 group/p!3 &4 $5 #6' })));
  for (const live of LIVE) expect(live.exec(prose)).toBeNull();
  expect(prose.replaceAll('\u200b', '')).toContain('see @.me !12 group/p!3 &4 $5 #6');
});

it('shows hostile text as typed', () => {
  const page = readPage(render(scenario('hostile')));
  const typed = HOSTILE.slice(HOSTILE.indexOf(' ['));
  expect(page.prose.replaceAll('\u200b', '')).toContain(typed);
  expect(page.codes.some((code) => code.includes('<img src=x onerror=alert(1)>'))).toBe(true);
});

it.each(['```', '`````', '~~~', '</pre>', '</code></details>', '\u2028```\u2028', '\n```\n', '    x', '<!--'])(
  'keeps an excerpt with %j inside its code block',
  (piece) => {
    const sql = `DROP TABLE a; ${piece.replaceAll('\n', '\r')}`;
    const page = readPage(render(report({ findings: [finding('a.sql', sql, 'DROP TABLE a')] })));
    const [excerpt] = page.blocks;
    expect(excerpt).toContain('DROP TABLE a;');
    expect(excerpt).toContain('\n^^^^^^^^^^^^\n');
    expect(page.unbalanced).toEqual([]);
    expect(page.blocks).toHaveLength(2);
  },
);

it.each(['# x', '- x', '+ x', '1. x', '1) x', '=====', '> x', '/close', '   /close', '| a |', '[x]: y', '[^1]: y'])(
  'does not let a message start a block: %j',
  (message) => {
    const write = (text: string) =>
      render(report({ conclusion: text, findings: [finding('a.sql', SQL, 'DROP', { message: text })] }));
    const page = readPage(write(message));
    expect(page.prose).toContain(message.trim());
    expect(page.elements).toEqual(readPage(write('plain')).elements);
    expect(write(message)).not.toMatch(/^\s*\//m);
  },
);

it('renders the help of a rule without interpreting its Markdown', () => {
  const help =
    'Use `DROP @me` or [this](https://evil.example):\n\n- first `a`\n  goes on\n- second\n\n~~~sql\nSELECT 1;\n```\n~~~\n\n# big\n';
  const page = readPage(render(report({ findings: [finding('a.sql', SQL, 'DROP TABLE a', { help })] })));
  expect(page.codes).toEqual(expect.arrayContaining(['DROP @me', 'a']));
  expect(page.prose).toContain('first  goes on');
  expect(page.blocks).toContain('SELECT 1;\n```\n');
  expect(page.elements.filter((element) => element === 'li')).toHaveLength(2 + 1);
  expect(page.elements).not.toContain('h1');
});

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
      judges: [
        {
          side: 'only',
          sources: [HOSTILE.repeat(99)],
          commit: undefined,
          hash: 'ab'.repeat(32),
          rules: 1,
          notApplied: findings.map(({ path }) => ({ rule: 'no-x', reason: path })),
        },
      ],
    });
  };
  const bytes = (text: string) => Buffer.byteLength(text);

  it.each([
    [16_384, 300],
    [65_536, 300],
    [300_000, 300],
  ])('stays within %i bytes and counts what it leaves out', (limit, count) => {
    const text = render(flood(count), { limit });
    expect(bytes(text)).toBeLessThanOrEqual(limit);
    expect(bytes(text)).toBeGreaterThan(limit / 4);
    const page = readPage(text);
    expect(page.unbalanced).toEqual([]);
    // Two tables with a header row each; findings without a row are counted.
    const left = [...text.matchAll(/(\d+) more findings left out/g)].map(([, number]) => Number(number));
    expect(left).toHaveLength(2);
    expect(page.rows - 2 + left.reduce((a, b) => a + b)).toBe(2 * count);
    expect(text).toMatch(/\d+ more suppressions left out/);
    expect(text).toMatch(/\d+ more notices left out/);
  });

  it('stays within 1 MiB by default', () => {
    const text = render(flood(2000));
    expect(bytes(text)).toBeLessThanOrEqual(1024 * 1024 - 1024);
    expect(bytes(text)).toBeGreaterThan(512 * 1024);
  });

  it.each(['漢', '\u{e0041}', '`', '<', '&', '\u202e'])(
    'stays within the smallest limit with texts of %j',
    (character) => {
      const hostile = character.repeat(6000);
      const checked = { ...flood(3), headline: hostile, conclusion: hostile, repeat: hostile };
      expect(bytes(render(checked, { limit: 16_384 }))).toBeLessThanOrEqual(16_384);
      expect(readPage(render(checked, { limit: 16_384 })).unbalanced).toEqual([]);
    },
  );

  it('leaves nothing out if there is space', () => {
    const text = render(scenario('many'));
    expect(text).not.toMatch(/left out|not shown/);
    expect(readPage(text).elements.filter((element) => element === 'details')).toHaveLength(40);
  });

  it('writes a comment of at most 65,536 characters, after its marker', () => {
    const marker = '<!-- querygate:check -->';
    const text = commentMarkdown(flood(300), { marker });
    expect(text.startsWith(`${marker}\n`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(30_000);
    expect(commentMarkdown(flood(300), { marker, limit: 20_000 }).length).toBeLessThanOrEqual(20_000);
  });
});

it('writes the same text in a comment as in the summary', () => {
  expectGolden(
    'report/check/golden/comment-blocked',
    commentMarkdown(scenario('blocked'), { marker: '<!-- querygate:x -->' }),
  );
});
