import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from './statements.ts';

/** The output of one run. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** What one run of a tool says. */
interface Reading {
  /** The rules that reported something, with repetitions. */
  readonly rules: readonly string[];
  /** How often it says that it cannot read something. */
  readonly unread: number;
  /** The files that it says it skips. */
  readonly skipped: number;
}

/** A program that is compared. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** Where it was installed from. */
  readonly source: string;
  /** Its command line up to the files, as its manual gives it for CI, with the output format that is read here. */
  readonly command: readonly string[];
  /** The same, for the reader. */
  readonly shown: string;
  readonly read: (output: Output) => Reading;
  /**
   * Whether a report of this rule says something about what the statement does. Rules that ask for a spelling, such as
   * IF EXISTS, say nothing. Rules that ask for a timeout say something about locks, if they look at the statement.
   */
  readonly counts: (rule: string, group: Group) => boolean;
  /** Runs over all migrations; one is enough for a tool that takes minutes. 0 if it reads only one file per run. */
  readonly migrationRuns: number;
}

const RUNS = 5;

/** Returns the value if it is JSON, or undefined. */
function json<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** Refuses to take an unexpected output for one without findings. */
function expected<T>(tool: string, value: T | undefined, { stdout, stderr }: Output): T {
  if (value === undefined)
    throw new Error(`${tool} printed no report: \`${`${stdout}${stderr}`.trim().slice(0, 200)}\``);
  return value;
}

function reading(rules: readonly string[], unread: readonly unknown[], skipped: readonly unknown[] = []): Reading {
  return { rules, unread: unread.length, skipped: skipped.length };
}

interface QuerygateFinding {
  readonly rule: string;
  readonly verdict: string;
}

/** Whether a finding of Querygate says that it cannot read or decide something. */
export function isUnread({ rule, verdict }: QuerygateFinding): boolean {
  return verdict === 'unknown' || rule === 'no-unreadable-sql';
}

export function querygate(node: string, cli: string): Tool {
  const version = spawnSync(node, [cli, '--version'], { encoding: 'utf8' }).stdout.trim();
  return {
    name: 'Querygate',
    version,
    source: 'this repository',
    command: [node, cli, 'check', '--dialect', 'postgresql', '--format', 'json', '--'],
    shown: 'querygate check --dialect postgresql',
    read: (output) => {
      type Report = { readonly findings: readonly QuerygateFinding[] };
      const { findings } = expected('querygate', json<Report>(output.stdout), output);
      return reading(
        findings.map(({ rule }) => rule),
        findings.filter(isUnread),
      );
    },
    counts: () => true,
    migrationRuns: RUNS,
  };
}

/** Reads the version of a package that is installed in a folder. */
function packageVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  return version;
}

/** The npm packages of the tools. */
export const NPM_PACKAGES = ['squawk-cli', '@postgres-language-server/cli', '@flvmnt/pgfence', 'sql-lint'] as const;

/** The tools that are installed in the `node_modules` of a folder, and a built clone of pgfence, if there is one. */
export function npmTools(folder: string, pgfenceFolder: string | undefined): readonly Tool[] {
  const modules = join(folder, 'node_modules');
  const program = (name: string) => join(modules, '.bin', name);
  const version = (name: (typeof NPM_PACKAGES)[number]) => packageVersion(join(modules, name));
  return [
    squawk(program('squawk'), version('squawk-cli')),
    postgresLanguageServer(program('postgres-language-server'), version('@postgres-language-server/cli')),
    pgfence([program('pgfence')], version('@flvmnt/pgfence'), 'npm'),
    // Its repository may be newer than its package.
    ...(pgfenceFolder === undefined ? [] : [pgfenceClone(pgfenceFolder)]),
    sqlLint(program('sql-lint'), version('sql-lint')),
  ];
}

function squawk(program: string, version: string): Tool {
  return {
    name: 'squawk',
    version,
    source: 'npm',
    command: [program, '--reporter', 'json'],
    shown: 'squawk',
    read: (output) => {
      const found = expected('squawk', json<readonly { readonly rule_name: string }[]>(output.stdout), output);
      const rules = found.map((finding) => finding.rule_name);
      return reading(
        rules.filter((rule) => rule !== 'syntax-error'),
        rules.filter((rule) => rule === 'syntax-error'),
      );
    },
    counts: (rule, group) =>
      rule !== 'prefer-robust-stmts' && (group === 'locks' || !/^require-\w+-timeout$/.test(rule)),
    migrationRuns: RUNS,
  };
}

interface LanguageServerReport {
  readonly diagnostics: readonly { readonly category: string }[];
}

function postgresLanguageServer(program: string, version: string): Tool {
  return {
    name: 'postgres-language-server',
    version,
    source: 'npm',
    command: [program, 'check', '--reporter=json', '--max-diagnostics=none'],
    shown: 'postgres-language-server check',
    read: (output) => {
      const report = expected('postgres-language-server', json<LanguageServerReport>(output.stdout), output);
      const categories = report.diagnostics.map(({ category }) => category);
      return reading(
        categories.filter((category) => category !== 'syntax').map((category) => category.replace(/^lint\//, '')),
        categories.filter((category) => category === 'syntax'),
      );
    },
    counts: (rule, group) => group === 'locks' || rule !== 'safety/lockTimeoutWarning',
    migrationRuns: RUNS,
  };
}

interface PgfenceReport {
  readonly coverage: { readonly dynamicStatements: number };
  readonly results: readonly {
    readonly checks: readonly { readonly ruleId: string }[];
    readonly policyViolations: readonly { readonly ruleId: string }[];
  }[];
}

function pgfence(program: readonly string[], version: string, source: string): Tool {
  return {
    name: 'pgfence',
    version,
    source,
    command: [...program, 'analyze', '--ci', '--output', 'json'],
    shown: 'pgfence analyze --ci',
    read: (output) => {
      // It prints no report if it cannot parse the only file.
      if (output.stderr.includes('pgfence error: syntax error')) return { rules: [], unread: 1, skipped: 0 };
      const report = expected('pgfence', json<PgfenceReport>(output.stdout), output);
      const rules = report.results.flatMap(({ checks, policyViolations }) => [...checks, ...policyViolations]);
      return { rules: rules.map(({ ruleId }) => ruleId), unread: report.coverage.dynamicStatements, skipped: 0 };
    },
    // It asks every file for timeouts, whatever the file does.
    counts: (rule) => !rule.startsWith('missing-') && !rule.startsWith('prefer-robust-'),
    migrationRuns: RUNS,
  };
}

function pgfenceClone(folder: string): Tool {
  return pgfence([process.execPath, join(folder, 'dist/index.js')], packageVersion(folder), 'its repository');
}

function sqlLint(program: string, version: string): Tool {
  return {
    name: 'sql-lint',
    version,
    source: 'npm',
    command: [program, '--driver', 'postgres', '--format', 'json'],
    shown: 'sql-lint --driver postgres',
    read: ({ stdout, stderr }) => {
      const printed = `${stdout}${stderr}`;
      const found = [...printed.matchAll(/"error":"\[sql-lint: ([\w-]+)\]/g)].map(([, rule = '']) => rule);
      const unread = [...printed.matchAll(/sql-lint was unable to lint/g)];
      if (printed.trim() !== '' && found.length + unread.length === 0)
        expected('sql-lint', undefined, { stdout, stderr });
      // It says of statements that it does not know, such as DROP OWNED, that their syntax is wrong.
      const unknown = found.filter((rule) => /-invalid-\w+-option$/.test(rule));
      return reading(
        found.filter((rule) => !unknown.includes(rule)),
        [...unread, ...unknown],
      );
    },
    counts: () => true,
    migrationRuns: 0,
  };
}

/** sqlfluff as Debian packages it; undefined if it is not installed. */
export function sqlfluff(): Tool | undefined {
  const { stdout, error } = spawnSync('sqlfluff', ['--version'], { encoding: 'utf8' });
  if (error) return undefined;
  return {
    name: 'sqlfluff',
    version: stdout.trim().split(' ').at(-1) ?? '',
    source: 'Debian',
    command: ['sqlfluff', 'lint', '--dialect', 'postgres', '--format', 'json'],
    shown: 'sqlfluff lint --dialect postgres',
    read: (output) => {
      type File = { readonly violations: readonly { readonly code: string }[] };
      const files = expected('sqlfluff', json<readonly File[]>(output.stdout), output);
      const codes = files.flatMap(({ violations }) => violations.map(({ code }) => code));
      const skipped = [...output.stderr.matchAll(/Skipping to avoid parser lock/g)];
      return reading(
        codes.filter((code) => code !== 'PRS'),
        codes.filter((code) => code === 'PRS'),
        skipped,
      );
    },
    // Its rules are about layout, names and style.
    counts: () => false,
    migrationRuns: 1,
  };
}
