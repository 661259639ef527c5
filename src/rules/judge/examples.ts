import {
  type CallerFacts,
  type Dialect,
  type FileFacts,
  type FileRun,
  type Operation,
  parseServerVersion,
  type SqlScript,
} from '../../model/index.ts';
import type { ExampleSet } from '../../model/schemas/index.ts';
import type { UseAnswer } from '../../use/index.ts';
import { whyNotApplicable } from '../ruleset/applicability.ts';
import { effectiveRuleset } from '../ruleset/effective.ts';
import type { Rule, Ruleset } from '../ruleset/types.ts';
import { judgeStatement } from './statement.ts';

/** Creates an SQL reader that takes the base of an example: `withBase` of the repository folder. */
export type ReaderFactory = (dialect: Dialect) => Promise<{
  read(
    text: string,
    options: { readonly path: string; readonly base: string | undefined; readonly run: FileRun | undefined },
  ): SqlScript;
}>;

/** The result of one example of one rule. */
export interface ExampleResult {
  readonly rule: Rule;
  /** `block`: the rule must match the SQL. `pass`: it must not. */
  readonly wanted: 'block' | 'pass';
  readonly dialect: Dialect;
  readonly sql: string;
  readonly passed: boolean;
  /** What happened instead, one line; empty if the example passed. */
  readonly problem: string;
}

const EXAMPLE_PATH = 'example.sql';
// Examples ignore exceptions, so the date does not matter.
const ANY_DAY = '0000-01-01';

/**
 * Runs the examples of every rule that is not off. Each rule is tested alone, without other rules or exceptions.
 * An example that cannot be decided or read fails.
 */
export async function testRuleset(ruleset: Ruleset, createReader: ReaderFactory): Promise<ExampleResult[]> {
  const results: ExampleResult[] = [];
  for (const rule of ruleset.rules) {
    if (rule.verdict === 'off') continue;
    for (const set of rule.examples) results.push(...(await runSet(rule, set, createReader)));
  }
  return results;
}

async function runSet(rule: Rule, set: ExampleSet, createReader: ReaderFactory): Promise<ExampleResult[]> {
  const dialect = set.dialect ?? 'postgresql';
  const reader = await createReader(dialect);
  const version = set['server-version'];
  const how = { serverVersion: version === undefined ? undefined : parseServerVersion(String(version)) };
  const singleRule = effectiveRuleset({
    rules: [rule],
    exceptions: [],
    acknowledgements: [],
    sources: [],
    commit: undefined,
  });
  const history = set.history?.map((sql) => reader.read(sql, { path: EXAMPLE_PATH, base: undefined, run: how }));
  // Loaded only where an example needs it: most runs test none.
  const useOf =
    history &&
    (await import('../../use/index.ts')).exampleUses(
      history.flatMap(({ statements }) => statements),
      dialect,
    );
  const run = (wanted: ExampleResult['wanted'], sql: string): ExampleResult => {
    const path = set.path ?? EXAMPLE_PATH;
    const script = reader.read(sql, { path, base: set.base, run: how });
    const problem = problemOf(singleRule, rule, wanted, script, set, useOf);
    return { rule, wanted, dialect, sql, passed: problem === '', problem };
  };
  return [...(set.block ?? []).map((sql) => run('block', sql)), ...(set.pass ?? []).map((sql) => run('pass', sql))];
}

function problemOf(
  ruleset: Ruleset,
  rule: Rule,
  wanted: ExampleResult['wanted'],
  script: SqlScript,
  set: ExampleSet,
  useOf: ((operation: Operation) => UseAnswer | undefined) | undefined,
): string {
  const unreadable = script.unreadable[0] ?? script.statements.flatMap((statement) => statement.unreadable)[0];
  if (unreadable) return `the example could not be read: ${unreadable.reason}`;
  if (script.statements.length === 0) return 'the example contains no statement';
  const caller = callerOf(set);
  const fileOf = (section: FileFacts['section']): FileFacts => ({ path: set.path ?? EXAMPLE_PATH, section });
  const why = rule.condition && whyNotApplicable(rule.condition.reads, { file: fileOf(''), caller });
  if (why !== undefined) return `the rule ${why}; give the examples a \`caller\``;

  const hits = script.statements.flatMap((statement) =>
    judgeStatement(ruleset, statement, { file: fileOf(statement.section), caller, today: ANY_DAY, useOf }),
  );
  const decided = hits.find((hit) => hit.verdict !== 'unknown');
  const undecided = hits.find((hit) => hit.verdict === 'unknown');
  if (wanted === 'block' && decided) return '';
  if (undecided) return `could not be decided: ${undecided.cause ?? 'cause unknown'}`;
  if (wanted === 'block') return `the rule does not match it${operationsOf(script)}`;
  return decided ? `the rule matches it: ${decided.message}` : '';
}

function operationsOf(script: SqlScript): string {
  const kinds = new Set(script.statements.flatMap((statement) => statement.operations.map(({ kind }) => kind)));
  return kinds.size > 0 ? `; it was read as ${[...kinds].join(', ')}` : '';
}

function callerOf(set: ExampleSet): CallerFacts | undefined {
  if (!set.caller) return undefined;
  const { user, role, application, database, tags } = set.caller;
  return { user, role, application, database, tags };
}
