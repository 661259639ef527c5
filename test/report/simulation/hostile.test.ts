import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../../src/model/index.ts';
import { SIMULATION_FORMATS, simulationComment } from '../../../src/report/index.ts';
import { commandsIn } from '../runner.ts';
import { SCENARIOS } from './scenarios.ts';

const report = SCENARIOS.hostile;

// The layout needs newlines, and the zero-width space is what breaks commands and mentions.
const UNSEEN = /[^\P{Cc}\n]|[^\P{Cf}\u200b]|[\p{Zl}\p{Zp}\p{Cs}]/u;

const texts: [string, string][] = [
  ...REPORT_FORMATS.map((format): [string, string] => [
    format,
    SIMULATION_FORMATS[format].render(report, { width: 80 }),
  ]),
  ['comment', simulationComment(report, { marker: '<!-- querygate:x -->' })],
];

describe.each(texts)('%s', (format, text) => {
  it('has no invisible characters', () => {
    expect(UNSEEN.exec(text)).toBeNull();
  });

  it('has no line that starts with `/`, or with `::` except its own commands', () => {
    const own = format === 'github' ? /^::(?:error|warning|notice) (?:file|title)=/ : /^\b\B/;
    expect(text.split('\n').filter((line) => /^\s*(?:\/|::)/u.test(line) && !own.test(line))).toEqual([]);
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
  const text = SIMULATION_FORMATS.terminal.render(report, { colour: true, width: 80 });
  const afterEscapes = text.split('\u001b').slice(1);
  expect(afterEscapes.length).toBeGreaterThan(10);
  expect(afterEscapes.filter((rest) => !/^\[\d{1,2}m/.test(rest))).toEqual([]);
});

it('is lossless as JSON', () => {
  const { flows = [] } = report.result ?? {};
  expect(JSON.parse(SIMULATION_FORMATS.json.render(report))).toMatchObject({
    headline: report.headline,
    result: { flows: flows.map(({ shape, examples, proposal }) => ({ shape, examples, proposal: proposal ?? null })) },
  });
});
