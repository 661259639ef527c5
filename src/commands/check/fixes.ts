import type { FixFinder, FixSite, JudgedVersion } from '../../fixes/index.ts';
import {
  type Change,
  compareText,
  type FileTree,
  type Fix,
  isAvailable,
  isSqlFileName,
  type NoFix,
  type ReportedFinding,
  type RewrittenFile,
} from '../../model/index.ts';
import { contextFinder, isBaseNameNew } from '../../repository/index.ts';
import type { Rule } from '../../rules/index.ts';
import { decodeSql, wordsOf } from '../../sql/index.ts';
import { NO_HISTORY } from '../../use/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import type { Settings } from '../inputs/config.ts';
import type { SelectedFile } from '../inputs/select-files.ts';
import type { Sides } from '../inputs/sides.ts';
import type { EmbeddedJudge } from './embedded-judge.ts';
import { type FileOutcome, type FileToJudge, prepareFile } from './files.ts';

interface Run {
  readonly request: CheckRequest;
  readonly sides: Sides;
  readonly settings: Settings;
}

/** The fix of a finding, or why it has none if that is known. */
type Search = (finding: ReportedFinding) => MaybeFound | Promise<MaybeFound>;
type MaybeFound = Fix | NoFix | false | undefined;

/** Findings of a run for which a fix is looked for; each judges its file again. */
const MAX_FINDINGS = 500;
/** Larger files are not judged again for each finding. */
const MAX_CHARACTERS = 250_000;
/** Bytes of SQL that a run reads again for fixes, so that a change cannot make it take minutes. */
const MAX_READ = 8_000_000;

/** Looks for SQL to write instead of what the run reports, in files that the base does not have. */
export class Fixes {
  readonly #run: Run;
  readonly #site: FixSite;
  /** What fixes have made of files, by path. */
  readonly #written = new Map<string, string>();
  /** Those of them that the fixes add. */
  readonly #added = new Map<string, string>();
  /** The paths that files had before fixes renamed them, by their new ones. */
  readonly #renamed = new Map<string, string>();
  /** Paths of `written` whose lines end as they do in Windows, since those of the file with the finding do. */
  readonly #crlf = new Set<string>();
  /** The files with a fix, by path. */
  readonly #texts = new Map<string, string>();
  #left = MAX_FINDINGS;
  /** Bytes that it may still read. */
  readonly #budget = { left: MAX_READ };
  /** Whether a fix may have been missed, since the run does not look everywhere. */
  isCut = false;

  constructor(run: Run, judge: EmbeddedJudge, files: readonly SelectedFile[]) {
    this.#run = run;
    const cut = () => {
      this.isCut = true;
    };
    this.#site = fixSite(run, judge, files, {
      written: this.#written,
      added: this.#added,
      renamed: this.#renamed,
      budget: this.#budget,
      cut,
    });
  }

  /** The outcome of a file with the fixes of its findings, and if files are to be rewritten, why others have none. */
  async addTo(outcome: FileOutcome, task: FileToJudge): Promise<FileOutcome> {
    const findings: ReportedFinding[] = [];
    const search = this.#mayFix(task) ? await this.#searchIn(outcome, task) : () => this.#isOld(task) && 'old-file';
    for (const finding of outcome.findings) {
      const found = (await search?.(finding)) || undefined;
      if (typeof found === 'object') findings.push({ ...finding, fix: found });
      else findings.push(found && this.#run.request.rewrite ? { ...finding, noFix: found } : finding);
    }
    return { ...outcome, findings };
  }

  /** Undefined if the run does not look there. */
  async #searchIn({ findings }: FileOutcome, { path, text }: FileToJudge): Promise<Search | undefined> {
    const isWanted = ({ rule, status }: ReportedFinding) =>
      status === 'new' && (this.#site.rule(rule)?.fixes.length ?? 0) > 0;
    const wanted = findings.filter(isWanted).length;
    if (wanted === 0) return () => 'rule';
    const isLarge = text.length > MAX_CHARACTERS;
    if (isLarge || wanted > this.#left) this.isCut = true;
    if (isLarge || this.#left <= 0) return undefined;
    const { finder } = (await this.#read(path, text)) ?? {};
    return async (finding) => {
      if (!isWanted(finding)) return 'rule';
      const found = this.#left-- > 0 && (await finder?.find(finding));
      if (typeof found === 'object') this.#texts.set(path, text);
      return found;
    };
  }

  /** A migration that the base has may have run already. Without a change, nothing says what the base has. */
  #mayFix({ status, context }: FileToJudge): boolean {
    const { change, rewrite, standardInput, recordings } = this.#run.request;
    if (standardInput || recordings || context?.schema) return false;
    return change ? status === 'added' : status === 'given' && rewrite === true;
  }

  #isOld({ status }: FileToJudge): boolean {
    return this.#run.request.change !== undefined && status !== 'added';
  }

  /** The files after all fixes of the findings, each judged with the ones before it. */
  async writeAll(outcomes: readonly FileOutcome[]): Promise<readonly RewrittenFile[]> {
    const fixed = outcomes.filter(({ findings }) => findings.some(({ fix }) => fix));
    const before = new Map(fixed.map(({ report: { path } }) => [path, this.#texts.get(path) ?? '']));
    const open = [...before.keys()];
    this.#left = MAX_FINDINGS;
    this.#budget.left = MAX_READ;
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      const text = this.#written.get(path) ?? before.get(path) ?? '';
      open.push(...(await this.#writeFile(path, text)));
    }
    return [...this.#written].map(([path, after]) => {
      const previousPath = this.#renamed.get(path);
      return {
        path,
        ...(previousPath !== undefined && { previousPath }),
        before: before.get(previousPath ?? path),
        after: this.#crlf.has(path) ? after.replaceAll(/\r?\n/g, '\r\n') : after,
      };
    });
  }

  /**
   * Fixes the findings of a file in order, since what moves to other files has to stay in order, and returns the SQL files
   * that this adds.
   */
  async #writeFile(from: string, before: string): Promise<readonly string[]> {
    const { applyFix } = await import('../../fixes/index.ts');
    const added: string[] = [];
    const isCrlf = /\r\n/.test(before) && !/(?<!\r)\n/.test(before);
    let [path, text, done] = [from, before, 0];
    for (;;) {
      const fix = await this.#nextFix(path, text, done);
      if (!fix) return added;
      // What the edits before the last one insert moves it.
      const shift = fix.edits
        .slice(0, -1)
        .reduce((sum, { text, location: { start, end } }) => sum + text.length - (end.offset - start.offset), 0);
      done = (fix.edits.at(-1)?.location.start.offset ?? 0) + shift;
      text = applyFix(text, fix);
      if (fix.renamedTo !== undefined) {
        this.#written.delete(path);
        this.#renamed.set(fix.renamedTo, this.#renamed.get(path) ?? path);
        path = fix.renamedTo;
      }
      this.#written.set(path, text);
      if (isCrlf) this.#crlf.add(path);
      for (const file of fix.files) {
        this.#written.set(file.path, file.text);
        if (isCrlf) this.#crlf.add(file.path);
        this.#added.set(file.path, file.text);
        if (isSqlFileName(file.path) && !added.includes(file.path)) added.push(file.path);
      }
    }
  }

  async #nextFix(path: string, text: string, from: number): Promise<Fix | undefined> {
    const { finder, version } = (await this.#read(path, text)) ?? {};
    for (const finding of version?.findings ?? []) {
      if ((finding.location?.start.offset ?? -1) < from) continue;
      if (this.#left-- <= 0) {
        this.isCut = true;
        return undefined;
      }
      const fix = await finder?.find(finding);
      if (typeof fix === 'object') return fix;
    }
    return undefined;
  }

  async #read(path: string, text: string): Promise<{ finder: FixFinder; version: JudgedVersion } | undefined> {
    const judged = await this.#site.judge([{ path, text }]);
    const [version] = judged ?? [];
    if (!version) return undefined;
    const { FixFinder } = await import('../../fixes/index.ts');
    return { finder: new FixFinder(this.#site, version), version };
  }
}

function fixSite(
  { request, sides, settings }: Run,
  judge: EmbeddedJudge,
  selected: readonly SelectedFile[],
  {
    written,
    added,
    renamed,
    budget,
    cut,
  }: {
    written: ReadonlyMap<string, string>;
    added: ReadonlyMap<string, string>;
    renamed: ReadonlyMap<string, string>;
    budget: { left: number };
    cut(): void;
  },
): FixSite {
  const { change, head } = request;
  const rules = new Map<string, Rule>();
  for (const { ruleset } of sides.rules)
    for (const rule of ruleset.rules) rules.set(rule.id, rules.get(rule.id) ?? rule);
  const base = change && isAvailable(change.rulesBase) ? change.rulesBase : undefined;
  const counting: FileTree = {
    ...head,
    read: async (path) => {
      const entry = await head.read(path);
      budget.left -= entry.kind === 'file' ? entry.bytes.length : 0;
      return entry;
    },
  };
  return {
    added,
    cut,
    rule: (id) => rules.get(id),
    judge: async (files, formerPath) => {
      const texts = new Map([...written, ...files.map(({ path, text }) => [path, text] as const)]);
      budget.left -= files.reduce((sum, { text }) => sum + text.length, 0);
      if (budget.left < 0) {
        cut();
        return undefined;
      }
      const gone = new Set([...renamed.values(), ...(formerPath === undefined ? [] : [formerPath])]);
      for (const path of gone) texts.delete(path);
      const tree = withFiles(withoutFiles(counting, gone), texts);
      const changed = change && withAdded(withoutPaths(change, gone), tree, [...texts.keys()]);
      const versioned = { ...request, change: changed, head: tree };
      const status = change ? ('added' as const) : ('given' as const);
      const own = files
        .filter(({ path }) => isSqlFileName(path) || settings.selects(path))
        .map(({ path }): SelectedFile => ({ path, status, previousPath: undefined }));
      const others = change ? selected.filter(({ path }) => !texts.has(path) && !gone.has(path)) : [];
      const earlier = [...written.keys()].filter((path) => !gone.has(path) && own.every((file) => file.path !== path));
      const contextOf = contextFinder(versioned, settings, [
        ...others,
        ...own,
        ...earlier.map((path) => ({ path, status })),
      ]);
      const versions: JudgedVersion[] = [];
      for (const file of own) {
        const { task } = await prepareFile(versioned, settings, file, sides.introduces);
        if (!task) return undefined;
        const found = await contextOf(task);
        // A file that is divided may not drop in one transaction what another one copies: rows change between them.
        const context = found && own.length > 1 ? { ...found, proven: undefined } : found;
        const whole = { ...task, context };
        const { findings } = await judge.judge(whole, () => NO_HISTORY);
        const { path, text } = task;
        versions.push({ path, text, script: await judge.read(whole), findings, run: task.settings });
      }
      return versions;
    },
    // The base may have taken a version since the branch began.
    siblings: async (path) => {
      const trees = base ? [head, base] : [head];
      return [...new Set((await Promise.all(trees.map((tree) => tree.list(folderOf(path))))).flat())];
    },
    isNewName: async (name, path) =>
      (await isBaseNameNew(name, path, base ?? head, settings)) &&
      (await isNamedHereOnly(name, path, request, settings)),
  };
}

/** Whether no other SQL file of the change has the name, but the undo of the file and files of other dialects. */
async function isNamedHereOnly(
  name: string,
  path: string,
  { change, head }: Run['request'],
  settings: Settings,
): Promise<boolean> {
  const { dialect } = settings.of(path);
  const undo = path.replace(/(?<=^|[/.])up\.sql$/, 'down.sql');
  for (const { path: other, status } of change?.files ?? []) {
    if (status === 'deleted' || other === path || other === undo || !isSqlFileName(other)) continue;
    if (settings.of(other).dialect !== dialect) continue;
    const entry = await head.read(other);
    if (entry.kind !== 'file' || wordsOf(decodeSql(entry.bytes).text ?? name).has(name.toLowerCase())) return false;
  }
  return true;
}

/** The folder that holds the migrations: of `1_a/up.sql`, the one above. */
function folderOf(path: string): string {
  const parts = path.split('/');
  const isOwn = /^(?:up|down|migration)\.sql$/i.test(parts.at(-1) ?? '');
  return parts.slice(0, isOwn ? -2 : -1).join('/');
}

/** The tree with other texts. */
function withFiles(tree: FileTree, texts: ReadonlyMap<string, string>): FileTree {
  const { read, list, ...rest } = tree;
  return {
    ...rest,
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? read.call(tree, path) : { kind: 'file', bytes: new TextEncoder().encode(text) };
    },
    list: async (folder) => {
      const own = [...texts.keys()].filter((path) => folder === '' || path.startsWith(`${folder}/`));
      return [...new Set([...(await list.call(tree, folder)), ...own])].sort(compareText);
    },
  };
}

function withoutFiles(tree: FileTree, paths: ReadonlySet<string>): FileTree {
  if (paths.size === 0) return tree;
  const { read, list, ...rest } = tree;
  return {
    ...rest,
    read: async (path) => (paths.has(path) ? { kind: 'missing' } : read.call(tree, path)),
    list: async (folder) => (await list.call(tree, folder)).filter((path) => !paths.has(path)),
  };
}

function withoutPaths(change: Change, paths: ReadonlySet<string>): Change {
  return { ...change, files: change.files.filter(({ path }) => !paths.has(path)) };
}

function withAdded(change: Change, head: FileTree, paths: readonly string[]): Change {
  const known = new Set(change.files.map(({ path }) => path));
  const added = paths.filter((path) => !known.has(path));
  return {
    ...change,
    head,
    files: [...change.files, ...added.map((path) => ({ path, status: 'added' as const, previousPath: undefined }))],
  };
}
