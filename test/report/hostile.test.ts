import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../src/model/index.ts';
import { FORMATS } from '../../src/report/index.ts';
import { commandsIn } from './runner.ts';
import { HOSTILE, HOSTILE_PATH, SCENARIOS } from './scenarios.ts';

const report = SCENARIOS['hostile'];
if (!report) throw new Error('no hostile scenario');

// The layout needs newlines, and the zero-width space is what breaks commands and mentions.
const UNSEEN = /[^\P{Cc}\n]|[^\P{Cf}\u200b]|[\p{Zl}\p{Zp}\p{Cs}]/u;

it('has hostile test data for every case', () => {
  expect(commandsIn(HOSTILE).map(({ name }) => name)).toEqual(['error', 'stop-commands', 'set-output']);
  expect(commandsIn(HOSTILE_PATH).map(({ name }) => name)).toContain('warning');
  expect(UNSEEN.test(HOSTILE)).toBe(true);
});

describe.each(REPORT_FORMATS)('%s', (format) => {
  const text = FORMATS[format].render(report, { width: 80 });
  const lines = text.split('\n');

  it('has no invisible characters', () => {
    expect(UNSEEN.exec(text)).toBeNull();
  });

  it('has no line that starts with `/`, or with `::` except its own commands', () => {
    const own = format === 'github' ? /^::(?:error|warning|notice) (?:file|title)=/ : /^\b\B/;
    expect(lines.filter((line) => /^\s*(?:\/|::)/u.test(line) && !own.test(line))).toEqual([]);
  });

  it('has no commands except its own', () => {
    expect(text).not.toContain('##[');
    if (format !== 'github') expect(commandsIn(text)).toEqual([]);
  });

  it('keeps the text readable', () => {
    expect(text).toContain('stop-commands');
    expect(text).toContain('octocat');
  });
});

it('has no escape sequences except its own colours', () => {
  const text = FORMATS.terminal.render(report, { colour: true, width: 80 });
  const afterEscapes = text.split('\u001b').slice(1);
  expect(afterEscapes.length).toBeGreaterThan(10);
  expect(afterEscapes.filter((rest) => !/^\[\d{1,2}m/.test(rest))).toEqual([]);
});

it('is lossless as JSON', () => {
  const written: unknown = JSON.parse(FORMATS.json.render(report));
  expect(written).toMatchObject({
    headline: report.headline,
    findings: report.findings.map(({ path, message, excerpt }) => ({ path, message, excerpt })),
  });
});
