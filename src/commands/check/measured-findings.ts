import { wholeFileFinding } from '../../check/index.ts';
import { type Finding, type ReportNotice, stricter } from '../../model/index.ts';
import { type MeasuredStatement, namesTable, statementKey } from '../../record/index.ts';
import { compactShape, fingerprint } from '../../rules/index.ts';
import type { Sides } from '../inputs/sides.ts';
import type { FileOutcome } from './files.ts';
import { statementOf } from './recorded-outcome.ts';

/** Rules that report a table whose rows are all written again. */
const REWRITE_RULES: ReadonlySet<string> = new Set([
  'no-rewriting-column',
  'no-default-on-old-server',
  'no-column-type-change',
  'no-primary-key-change',
  'no-blocking-maintenance',
]);
/** Those of them that say nothing else of a change in PostgreSQL. */
const ONLY_REWRITE: ReadonlySet<string> = new Set(['no-rewriting-column', 'no-column-type-change']);
const REWRITE = 'measured-rewrite';
const LOCK = 'measured-lock';

/**
 * Adds what was measured while a migration was recorded: to the messages of findings, and as findings of its own where a
 * table was rewritten or locked that no rule reports. A ruleset without the rules for rewrites and locks gets none.
 *
 * @param isLikeProduction whether the server had the version and the time zone of the one in production, so that a rewrite
 *   that it did not do is none there either
 */
export function withMeasured(
  outcome: FileOutcome,
  { text }: { readonly text: string },
  measured: ReadonlyMap<string, MeasuredStatement>,
  { rules }: Pick<Sides, 'rules'>,
  isLikeProduction: boolean,
): FileOutcome {
  if (measured.size === 0) return outcome;
  const keyOf = (finding: Finding) => statementKey(statementOf(finding, text) ?? '');
  const isRefuted = (finding: Finding) => isLikeProduction && isNoRewrite(finding, measured.get(keyOf(finding)));
  const refuted = outcome.findings.filter(isRefuted);
  const findings = outcome.findings.flatMap((finding): Finding | [] => {
    const found = measured.get(keyOf(finding));
    if (isRefuted(finding)) return [];
    return found ? { ...finding, message: `${finding.message}; measured: ${measuredText(found)}` } : finding;
  });
  const has = (id: string) => rules.some(({ ruleset }) => ruleset.rules.some((rule) => rule.id === id));
  const reported = new Set(outcome.findings.filter(({ rule }) => REWRITE_RULES.has(rule)).map(keyOf));
  const { path, verdict } = outcome.report;
  const file = { path, text, measured };
  const added = [
    ...(has('no-rewriting-column') ? rewrites(file, reported) : []),
    ...(has('no-lock-table') ? hiddenLocks(file, new Set(outcome.findings.map(keyOf))) : []),
  ];
  return {
    ...outcome,
    report: { ...outcome.report, verdict: added.length > 0 ? stricter(verdict, 'warn') : verdict },
    findings: [...findings, ...added],
    notices: [...outcome.notices, ...refuted.map(refutedNotice)],
  };
}

/** Whether the rule warns of a rewrite only, and the statement was seen to lock its table and not to rewrite it. */
function isNoRewrite({ rule, verdict, operation }: Finding, found: MeasuredStatement | undefined): boolean {
  if (!found || verdict === 'block' || !ONLY_REWRITE.has(rule)) return false;
  const target = operation?.target.toLowerCase() ?? '';
  const isTarget = (table: string) => table === target || short(table) === target || table.endsWith(`.${target}`);
  return found.locks.some(({ table }) => isTarget(table)) && found.rewritten.length === 0;
}

function refutedNotice({ rule, message, path, location }: Finding): ReportNotice {
  return {
    level: 'notice',
    message: `not reported, since the table was measured not to be rewritten on a server like that in production: ${rule}: ${message}`,
    ...{ path, location },
  };
}

/** `ACCESS EXCLUSIVE on orders, rewritten`. */
function measuredText({ locks, rewritten }: MeasuredStatement): string {
  const open = new Set(rewritten);
  const locked = locks.map(({ table, mode }) => `${mode} on ${short(table)}${open.delete(table) ? ', rewritten' : ''}`);
  return [...locked, ...[...open].map((table) => `${short(table)} rewritten`)].join('; ');
}

function short(table: string): string {
  return table.replace(/^public\./, '');
}

/** A recorded file with what was measured of its statements. */
interface MeasuredFile {
  readonly path: string;
  readonly text: string;
  readonly measured: ReadonlyMap<string, MeasuredStatement>;
}

/** One for each table of which no rule reports that it is rewritten. */
function rewrites(file: MeasuredFile, reported: ReadonlySet<string>): readonly Finding[] {
  const statements = new Map<string, string[]>();
  for (const [key, { rewritten }] of file.measured)
    for (const table of rewritten) statements.set(table, [...(statements.get(table) ?? []), key]);
  return [...statements].flatMap(([table, keys]) => {
    // A text of several statements is measured as a whole.
    if (keys.some((key) => reported.has(key))) return [];
    const key = keys.find((each) => namesTable(each, table)) ?? keys[0] ?? '';
    return measuredFinding(
      REWRITE,
      `every row of ${short(table)} is written again, while queries on it wait`,
      key,
      file,
    );
  });
}

/**
 * Locks on tables that the statement does not name: in code that it runs, or by a foreign key. Other findings of the statement
 * show them too.
 */
function hiddenLocks(file: MeasuredFile, reported: ReadonlySet<string>): readonly Finding[] {
  const silent = [...file.measured].filter(([key]) => !reported.has(key));
  return silent.flatMap(([key, { locks, rewritten }]) =>
    locks.flatMap(({ table, mode }) => {
      if (namesTable(key, table) || rewritten.includes(table)) return [];
      const waits = mode === 'ACCESS EXCLUSIVE' ? 'queries on' : 'writes to';
      const message = `${waits} ${short(table)}, which the statement does not name, wait until its transaction ends`;
      return measuredFinding(LOCK, message, key, file);
    }),
  );
}

/** Stands at the statement, given by its key, as what rules find. */
function measuredFinding(
  rule: string,
  message: string,
  key: string,
  { path, text, measured }: MeasuredFile,
): readonly Finding[] {
  const found = measured.get(key);
  if (!found) return [];
  return [
    {
      ...wholeFileFinding(path, ''),
      rule,
      verdict: 'warn',
      // Another statement may begin with the same words.
      statementOffset: `\n${text}`.indexOf(`\n${found.text};\n`),
      message: `${message}; measured: ${measuredText(found)}`,
      help: '',
      docs: 'record',
      suppressible: true,
      fingerprint: fingerprint({ rule, path, shape: compactShape(`${message}\n${key}`), occurrence: 0 }),
    },
  ];
}
