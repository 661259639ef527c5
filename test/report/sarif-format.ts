import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import { expect } from 'vitest';

const SCHEMA = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// The schema is written for draft 4, which names itself by `id`. It uses nothing else that later drafts changed.
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));

/** OASIS's schema of SARIF 2.1.0. */
export const isSarif = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: false,
  unicodeRegExp: false,
}).compile<Log>(schema);

// What GitHub's code scanning requires in addition, from its documentation.

function expectText(text: unknown, limit: number): void {
  expect(typeof text === 'string' && text.trim() !== '' && text.length <= limit, `text: ${String(text)}`).toBe(true);
}

function expectRule(rule: ReportingDescriptor): void {
  expectText(rule.id, 255);
  expectText(rule.shortDescription?.text, 1024);
  expectText(rule.fullDescription?.text, 1024);
  expectText(rule.help?.text, 100_000);
  expectText(rule.help?.markdown, 100_000);
  expect(['error', 'warning', 'note']).toContain(rule.defaultConfiguration?.level);
  expect([undefined, 'very-high', 'high', 'medium', 'low']).toContain(rule.properties?.['precision']);
  expect(rule.properties?.tags?.length ?? 0).toBeLessThanOrEqual(10);
  const severity = rule.properties?.['security-severity'];
  expect(severity === undefined).toBe(!rule.properties?.tags?.includes('security'));
  if (severity !== undefined) expect(Number(severity)).toBeGreaterThan(0);
}

function expectResult(result: Result, rules: readonly ReportingDescriptor[]): void {
  expect(rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
  expectText(result.message.text, 1_100);
  expect(['error', 'warning', 'note']).toContain(result.level);
  expect(result.locations).toHaveLength(1);
  const { artifactLocation, region = {} } = result.locations?.[0]?.physicalLocation ?? {};
  const base = new URL('file:///checkout/');
  const uri = artifactLocation?.uri ?? '';
  expect(uri, 'a relative URI').toMatch(/^(?:[\w.~!'()*-]|%[0-9A-F]{2})+(?:\/(?:[\w.~!'()*-]|%[0-9A-F]{2})+)*$/);
  expect(new URL(uri, base).href.startsWith(base.href)).toBe(true);
  const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = region;
  for (const number of [startLine, startColumn, endLine, endColumn]) expect(number).toBeGreaterThan(0);
  expect(endLine * 1e6 + endColumn).toBeGreaterThan(startLine * 1e6 + startColumn);
  expectText(result.partialFingerprints?.['primaryLocationLineHash'], 200);
  expectText(result.partialFingerprints?.['querygate/v1'], 200);
  expect(Array.isArray(result.suppressions)).toBe(true);
}

/** The run of a log that is valid, and that GitHub's code scanning accepts. */
export function readSarif(text: string): Run & { readonly results: readonly Result[] } {
  const log: unknown = JSON.parse(text);
  isSarif(log);
  expect(isSarif.errors).toBeNull();
  const { $schema, runs } = log as Log;
  expect($schema).toMatch(/sarif-2\.1\.0\.json$/);
  expect(runs).toHaveLength(1);
  const [run] = runs;
  if (!run) throw new Error('no run');
  const { rules = [], semanticVersion } = run.tool.driver;
  expect(semanticVersion).toMatch(/^\d+\.\d+\.\d+/);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  const results = run.results ?? [];
  expect(results.length).toBeLessThanOrEqual(25_000);
  for (const rule of rules) expectRule(rule);
  for (const result of results) expectResult(result, rules);
  const hashes = results.map(({ partialFingerprints }) => partialFingerprints?.['primaryLocationLineHash']);
  expect(new Set(hashes).size).toBe(hashes.length);
  return { ...run, results };
}
