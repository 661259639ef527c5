import { type Dialect, isSqlFileName } from '../../model/index.ts';
import { proposeDialect, unreadDatabase } from './dialect-proposal.ts';
import { dialectOfFolder, dialectOfWord, namesDialect } from './dialect-words.ts';
import { folderAbove, folderOf, type RepositoryFiles } from './repository-files.ts';
import type { FileSign, Proof, ToolSigns } from './tool-signs.ts';
import { TOOLS } from './tools.ts';

/** The line of a file from which something was concluded. */
export interface Evidence {
  readonly path: string;
  readonly line: number;
}

/** The dialect of some files, and what it was read from. */
export interface FoundDialect {
  readonly dialect: Dialect | undefined;
  /** The database that the configuration names, if Querygate does not read its SQL. */
  readonly unread: string | undefined;
  /** Where it is written; undefined if it was guessed from the SQL or from the name of a folder. */
  readonly evidence: Evidence | undefined;
  readonly from: 'configuration' | 'folder' | 'sql';
}

/** A migration tool that the repository uses. */
export interface FoundTool {
  readonly signs: ToolSigns;
  /** The folder of the project, with `/` at its end; '' is the root. */
  readonly project: string;
  readonly evidence: Evidence;
  /** The folders of migrations, with `/` at their ends. */
  readonly folders: readonly string[];
  /** How many migration files they hold. */
  readonly files: number;
  /** Undefined if nothing names the dialect. */
  readonly dialect: FoundDialect | undefined;
  /** Whether it runs files outside of any transaction, against its default. */
  readonly withoutTransaction: boolean;
}

/** Folders whose migrations show or test something, and never run in production. */
const DEMONSTRATION =
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|documentation|tests?|testing|test[-_]?(?:data|helpers?|utils?)|stubs?|fixtures?|__tests__|__fixtures__|__mocks__|spec|specs|e2e|benchmarks?|playground)\//i;

/** Whether the folder is only for demonstrations or tests. */
export function isDemonstration(path: string): boolean {
  return DEMONSTRATION.test(path);
}

/** The migration tools of a repository, with the folders of each. Demonstrations and tests are left out. */
export async function findTools(files: RepositoryFiles): Promise<readonly FoundTool[]> {
  const found: FoundTool[] = [];
  for (const signs of TOOLS) {
    for (const [folder, paths] of migrationFolders(files, signs)) {
      const evidence = await evidenceOf(files, signs, folder, paths);
      if (!evidence) continue;
      const project = projectOf(files, signs, folder, evidence);
      const dialect = await dialectOf(files, signs, folder, project, paths);
      const count = signs.ownsFolder ? files.sql.filter((path) => path.startsWith(folder)).length : paths.length;
      const outside = signs.withoutTransaction && (await configuredLine(files, signs.withoutTransaction, project));
      const withoutTransaction = outside !== undefined;
      add(found, { signs, project, evidence, folders: [folder], files: count, dialect, withoutTransaction });
    }
  }
  return found.sort((a, b) => b.files - a.files);
}

/** One entry for the folders of a project whose dialect is the same. */
function add(found: FoundTool[], next: FoundTool): void {
  const at = found.findIndex(
    ({ signs, project, dialect }) =>
      signs.name === next.signs.name && project === next.project && dialect?.dialect === next.dialect?.dialect,
  );
  const same = found[at];
  if (!same) found.push(next);
  else
    found[at] = {
      ...same,
      folders: [...new Set([...same.folders, ...next.folders])].sort(),
      files: same.files + next.files,
    };
}

function migrationFolders(files: RepositoryFiles, { files: pattern }: ToolSigns): ReadonlyMap<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of files.matching(pattern)) {
    if (isDemonstration(path)) continue;
    const folder = pattern.exec(path)?.[1] ?? '';
    const paths = folders.get(folder);
    if (paths) paths.push(path);
    else folders.set(folder, [path]);
  }
  return folders;
}

/** Files that are read of a folder: the tool may have been adopted after the first, or left before the last. */
const SAMPLED = 3;

function sample(paths: readonly string[]): readonly string[] {
  return paths.length <= 2 * SAMPLED ? paths : [...paths.slice(0, SAMPLED), ...paths.slice(-SAMPLED)];
}

async function evidenceOf(
  files: RepositoryFiles,
  { content, proof, instead }: ToolSigns,
  folder: string,
  paths: readonly string[],
): Promise<Evidence | undefined> {
  const shown = content && (await firstLine(files, sample(paths), content));
  if (content && !shown) return undefined;
  const proved = proof ? await firstLine(files, proofFiles(files, proof, folder), proof.content) : shown;
  if (proved || !instead) return proved;
  const own = paths.filter((path) => instead.files.test(path));
  return firstLine(files, sample(own), instead.content);
}

/** The line with a sign, in a file of the project. */
function configuredLine(
  files: RepositoryFiles,
  { path, content }: FileSign,
  project: string,
): Promise<NamedLine | undefined> {
  const own = files.matching(path).filter((file) => file.startsWith(project));
  return firstLine(files, own.slice(0, MAX_SIGN_FILES), content);
}

function proofFiles(files: RepositoryFiles, proof: Proof, folder: string): readonly string[] {
  const folders =
    proof.in === 'ancestors'
      ? withAncestors(folder)
      : proof.in.flatMap((below) =>
          below === '..' || below.startsWith('../')
            ? relatedTo(folder, below)
            : [below === '.' ? folder : `${folder}${below}/`],
        );
  return folders.flatMap((at) => files.in(at)).filter((path) => proof.path.test(path));
}

function relatedTo(folder: string, relative: string): readonly string[] {
  const above = folderAbove(folder);
  return above === undefined ? [] : [`${above}${relative.slice(3)}${relative.length > 3 ? '/' : ''}`];
}

/** The folder and all above it, nearest first. */
function withAncestors(folder: string): readonly string[] {
  const above = folderAbove(folder);
  return above === undefined ? [folder] : [folder, ...withAncestors(above)];
}

async function firstLine(
  files: RepositoryFiles,
  paths: readonly string[],
  content: RegExp,
): Promise<NamedLine | undefined> {
  for (const path of paths) {
    const found = await lineIn(files, path, content);
    if (found) return found;
  }
  return undefined;
}

/** A line with the word that the sign is about; the word is '' if the sign has none. */
interface NamedLine extends Evidence {
  readonly word: string;
}

/** The first match of a file at or after an offset. */
async function lineIn(files: RepositoryFiles, path: string, content: RegExp, from = 0): Promise<NamedLine | undefined> {
  const text = (await files.text(path)) ?? '';
  const pattern = new RegExp(content, `${content.flags}g`);
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const word = wordOf(match);
  const start = match.index + (word === '' ? match[0].search(/\S/) : match[0].lastIndexOf(word));
  return { path, line: text.slice(0, start).split('\n').length, word };
}

function wordOf(match: RegExpExecArray): string {
  return match.slice(1).find((group) => group !== undefined) ?? '';
}

function projectOf(files: RepositoryFiles, { project, proof }: ToolSigns, folder: string, evidence: Evidence): string {
  if (project) {
    const at = withAncestors(folder).find((above) => files.in(above).some((path) => project.test(path)));
    if (at !== undefined) return at;
  }
  return proof?.in === 'ancestors' ? folderOf(evidence.path) : (folderAbove(folder) ?? '');
}

async function dialectOf(
  files: RepositoryFiles,
  { dialect: signs, printedSql, namesDialects }: ToolSigns,
  folder: string,
  project: string,
  paths: readonly string[],
): Promise<FoundDialect | undefined> {
  if (typeof signs === 'string')
    return { dialect: signs, unread: undefined, evidence: undefined, from: 'configuration' };
  const named = printedSql ? undefined : dialectOfFolder(folder.slice(project.length));
  if (named) return { ...toDialect(named), evidence: undefined, from: 'folder' };
  for (const sign of signs) {
    const configured = await configuredDialect(files, sign, folder, project);
    if (configured) return configured;
  }
  if (printedSql) return undefined;
  const text = await sampleText(files, namesDialects ? paths.filter((path) => !namesDialect(path)) : paths);
  const unread = unreadDatabase(text);
  const guessed = unread === undefined ? proposeDialect(text) : undefined;
  return unread === undefined && guessed === undefined
    ? undefined
    : { dialect: guessed, unread, evidence: undefined, from: 'sql' };
}

function toDialect(dialect: Dialect | { readonly unread: string }): Pick<FoundDialect, 'dialect' | 'unread'> {
  return typeof dialect === 'string' ? { dialect, unread: undefined } : { dialect: undefined, unread: dialect.unread };
}

/** Files with a sign that are read before it is given up. */
const MAX_SIGN_FILES = 200;

/** Reads the files of the project, nearest to the migrations first, then those in the folders above it. */
async function configuredDialect(
  files: RepositoryFiles,
  sign: FileSign,
  folder: string,
  project: string,
): Promise<FoundDialect | undefined> {
  const above = new Set(withAncestors(project));
  const candidates = files
    .matching(sign.path)
    .filter((path) => path.startsWith(project) || above.has(folderOf(path)))
    .map((path) => ({ path, rank: [isDemonstration(path) ? 1 : 0, -common(path, folder), path.split('/').length] }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .slice(0, MAX_SIGN_FILES);
  files.expect(candidates.map(({ path }) => path));
  for (const { path } of candidates) {
    const first = await lineIn(files, path, sign.content);
    if (!first || !dialectOfWord(first.word)) continue;
    const beside = candidates.filter((other) => folderOf(other.path) === folderOf(path));
    const isOne = (await dialectsIn(files, beside, sign.content)).size <= 1;
    const used = isOne
      ? await readableOf(files, first, beside, sign.content)
      : await inProduction(files, path, sign.content);
    const dialect = used && dialectOfWord(used.word);
    if (!used || !dialect) return undefined;
    return { ...toDialect(dialect), evidence: { path: used.path, line: used.line }, from: 'configuration' };
  }
  return undefined;
}

/**
 * What the files beside each other name, if they name one dialect: profiles for tests or a desktop often have a database that is
 * not read, such as H2.
 */
async function readableOf(
  files: RepositoryFiles,
  first: NamedLine,
  beside: readonly { readonly path: string }[],
  content: RegExp,
): Promise<NamedLine> {
  if (typeof dialectOfWord(first.word) === 'string') return first;
  for (const { path } of beside) {
    const found = await lineIn(files, path, content);
    if (found && typeof dialectOfWord(found.word) === 'string') return found;
  }
  return first;
}

/** What the section `production` of a file names, if it configures one dialect per environment. */
async function inProduction(files: RepositoryFiles, path: string, content: RegExp): Promise<NamedLine | undefined> {
  const start = ((await files.text(path)) ?? '').search(/^\s*["']?production["']?\s*:/m);
  return start === -1 ? undefined : lineIn(files, path, content, start);
}

/** All dialects that some files name: with several, they do not say which one is used. */
async function dialectsIn(
  files: RepositoryFiles,
  candidates: readonly { readonly path: string }[],
  content: RegExp,
): Promise<ReadonlySet<Dialect>> {
  const found = new Set<Dialect>();
  for (const { path } of candidates) {
    const matches = ((await files.text(path)) ?? '').matchAll(new RegExp(content, `${content.flags}g`));
    for (const match of matches) {
      const dialect = dialectOfWord(wordOf(match));
      if (typeof dialect === 'string') found.add(dialect);
    }
  }
  return found;
}

/** How many folders two paths have in common. */
function common(path: string, folder: string): number {
  const [a, b] = [path.split('/').slice(0, -1), folder.split('/').slice(0, -1)];
  const differs = a.findIndex((part, at) => part !== b[at]);
  return differs === -1 ? a.length : differs;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

const SQL_SAMPLE = 40;

/** Guesses the dialect from some of the files: a sample from the whole list, because old files can be of another tool. */
export async function guessDialect(files: RepositoryFiles, paths: readonly string[]): Promise<Dialect | undefined> {
  return proposeDialect(await sampleText(files, paths));
}

async function sampleText(files: RepositoryFiles, paths: readonly string[]): Promise<string> {
  const step = Math.max(1, Math.floor(paths.length / SQL_SAMPLE));
  const texts: string[] = [];
  for (let at = 0; at < paths.length; at += step) {
    const path = paths[at];
    if (path !== undefined && isSqlFileName(path)) texts.push(((await files.text(path)) ?? '').slice(0, 4000));
  }
  return texts.join('\n');
}
