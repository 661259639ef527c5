import type { CallerFacts, Dialect, FileFacts, SqlScript } from '../../model/index.ts';
import type { ExampleSet } from '../../model/schemas/index.ts';
import { whyNotHere } from '../ruleset/applies.ts';
import { effectiveRuleset } from '../ruleset/effective.ts';
import type { Rule, Ruleset } from '../ruleset/types.ts';
import { judgeStatement } from './statement.ts';

/** What reads SQL: `createSqlReader` of the sql folder, or anything that answers alike. */
export type ReaderFactory = (
  dialect: Dialect,
) => Promise<{ read(text: string, options: { readonly path: string }): SqlScript }>;

/** One example of one rule, run. */
export interface ExampleResult {
  readonly rule: Rule;
  /** `block`: the rule must hit it. `pass`: it must not. */
  readonly wanted: 'block' | 'pass';
  readonly dialect: Dialect;
  readonly sql: string;
  readonly passed: boolean;
  /** One line: what happened instead; empty where it passed. */
  readonly problem: string;
}

const EXAMPLE_PATH = 'example.sql';
// Exceptions are left out of the test of a rule, so that the day does not matter.
const ANY_DAY = '0000-01-01';

/**
 * Runs the examples of every rule that is not off, each rule by itself: neither other rules nor exceptions
 * take part. What cannot be decided, or cannot be read, is a failure.
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
  const alone = effectiveRuleset({
    rules: [rule],
    exceptions: [],
    acknowledgements: [],
    sources: [],
    commit: undefined,
  });
  const run = (wanted: ExampleResult['wanted'], sql: string): ExampleResult => {
    const problem = problemOf(alone, rule, wanted, reader.read(sql, { path: set.path ?? EXAMPLE_PATH }), set);
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
): string {
  const unreadable = script.unreadable[0] ?? script.statements.flatMap((statement) => statement.unreadable)[0];
  if (unreadable) return `the example could not be read: ${unreadable.reason}`;
  if (script.statements.length === 0) return 'the example holds no statement';
  const caller = callerOf(set);
  const fileOf = (section: FileFacts['section']): FileFacts => ({ path: set.path ?? EXAMPLE_PATH, section });
  const why = rule.condition && whyNotHere(rule.condition.reads, { file: fileOf(''), caller });
  if (why !== undefined) return `the rule ${why}; give the examples a \`caller\``;

  const hits = script.statements.flatMap((statement) =>
    judgeStatement(ruleset, statement, { file: fileOf(statement.section), caller, today: ANY_DAY }),
  );
  const sure = hits.find((hit) => hit.verdict !== 'unknown');
  const unsure = hits.find((hit) => hit.verdict === 'unknown');
  if (wanted === 'block' && sure) return '';
  if (unsure) return `could not be decided: ${unsure.cause ?? 'no cause is known'}`;
  if (wanted === 'block') return `the rule does not hit it${operationsOf(script)}`;
  return sure ? `the rule hits it: ${sure.message}` : '';
}

function operationsOf(script: SqlScript): string {
  const kinds = new Set(script.statements.flatMap((statement) => statement.operations.map(({ kind }) => kind)));
  return kinds.size > 0 ? `; it was understood as ${[...kinds].join(', ')}` : '';
}

function callerOf(set: ExampleSet): CallerFacts | undefined {
  if (!set.caller) return undefined;
  const { user, role, application, database, tags } = set.caller;
  return { user, role, application, database, tags };
}
