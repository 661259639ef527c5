import { describe, expect, it } from 'vitest';
import { FORMATS, type Format } from '../../src/report/index.ts';
import { commandsIn } from './runner.ts';
import { HOSTILE, HOSTILE_PATH, SCENARIOS } from './scenarios.ts';

const report = SCENARIOS['hostile'];
if (!report) throw new Error('no hostile scenario');
const formats = Object.keys(FORMATS) as Format[];

// Our own layout needs a newline, and the zero-width space is what breaks commands and mentions.
const UNSEEN = /[^\P{Cc}\n]|[^\P{Cf}\u200b]|[\p{Zl}\p{Zp}\p{Cs}]/u;

it('is hostile in every way that is looked for', () => {
  expect(commandsIn(HOSTILE).map(({ name }) => name)).toEqual(['error', 'stop-commands', 'set-output']);
  expect(commandsIn(HOSTILE_PATH).map(({ name }) => name)).toContain('warning');
  expect(UNSEEN.test(HOSTILE)).toBe(true);
});

describe.each(formats)('%s', (format) => {
  const text = FORMATS[format].render(report, { width: 80 });
  const lines = text.split('\n');

  it('holds nothing that cannot be seen', () => {
    expect(UNSEEN.exec(text)).toBeNull();
  });

  it('begins no line with `/`, and none with `::` but its own', () => {
    const own = format === 'github' ? /^::(?:error|warning|notice) (?:file|title)=/ : /^\b\B/;
    expect(lines.filter((line) => /^\s*(?:\/|::)/u.test(line) && !own.test(line))).toEqual([]);
  });

  it('holds no command that it does not mean', () => {
    expect(text).not.toContain('##[');
    if (format !== 'github') expect(commandsIn(text)).toEqual([]);
  });

  it('keeps the text readable', () => {
    expect(text).toContain('stop-commands');
    expect(text).toContain('octocat');
  });
});

it('emits no escape sequence of strangers among its own colours', () => {
  const text = FORMATS.terminal.render(report, { colour: true, width: 80 });
  const afterEscapes = text.split('\u001b').slice(1);
  expect(afterEscapes.length).toBeGreaterThan(10);
  expect(afterEscapes.filter((rest) => !/^\[\d{1,2}m/.test(rest))).toEqual([]);
});

it('loses nothing in the formats for machines', () => {
  const written: unknown = JSON.parse(FORMATS.json.render(report));
  expect(written).toMatchObject({
    headline: report.headline,
    findings: report.findings.map(({ path, message, excerpt }) => ({ path, message, excerpt })),
  });
});
