import { expiredIn, expiryNotice, judgeFile, judgeOfFiles, verdictOf, wholeFile } from '../check/index.ts';
import {
  type Change,
  type CheckReport,
  ConfigError,
  type Dialect,
  docsUrl,
  type FileReport,
  type Finding,
  isAvailable,
  type Notice,
  PRODUCT,
  type SuppressionReport,
  type TreeEntry,
} from '../model/index.ts';
import { fingerprint } from '../rules/index.ts';
import { createSqlReader, decodeSql, type SqlReader } from '../sql/index.ts';
import type { CheckRequest } from './check-request.ts';
import { conclude, countTotals, sortFindings } from './conclude.ts';
import { loadBaseline, type Settings, settle } from './config.ts';
import { noDialect } from './dialect.ts';
import { headline } from './headline.ts';
import { repeatCommand } from './repeat.ts';
import { announcements, baseBytes, type SelectedFile, selectFiles } from './select-files.ts';
import { refuseService } from './service-settings.ts';
import { inBase } from './side-files.ts';
import { failedExamples, loadSides, type SideProblem, type Sides } from './sides.ts';

/** What a run gathers file by file. */
interface Gathered {
  readonly findings: Finding[];
  readonly files: FileReport[];
  readonly suppressions: SuppressionReport[];
  readonly notices: Notice[];
  operations: number;
}

/**
 * The dry run: reads every SQL file of the change (or of `paths`), judges each statement under the rules in force,
 * and under the edited ones where the change edits them, and says whether the build passes.
 * Raises ConfigError for a mistake of the user that leaves nothing to judge by.
 */
export async function runCheck(request: CheckRequest): Promise<CheckReport> {
  refuseService(request.service);
  const sides = await loadSides(request);
  const settings = settle(request, sides.inForce, sides.edited);
  const selection = request.standardInput
    ? { files: [{ path: STANDARD_INPUT, status: 'given' as const, previousPath: undefined }], notices: [], unread: [] }
    : await selectFiles(request, settings);
  const said = (request.hostNotices ?? []).map(hostNotice);
  const gathered: Gathered = {
    findings: [],
    files: [],
    suppressions: [],
    notices: [...said, ...selection.notices],
    operations: 0,
  };
  const problems = [
    ...sides.problems,
    ...(request.event === 'local' ? [] : await failedExamples(sides.rules.at(-1)?.ruleset)),
  ];
  const baseline = await baselineInForce(request, sides, problems);
  gathered.findings.push(...problems.map(sideFinding), ...trustFindings(request.change));
  gathered.findings.push(...selection.unread.map(({ path, problem }) => wholeFile(path, problem)));
  if (request.change) gathered.notices.push(...changeNotices(request.change));
  const run = new FileRun(request, sides, settings, baseline, gathered);
  let done = 0;
  for (const file of selection.files) {
    request.onProgress?.(done++, selection.files.length, file.path);
    await run.judge(file);
  }
  request.onProgress?.(done, selection.files.length, '');
  const [first] = run.refused;
  if (first && run.refused.length === gathered.files.filter(({ status }) => status !== 'deleted').length) throw first;
  const refused = run.refused.map((error): SideProblem => ({ kind: 'config', error }));
  return assemble(request, { ...sides, problems: [...problems, ...refused] }, settings, gathered);
}

/** A person mends a broken baseline at once; of a base branch it is not the change's to mend, and nothing is accepted. */
async function baselineInForce(
  { change }: CheckRequest,
  { tree, inForce }: Sides,
  problems: SideProblem[],
): Promise<ReadonlySet<string>> {
  try {
    return await loadBaseline(tree, inForce);
  } catch (error) {
    if (!change || !(error instanceof ConfigError)) throw error;
    problems.push({ kind: 'unknown', error: inBase(error) });
    return NO_BASELINE;
  }
}

function hostNotice(message: string): Notice {
  return { level: 'notice', message, path: undefined, location: undefined };
}

const STANDARD_INPUT = '-';
const NO_BASELINE: ReadonlySet<string> = new Set();

class FileRun {
  readonly #request: CheckRequest;
  readonly #sides: Sides;
  readonly #settings: Settings;
  readonly #baseline: ReadonlySet<string>;
  readonly #into: Gathered;
  readonly #readers = new Map<Dialect, SqlReader>();
  /** Files that no dialect is given for. Where others can be judged, they are: a block must not hide behind a mistake. */
  readonly refused: ConfigError[] = [];

  constructor(request: CheckRequest, sides: Sides, settings: Settings, baseline: ReadonlySet<string>, into: Gathered) {
    this.#request = request;
    this.#sides = sides;
    this.#settings = settings;
    this.#baseline = baseline;
    this.#into = into;
  }

  async judge(file: SelectedFile): Promise<void> {
    if (file.status === 'deleted') return this.#report(file, undefined, 0, []);
    const own = this.#settings.of(file.path);
    const source = await this.#text(file);
    if ('problem' in source) return this.#report(file, own.dialect, 0, [wholeFile(file.path, source.problem)]);
    if (source.note)
      this.#into.notices.push({ level: 'notice', message: source.note, path: file.path, location: undefined });
    const { dialect } = own;
    if (!dialect) {
      const error = noDialect(file.path, source.text);
      this.refused.push(error);
      return this.#report(file, undefined, 0, [sideFinding({ kind: 'config', error })]);
    }
    if (this.#settings.isEditedDialect(file.path) && !this.#sides.introduces)
      this.#into.notices.push({
        level: 'warning',
        message: `the change itself says that this file is ${dialect}: see that it is, since in another dialect it could do something else`,
        path: file.path,
        location: undefined,
      });
    const base = await baseBytes(this.#request.change, file);
    const decodedBase = base && decodeSql(base);
    const judged = judgeFile(
      await this.#reader(dialect),
      { path: file.path, status: file.status, text: source.text, baseText: decodedBase?.text },
      {
        rulesets: this.#sides.rules,
        headDecides: this.#sides.headDecides,
        failOn: this.#settings.failOn,
        suppressions: this.#settings.suppressions,
        file: { ...own, dialect },
        baseline: this.#baseline,
        today: this.#request.today,
      },
    );
    const counting = this.#settings.findings === 'all' ? judged.findings.map(countExisting) : judged.findings;
    this.#into.operations += judged.operations;
    this.#into.suppressions.push(...judged.suppressions);
    this.#into.notices.push(...judged.notices);
    this.#report(file, dialect, judged.statements, counting);
  }

  #report(file: SelectedFile, dialect: Dialect | undefined, statements: number, findings: readonly Finding[]): void {
    const { path, previousPath, status } = file;
    this.#into.findings.push(...findings);
    this.#into.files.push({ path, previousPath, status, dialect, statements, verdict: verdictOf(findings) });
  }

  async #text(file: SelectedFile): Promise<{ text: string; note: string | undefined } | { problem: string }> {
    const given = this.#request.standardInput;
    const entry = given ? { kind: 'file' as const, bytes: given } : await this.#read(file.path);
    if (typeof entry === 'string') return { problem: entry };
    switch (entry.kind) {
      case 'missing':
        return {
          problem: 'the file is not in the checkout, or lies in a submodule; check out the commit of the change',
        };
      case 'link':
        return { problem: 'the file is a link, which is not followed: it could lead out of the repository' };
      case 'oversized':
        return {
          problem: `the file has ${entry.size} bytes, which is more than is read; split it, or leave it out with \`ignore\``,
        };
      case 'file': {
        const decoded = decodeSql(entry.bytes);
        return decoded.text === undefined ? { problem: decoded.reason } : decoded;
      }
    }
  }

  async #read(path: string): Promise<TreeEntry | string> {
    try {
      return await this.#request.head.read(path);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  }

  async #reader(dialect: Dialect): Promise<SqlReader> {
    const known = this.#readers.get(dialect) ?? (await createSqlReader(dialect));
    this.#readers.set(dialect, known);
    return known;
  }
}

/** `findings: all`: what the base had counts too. */
function countExisting(finding: Finding): Finding {
  return finding.status === 'existing' ? { ...finding, status: 'new' } : finding;
}

/** Rules or configuration that could not be read, as a finding on their line. */
function sideFinding({ kind, error }: SideProblem): Finding {
  const path = error.place?.file ?? '.querygate';
  const line = error.place?.line;
  const position = line === undefined ? undefined : { offset: 0, line, column: error.place?.column ?? 1 };
  return {
    ...wholeFile(path, ''),
    rule: kind === 'config' ? 'configuration' : 'rules-in-force',
    location: position && { start: position, end: position },
    message: error.message,
    help: '',
    docs: docsUrl('rulesets'),
    fingerprint: fingerprint({ rule: 'configuration', path, shape: error.message, occurrence: 0 }),
  };
}

function trustFindings(change: Change | undefined): Finding[] {
  if (change?.untrusted === undefined) return [];
  const message = `the list of changed files cannot be trusted: ${change.untrusted}`;
  return [
    {
      ...wholeFile('.', ''),
      rule: 'changed-files',
      message,
      help: '',
      fingerprint: fingerprint({ rule: 'changed-files', path: '.', shape: '', occurrence: 0 }),
    },
  ];
}

function changeNotices(change: Change): readonly Notice[] {
  const notices = [...announcements(change)];
  if (!isAvailable(change.diffBase) && change.untrusted === undefined) {
    const message = `the old side of the change cannot be read (${change.diffBase.unavailable}), so every finding counts as new`;
    notices.push({ level: 'warning', message, path: undefined, location: undefined });
  }
  return notices;
}

function assemble(request: CheckRequest, sides: Sides, settings: Settings, gathered: Gathered): CheckReport {
  const findings = sortFindings(gathered.findings);
  const totals = countTotals(gathered.files, findings, gathered.suppressions, gathered.operations);
  const policy = { failOn: settings.failOn, onUnknown: settings.onUnknown, findings: settings.findings };
  const { exitCode, conclusion } = conclude(
    totals,
    policy,
    sides.problems.filter(({ kind }) => kind === 'config').length,
  );
  const { change } = request;
  const callerGiven = gathered.files.some(({ path }) => settings.of(path).caller !== undefined);
  return {
    kind: 'check',
    formatVersion: 1,
    tool: { name: 'querygate', version: PRODUCT.version },
    headline: headline(request, sides, totals.files),
    judges: sides.rules.map((judging) => judgeOfFiles(judging, callerGiven)),
    scope: { kind: change ? 'changed' : 'all', event: request.event, base: change?.baseLabel, head: change?.headLabel },
    policy,
    verdict: verdictOf(findings),
    exitCode,
    conclusion,
    findings,
    files: gathered.files,
    suppressions: [...gathered.suppressions].sort((a, b) => Number(b.added) - Number(a.added)),
    notices: [...gathered.notices, ...sideNotices(request, sides, findings)],
    totals,
    repeat: repeatCommand(request),
  };
}

/** What two rulesets, and exceptions that ran out, make worth saying. */
function sideNotices(
  { today }: CheckRequest,
  { rules, headDecides, edited, removed, introduces }: Sides,
  findings: readonly Finding[],
): readonly Notice[] {
  const notices: Notice[] = [];
  const add = (level: Notice['level'], message: string) =>
    notices.push({ level, message, path: undefined, location: undefined });
  const counting = findings.filter(({ status }) => status === 'new');
  const onlyBase = counting.filter(({ side }) => side === 'base').length;
  if (onlyBase > 0) {
    add(
      'notice',
      `${onlyBase} of the findings come from the rules in force and not from the edited ones: what the change loosens takes effect once it is merged`,
    );
  }
  if (edited && !introduces)
    add('notice', 'the change edits the configuration: of each setting the stricter value counts until it is merged');
  if (edited && introduces)
    add(
      'notice',
      'the change brings the first configuration: where the default of a setting is stricter, it counts until that is merged',
    );
  if (removed) add('notice', 'the change takes the configuration away: it counts until that is merged');
  if (headDecides && rules.length > 1)
    add(
      'warning',
      'the edited rules decide (`head-rules: decide` in the base configuration): review what they let through',
    );
  notices.push(...expiredIn((rules[0] as Sides['rules'][number]).ruleset, today).map(expiryNotice));
  return notices;
}
