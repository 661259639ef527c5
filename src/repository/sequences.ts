import type { MigrationTool, Operation, OperationKind, ProvenFacts } from '../model/index.ts';
import { type FollowedStatement, LEXICAL, readScript, toolThatRuns, wordsOf } from '../sql/index.ts';
import { migrationsFolder } from './base-columns.ts';
import { type BaseFile, scriptOf } from './base-files.ts';
import { dialectOfWord } from './migrations/dialect-words.ts';
import { isDemonstration } from './migrations/find-tools.ts';
import { compareVersions, isSameVersion, type MigrationVersion, versionOf } from './migrations/version.ts';
import { isOtherDatabase, type RepositorySettings } from './settings.ts';
import { isSparedDown } from './table-columns.ts';

/**
 * New migrations that run directly one after the other: some tools and teams write each step of a rebuild as a file. What
 * one file copies before another one drops it is not lost, as in a file that has all the steps.
 */
export interface Sequence {
  /** The statements of all the files, without the sections that undo them. */
  readonly text: string;
  readonly files: readonly SequenceFile[];
}

interface SequenceFile {
  readonly path: string;
  /** Where its statements are in the text of the sequence. */
  readonly from: number;
  readonly to: number;
  /** What to add to an offset in the sequence to get the one in the file. */
  readonly shift: number;
}

/** What is around the migrations of a change. */
export interface Surroundings {
  /** The SQL files of the change, without those that undo a migration. */
  readonly changed: readonly BaseFile[];
  /** All files that have a version in their names and may run. */
  readonly versioned: readonly VersionedPath[];
  readonly settings: RepositorySettings;
}

interface VersionedPath {
  readonly path: string;
  readonly version: MigrationVersion;
}

/** Those of all files that have a version in their names, and may run. */
export function versionedPaths(paths: readonly string[]): readonly VersionedPath[] {
  return paths.flatMap((path) => {
    const version = NOT_RUN.test(path) || isDemonstration(path) ? undefined : versionOf(path);
    return version ? { path, version } : [];
  });
}

/** Files without statements. */
const NOT_RUN = /\.(?:md|mdx|adoc|rst|txt|json|ya?ml|toml|html?|css|svg|png|jpe?g|gif|pdf|csv|snap|golden)$/i;

/** @param group new migrations of one folder, tool and database, in the order in which they run */
export function sequencesOf(group: readonly BaseFile[], around: Surroundings): readonly Sequence[] {
  const runs: BaseFile[][] = [];
  const inGroup = new Set(group.map(({ path }) => path));
  const others = around.versioned.filter(({ path }) => !inGroup.has(path));
  let open: BaseFile[] | undefined;
  for (const [index, file] of group.entries()) {
    const before = open?.at(-1);
    if (!runsAlone(file)) open = undefined;
    else if (open && before && runsDirectlyAfter(before, file, others)) open.push(file);
    else {
      open = [file];
      if (index < group.length - 1) runs.push(open);
    }
  }
  return runs.flatMap((files) => (files.length > 1 ? (sequenceOf(files, around) ?? []) : []));
}

/** What may give the statements of a later file another meaning, or run those of the file only in some cases. */
const NOT_ALONE: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['set', 'use', 'set_role', 'call', 'meta_command', 'rollback', 'execute_dynamic', 'control'] as const),
]);
/** Each tool or client has its own way to run these: by a context, a delimiter, a plan. */
const OWN_WAY = /^\s*--\s*(?:liquibase formatted|changeset\s)|^\s*delimiter\s/im;
const OWN_ORDER: ReadonlySet<MigrationTool | undefined> = new Set<MigrationTool>(['liquibase', 'sqitch']);

/** Whether all that matters to other files is what its statements do, in their order, and its tool runs it. */
function runsAlone(file: BaseFile): boolean {
  if (toolThatRuns(file.text, file.path, file.tool)?.names?.run.test(file.path) === false) return false;
  if (scriptOf(file).unreadable.length > 0 || OWN_ORDER.has(file.tool) || OWN_WAY.test(file.text)) return false;
  const forward = forwardOf(file);
  if (!forward || forward.some((statement) => statement.unreadable.length > 0)) return false;
  const operations = forward.flatMap((statement) => statement.operations);
  const count = (kind: OperationKind) => operations.filter((operation) => operation.kind === kind).length;
  return count('begin') === count('commit') && !operations.some(({ kind }) => NOT_ALONE.has(kind));
}

/** The statements that its tool runs forward; undefined if that is not certain, or others are between them. */
function forwardOf(file: BaseFile): readonly FollowedStatement[] | undefined {
  const { statements } = scriptOf(file);
  const end = statements.findIndex(({ section }) => section === 'down');
  if (end < 0) return statements;
  return statements.slice(end).every((each) => isSparedDown(each, file)) ? statements.slice(0, end) : undefined;
}

/** Whether nothing can run on their database between two migrations, according to the names of all other files. */
function runsDirectlyAfter(before: BaseFile, after: BaseFile, others: readonly VersionedPath[]): boolean {
  if (before.tool !== after.tool || before.dialect !== after.dialect) return false;
  const [first, last] = [versionOf(before.path), versionOf(after.path)];
  if (!first || !last) return false;
  const own = databaseInName(after);
  return !others.some(({ path, version }) => {
    // In another folder, only one of the same form may be of the same migrations.
    const isElsewhere = migrationsFolder(path) !== migrationsFolder(after.path);
    if (isElsewhere && compareVersions(version, first) === undefined) return false;
    if (isOutside(version, first, last) || isUndo(path, after.tool)) return false;
    const other = databaseInName({ path, tool: after.tool });
    if (own.name === undefined || other.name === own.name) return true;
    if (other.name !== undefined) return false;
    // The tool prefers the file for the database.
    return !(own.isPreferred && [first, last].some((each) => compareVersions(version, each) === 0));
  });
}

/** Whether a version is certainly before, or after, those of two migrations. */
function isOutside(version: MigrationVersion, first: MigrationVersion, last: MigrationVersion): boolean {
  return compareVersions(version, first) === -1 || compareVersions(version, last) === 1;
}

function isUndo(path: string, tool: MigrationTool | undefined): boolean {
  const sections = tool === undefined ? [] : (toolThatRuns('', path, tool)?.sections ?? []);
  return sections.some(
    (mark) => mark.in === 'path' && /^(?:down|undo|u|revert)$/i.test(mark.pattern.exec(path)?.[1] ?? ''),
  );
}

/** The database that the name of a file says, and whether its tool prefers such a file to one of the same version without. */
function databaseInName({ path, tool }: Pick<BaseFile, 'path' | 'tool'>) {
  const row = tool === undefined ? undefined : toolThatRuns('', path, tool);
  const words = row?.databaseInName ? [row.databaseInName.exec(path)?.[1] ?? ''] : wordsInName(path);
  const found = words.map(dialectOfWord).find((dialect) => dialect !== undefined);
  const name = typeof found === 'object' ? found.unread : found;
  return { name, isPreferred: row?.databaseInName !== undefined };
}

function wordsInName(path: string): readonly string[] {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .split('.')
    .slice(1, -1);
}

function sequenceOf(files: readonly BaseFile[], { changed, settings }: Surroundings): Sequence | undefined {
  const [first] = files;
  if (!first) return undefined;
  const between = LEXICAL[first.dialect].separator === 'go' ? '\nGO\n' : '\n;\n';
  const places: SequenceFile[] = [];
  const starts: number[] = [];
  let text = '';
  for (const file of files) {
    const forward = forwardOf(file) ?? [];
    const [start, end] = [forward[0]?.span.start ?? 0, forward.at(-1)?.span.end ?? 0];
    const shift = start - text.length;
    places.push({ path: file.path, from: text.length, to: text.length + end - start, shift });
    starts.push(...forward.map(({ span }) => span.start - shift));
    text += file.text.slice(start, end) + between;
  }
  const { statements } = readScript(text, first.path, first.dialect, undefined);
  // Put together, the files must have the statements that each of them has.
  if (statements.length !== starts.length || statements.some(({ span }, at) => span.start !== starts[at]))
    return undefined;
  const inSequence = new Set(files.map(({ path }) => path));
  const outside = changed.filter(
    (file) => !inSequence.has(file.path) && !isForOther(file, files, settings) && !isDemonstration(file.path),
  );
  return outside.every((file) => isApart(file, statements)) ? { text, files: places } : undefined;
}

/** What may change a table without its name. */
const HIDES_NAMES: ReadonlySet<OperationKind> = new Set(['execute_dynamic', 'call', 'meta_command']);

/** Whether a file names none of the tables of a sequence: it cannot take away what that copies. */
function isApart(file: BaseFile, sequence: readonly FollowedStatement[]): boolean {
  const { statements, unreadable } = scriptOf(file);
  if (unreadable.length > 0 || statements.some((each) => each.unreadable.length > 0)) return false;
  if (statements.some(({ operations }) => operations.some(({ kind }) => HIDES_NAMES.has(kind)))) return false;
  const words = wordsOf(file.text);
  const targets = sequence.flatMap(({ operations }) => operations.map(({ target }) => target.name));
  return targets.every((name) => name !== undefined && (name === '' || !words.has(name.toLowerCase())));
}

/** Whether a file certainly runs on another database. Where names say it, one without it runs on each. */
function isForOther(file: BaseFile, sequence: readonly BaseFile[], settings: RepositorySettings): boolean {
  const [first] = sequence;
  if (!first) return false;
  const [own, other] = [databaseInName(first), databaseInName(file)];
  if (!own.isPreferred) return isOtherDatabase(file.path, first.path, settings);
  if (own.name === undefined) return false;
  return other.name === undefined
    ? sequence.some((each) => isSameVersion(each.path, file.path))
    : other.name !== own.name;
}

const CARRIED: ReadonlySet<OperationKind> = new Set<OperationKind>(['drop_table', 'drop_column', 'update']);

/** What the statements of the files do not lose, by path, as their reading in a sequence shows. */
export function provenIn(
  { files }: Sequence,
  statements: readonly FollowedStatement[],
): ReadonlyMap<string, readonly ProvenFacts[]> {
  /** Columns that got another name, so that a new one can have theirs. */
  const renamed = new Set<string>();
  const proven: { readonly at: number; readonly facts: ProvenFacts }[] = [];
  for (const { span, operations } of statements)
    for (const operation of operations) {
      const { kind, target, columns = [] } = operation;
      if (kind === 'rename_column') for (const column of columns) renamed.add(keyOf(target, column));
      const alike = operations.filter((other) => isAlike(operation, other));
      const facts = CARRIED.has(kind) && alike[0] === operation ? factsOfAll(alike, renamed) : undefined;
      const { name, schema } = target;
      if (!facts || name === undefined || schema === undefined) continue;
      proven.push({ at: span.start, facts: { statement: span.start, kind, name, schema, ...facts } });
    }
  return new Map(
    files.map(({ path, from, to, shift }) => [
      path,
      proven.flatMap(({ at, facts }) => (at >= from && at < to ? { ...facts, statement: at + shift } : [])),
    ]),
  );
}

function isAlike(one: Operation, other: Operation): boolean {
  return one.kind === other.kind && one.target.name === other.target.name && one.target.schema === other.target.schema;
}

function keyOf({ name, schema }: Operation['target'], column: string): string {
  return JSON.stringify([schema, name, column.toLowerCase()]);
}

const PROOFS = ['rebuilt', 'rowsCopied', 'valuesMoved', 'valuesCopied', 'columnsCreatedHere'] as const;

/** What all of some operations have; undefined if they have nothing. */
function factsOfAll(operations: readonly Operation[], renamed: ReadonlySet<string>) {
  if (operations.some(({ place }) => place !== 'statement')) return undefined;
  // That another file adds a column, counts only if the base does not have it: see `newColumns`.
  const isNew = ({ target, columns = [] }: Operation) => columns.every((column) => renamed.has(keyOf(target, column)));
  const proofs = PROOFS.filter((fact) =>
    operations.every((operation) => operation[fact] === true && (fact !== 'columnsCreatedHere' || isNew(operation))),
  );
  const [{ kind, rebuildDoubt, columns = [] } = {}] = operations;
  if (proofs.length === 0 && rebuildDoubt === undefined) return undefined;
  return {
    ...Object.fromEntries(proofs.map((fact) => [fact, true as const])),
    ...(rebuildDoubt !== undefined && { rebuildDoubt }),
    ...(kind === 'drop_table' && columns.length > 0 && { columns }),
  };
}
