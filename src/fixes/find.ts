import type { JudgedFile } from '../check/index.ts';
import {
  type Dialect,
  type FileRun,
  type Finding,
  type Fix,
  LineIndex,
  NO_FIX,
  type NoFix,
  type SqlScript,
  type Statement,
  sqlFileName,
} from '../model/index.ts';
import { isFreeAfter, isSameVersion } from '../repository/index.ts';
import type { Rule } from '../rules/index.ts';
import { lex, type ToolRow, toolThatRuns } from '../sql/index.ts';
import { layoutsAround } from './around.ts';
import { changedLines } from './changed-lines.ts';
import { type Edit, type LaidOutFile, type Layout, layouts, undoOf } from './layout.ts';
import { type Step, type Written, writeFix } from './write.ts';

/** A file as it is, or as a fix would make it. */
export interface FixedFile {
  readonly path: string;
  readonly text: string;
}

/** A file as the run judges it. */
export interface JudgedVersion {
  readonly path: string;
  readonly text: string;
  readonly script: SqlScript;
  readonly findings: JudgedFile['findings'];
  readonly run: FileRun & { readonly dialect: Dialect };
}

/** What a search for fixes asks of the run. */
export interface FixSite {
  /**
   * Judges SQL files as if the change had them as they are given, and not the one at `renamed`: with the same rules, settings
   * and base. Undefined if they cannot be judged.
   */
  judge(files: readonly FixedFile[], renamed?: string): Promise<readonly JudgedVersion[] | undefined>;
  rule(id: string): Rule | undefined;
  /** Notes that the search reached a limit. */
  cut(): void;
  /** Files that earlier fixes of the run add. */
  readonly added: ReadonlyMap<string, string>;
  /** The files beside a migration, below the folder of all migrations. */
  siblings(path: string): Promise<readonly string[]>;
  /** Whether no other SQL file of the base has the name; undefined if it is not known. */
  isNewName(name: string, path: string): Promise<boolean | undefined>;
}

/** Texts that are judged for the findings of one file. */
const MAX_TRIES = 300;

/** Finds fixes for the findings of one file. */
export class FixFinder {
  readonly #site: FixSite;
  readonly #file: Omit<LaidOutFile, 'hasUndo'> & { readonly judged: JudgedVersion };
  #tries = 0;

  constructor(site: FixSite, judged: JudgedVersion) {
    this.#site = site;
    const { path, text, script, run } = judged;
    const tool = toolThatRuns(text, path, run.tool);
    this.#file = {
      path,
      text,
      dialect: run.dialect,
      script,
      tool,
      tokens: lex(text, run.dialect),
      judged,
      added: site.added,
    };
  }

  /** The first fix of the rule with which the file passes; else how far the search came. */
  async find(finding: Finding): Promise<Fix | NoFix> {
    const { path, script, judged } = this.#file;
    const { dialect } = judged.run;
    const templates = (this.#site.rule(finding.rule)?.fixes ?? []).filter(
      ({ dialects }) => dialects === undefined || dialects.includes(dialect),
    );
    if (finding.status !== 'new' || finding.location === undefined || templates.length === 0) return 'rule';
    // The text of a template is not the text that runs.
    if (sqlFileName(path)?.template) return 'form';
    const { offset } = finding.location.start;
    const statement = script.statements.find(({ span }) => span.start === finding.statementOffset);
    if (!statement || finding.operation?.place !== 'statement') return 'form';
    let why: NoFix = 'form';
    for (const template of templates) {
      const written = writeFix(template, this.#file, statement, offset);
      if (!written || !(await this.#areNew(written, statement))) continue;
      const hasUndo = await this.#hasUndo();
      const ways = written.around
        ? layoutsAround(this.#file, statement, written)
        : layouts({ ...this.#file, hasUndo }, statement, written);
      for (const layout of ways) {
        if (this.#tries++ >= MAX_TRIES) {
          this.#site.cut();
          return why;
        }
        const obstacle = await this.#obstacle(layout, finding);
        if (obstacle === undefined) return this.#fixOf(written, layout);
        if (NO_FIX.indexOf(obstacle) > NO_FIX.indexOf(why)) why = obstacle;
      }
      // No way to lay it out.
      if (why === 'form') why = 'transaction';
    }
    return why;
  }

  #fixOf({ title }: Written, { edits, files, renamedTo }: Layout): Fix {
    const { text } = this.#file;
    const index = new LineIndex(text);
    return {
      title,
      edits: edits.map(({ text, ...span }) => ({ location: index.location(span), text })),
      lines: changedLines(text, edited(text, edits)),
      files,
      ...(renamedTo !== undefined && { renamedTo }),
    };
  }

  async #hasUndo(): Promise<boolean> {
    const { path } = this.#file;
    const undo = undoOf(path);
    return undo !== path && (this.#site.added.has(undo) || (await this.#site.siblings(path)).includes(undo));
  }

  async #areNew({ newNames }: Written, statement: Statement): Promise<boolean> {
    const { path, script } = this.#file;
    for (const name of newNames)
      if (!isDroppedBefore(name, statement, script) && (await this.#site.isNewName(name, path)) !== true) return false;
    return true;
  }

  /** Why the file does not pass with the layout; undefined if it does. */
  async #obstacle({ edits, files, placed, renamedTo }: Layout, finding: Finding): Promise<NoFix | undefined> {
    const { path, text, tool, judged } = this.#file;
    // Who runs the file decides whether a statement is in a transaction.
    if (placed.some(({ step }) => step.run !== undefined) && !knowsTransactions(tool, judged.run)) return 'tool';
    if (!(await this.#areFree(files.map((file) => file.path)))) return 'transaction';
    if (await this.#runsElsewhere(files.some((file) => file.path.endsWith('.sql')))) return 'transaction';
    if (renamedTo !== undefined && (await this.#site.siblings(path)).includes(renamedTo)) return 'transaction';
    const own = { path: renamedTo ?? path, text: edited(text, edits) };
    const versions = await this.#site.judge([own, ...files], renamedTo === undefined ? undefined : path);
    if (!versions) return 'finding';
    for (const { path: at, offset, step } of placed) {
      const version = versions.find((each) => each.path === at);
      if (!version || !runsAs(step.run, version, offset, tool)) return 'transaction';
    }
    const after = versions.flatMap(({ findings }) => findings);
    return isBetter(judged.findings, after, finding) ? undefined : 'finding';
  }

  /**
   * Whether a database of another dialect runs the file too, or a part that would be added: it has no file of its own for that
   * version.
   */
  async #runsElsewhere(addsPart: boolean): Promise<boolean> {
    const { path, tool, judged } = this.#file;
    const pattern = tool?.databaseInName;
    if (!pattern || pattern.test(path)) return false;
    const others = (await this.#site.siblings(path)).flatMap((each) => {
      const name = pattern.exec(each)?.[1];
      const family = name && familyOf(name);
      return family === undefined || family === familyOf(judged.run.dialect) ? [] : [{ each, family }];
    });
    if (addsPart) return others.length > 0;
    const own = new Set(others.flatMap(({ each, family }) => (isSameVersion(path, each) ? family : [])));
    return others.some(({ family }) => !own.has(family));
  }

  async #areFree(paths: readonly string[]): Promise<boolean> {
    if (paths.length === 0) return true;
    const { added } = this.#site;
    const others = (await this.#site.siblings(this.#file.path)).filter((path) => !added.has(path));
    return paths.every(
      (path) =>
        added.has(path) ||
        (path.endsWith('.sql') ? isFreeAfter(this.#file.path, path, others) : !others.includes(path)),
    );
  }
}

/** The databases that read the same SQL, by a name of one of them, or by the dialect. */
function familyOf(name: string): string {
  if (/^(?:mysql|mariadb)/.test(name)) return 'mysql';
  return name.startsWith('sqlite') ? 'sqlite' : 'postgresql';
}

/** Whether the file drops the index that the statement creates, and nothing creates it in between. */
function isDroppedBefore(name: string, { operations, span, section }: Statement, { statements }: SqlScript): boolean {
  const table = operations.find(({ kind, target }) => kind === 'create_index' && target.name === name)?.table;
  if (!table) return false;
  const schema = table.slice(0, Math.max(0, table.lastIndexOf('.')));
  const last = statements
    .filter((other) => other.section === section && other.span.start < span.start)
    .flatMap((other) => other.operations)
    .findLast(({ target }) => target.name === name);
  return last?.kind === 'drop_index' && last.place === 'statement' && last.target.schema === schema;
}

/** Whether it is known what runs the file in a transaction. */
function knowsTransactions(tool: LaidOutFile['tool'], { transaction }: FileRun): boolean {
  return tool?.transactions.unit !== undefined || transaction !== undefined;
}

/** Whether a statement of the fix runs as it has to: outside a transaction, or after the statements before it are committed. */
function runsAs(run: Step['run'], version: JudgedVersion, offset: number, tool: LaidOutFile['tool']): boolean {
  const { script } = version;
  const statement = script.statements.find(({ span }) => span.start === offset);
  if (!statement) return false;
  if (run === undefined) return true;
  if (run === 'own-transaction') return statement.facts.ddlInTransaction === false;
  if (statement.facts.inTransaction !== false) return false;
  if (run === 'between-transactions') return true;
  // What turns off the transaction of a file, turns it off for all sections.
  const isWhole = tool?.transactions.unit === 'file';
  const parts = tool?.transactions.unit === 'part' ? partStarts(version, tool) : [];
  const partAt = ({ span }: typeof statement) => parts.findLast((start) => start <= span.start);
  const section = script.statements.filter(
    (each) => isWhole || (each.section === statement.section && partAt(each) === partAt(statement)),
  );
  // The statements of one text are in one transaction, and Flyway refuses to mix statements of both kinds.
  if (tool?.transactions.sends === 'file' || tool?.transactions.sends === 'part') return section.length === 1;
  if (tool?.transactions.detectsRefused) return section.every(isOutside);
  // Without the transaction, what the file did before an error stays.
  return (
    tool?.transactions.turnOff === undefined ||
    section.every(({ operations }) => operations.every(({ kind }) => ALONE.has(kind)))
  );
}

/** Where the parts begin that the tool runs in a transaction each. */
function partStarts({ text, run }: JudgedVersion, { transactions: { mark } }: ToolRow): readonly number[] {
  return lex(text, run.dialect).comments.flatMap((comment) => (mark?.test(comment.text) ? [comment.start] : []));
}

/** Statements that leave nothing half done. */
const ALONE: ReadonlySet<string> = new Set(['create_index', 'drop_index', 'maintain', 'set', 'select']);

function isOutside({ operations }: SqlScript['statements'][number]): boolean {
  return operations.some(({ concurrently, refusedInTransaction }) => concurrently || refusedInTransaction);
}

/** The text of the file after a fix. */
export function applyFix(text: string, { edits }: Fix): string {
  return edited(
    text,
    edits.map(({ location: { start, end }, text }) => ({ start: start.offset, end: end.offset, text })),
  );
}

/** The text after the edits, which are in order. */
function edited(text: string, edits: readonly Edit[]): string {
  let at = 0;
  let written = '';
  for (const edit of edits) {
    written += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return written + text.slice(at);
}

/** Whether the finding is gone, and none came. */
function isBetter(before: readonly Finding[], after: readonly Finding[], fixed: Finding): boolean {
  const left = new Map<string, number>();
  for (const finding of before) left.set(keyOf(finding), (left.get(keyOf(finding)) ?? 0) + (finding.count ?? 1));
  left.set(keyOf(fixed), (left.get(keyOf(fixed)) ?? 0) - 1);
  return after.every((finding) => {
    const count = (left.get(keyOf(finding)) ?? 0) - (finding.count ?? 1);
    left.set(keyOf(finding), count);
    return count >= 0;
  });
}

function keyOf({ rule, verdict, status, operation }: Finding): string {
  return JSON.stringify([rule, verdict, status, operation?.kind, operation?.target]);
}
