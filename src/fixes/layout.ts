import type { Dialect, FixFile, Operation, Span, SqlScript, Statement } from '../model/index.ts';
import { followingPath } from '../repository/index.ts';
import { lastPartOf, sectionsOf, type TokenList, type ToolRow, type TurnOff, wordsOf } from '../sql/index.ts';
import type { Step, Written } from './write.ts';

/** The file whose finding is fixed. */
export interface LaidOutFile {
  readonly path: string;
  readonly text: string;
  readonly dialect: Dialect;
  readonly tokens: TokenList;
  readonly script: SqlScript;
  /** The tool that runs it; undefined if it is not known. */
  readonly tool: ToolRow | undefined;
  /** Files that earlier fixes of the run add, with their texts. */
  readonly added: ReadonlyMap<string, string>;
  /** Whether a file beside it undoes it: `x.down.sql`, `down.sql`. */
  readonly hasUndo: boolean;
}

/** A text that replaces a part of the file. */
export interface Edit extends Span {
  readonly text: string;
}

/** A way to write the statements of a fix into the file and files that run after it. */
export interface Layout {
  readonly edits: readonly Edit[];
  readonly files: readonly FixFile[];
  /** The path that the file gets; missing if it keeps its own. */
  readonly renamedTo?: string;
  /** The steps that have to run in a certain way, and where each begins, by file. */
  readonly placed: readonly { readonly path: string; readonly offset: number; readonly step: Step }[];
}

/** The ways to lay a fix out, the least of changes first. */
export function* layouts(file: LaidOutFile, statement: Statement, written: Written): Generator<Layout> {
  yield inPlace(file, statement, written, false);
  const isOutside = written.steps.some(({ run }) => run === 'outside-transaction');
  if (isOutside && file.tool?.transactions.turnOff) yield inPlace(file, statement, written, true);
  if (!written.steps.some(({ run }) => run !== undefined)) return;
  yield* behindCommit(file, statement, written);
  yield* inFollowingFiles(file, statement, written);
}

export const SEPARATOR = ';\n';

/** Replaces the statement. */
function inPlace(file: LaidOutFile, statement: Statement, written: Written, turnsOff: boolean): Layout {
  const { rest, steps } = written;
  const texts: Text[] = [
    ...(rest === undefined ? [] : [{ sql: rest }]),
    ...steps.map((step) => ({ sql: step.sql, step })),
  ];
  const own = joined(texts, SEPARATOR + indentAt(file.text, statement.span.start));
  const off = turnsOff ? turningOff(file, statement) : NO_CHANGE;
  const shift = off.edits.reduce((sum, { text }) => sum + text.length, 0);
  const path = off.renamedTo ?? file.path;
  return {
    ...off,
    edits: [...off.edits, { ...statement.span, text: own.text }],
    placed: own.placed.map(({ step, at }) => ({ path, offset: statement.span.start + shift + at, step })),
  };
}

type Change = Pick<Layout, 'edits' | 'files' | 'renamedTo'>;

export const NO_CHANGE: Change = { edits: [], files: [] };

/** What turns off the transaction of the section that holds the statement. */
export function turningOff({ path, text, tokens, tool }: LaidOutFile, { span }: Statement): Change {
  const how = tool?.transactions.turnOff;
  switch (how?.by) {
    case undefined:
      return NO_CHANGE;
    case 'line':
      return { edits: [{ start: 0, end: 0, text: `${how.line}\n` }], files: [] };
    case 'file':
      return { edits: [], files: [{ path: beside(path, how.name), text: how.text }] };
    case 'name': {
      const renamedTo = withoutTransaction(path, how);
      return renamedTo === path ? NO_CHANGE : { ...NO_CHANGE, renamedTo };
    }
    case 'marker': {
      const mark = tokens.comments.findLast(
        ({ start, text: line }) => start < span.start && tool?.transactions.mark?.test(line),
      );
      // Of two settings, the first may be the one that counts.
      const [setting = ''] = how.ending.trim().split(':');
      if (!mark || mark.text.toLowerCase().includes(`${setting.toLowerCase()}:`)) return NO_CHANGE;
      const end = mark.start + text.slice(mark.start, mark.end).trimEnd().length;
      return { edits: [{ start: end, end, text: how.ending }], files: [] };
    }
  }
}

/** `1_x.autocommit.up.sql` of `1_x.up.sql`; also of itself. */
function withoutTransaction(path: string, { part, before }: TurnOff & { readonly by: 'name' }): string {
  const at = path.search(before);
  return at < 0 || path.slice(0, at).endsWith(part) ? path : path.slice(0, at) + part + path.slice(at);
}

function beside(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + name;
}

/**
 * Writes the statement behind the transaction of the file itself, where the tool begins none. Only if it is alone in it: what
 * stands beside it would stay if it fails, and the tool would run the file again.
 */
function* behindCommit(file: LaidOutFile, statement: Statement, written: Written): Generator<Layout> {
  const { path, text, script, tool } = file;
  if (tool?.transactions.unit !== 'none') return;
  const at = script.statements.indexOf(statement);
  const [opening, closing] = [script.statements[at - 1], script.statements[at + 1]];
  if (!opening || !closing || boundaryOf(opening) !== 'begin' || boundaryOf(closing) !== 'commit') return;
  const { kept, moving } = divided(written);
  const isBlank = text.slice(afterTerminator(text, statement.span.end), closing.span.start).trim() === '';
  if (kept.length > 0 || !isBlank || isChained(file, closing)) return;
  const moved = joined(
    moving.map((step) => ({ sql: step.sql, step })),
    SEPARATOR,
  );
  const end = afterTerminator(text, closing.span.end);
  const comments = text.slice(afterTerminator(text, opening.span.end), statement.span.start).trim();
  const head = comments === '' ? '' : `${comments}\n`;
  const { start } = opening.span;
  const placed = moved.placed.map(({ step, at: offset }) => ({ path, offset: start + head.length + offset, step }));
  yield { edits: [{ start, end, text: `${head}${moved.text};` }], files: [], placed };
}

/** COMMIT AND CHAIN begins another transaction. */
export function isChained({ text }: LaidOutFile, { span }: Statement): boolean {
  return /\bchain\b/i.test(text.slice(span.start, span.end));
}

/** Whether the statement ends the only transaction of its section, which begins with it. What moves out runs after it. */
function endsOnlyTransaction(file: LaidOutFile, statement: Statement): boolean {
  const section = file.script.statements.filter(({ section }) => section === statement.section);
  const isOnly = section.every((each, at) => (at === 0 || each === statement) === isBoundary(each));
  const [first] = section;
  if (!first || !isOnly || section.at(-1) !== statement || boundaryOf(first) !== 'begin') return false;
  return boundaryOf(statement) === 'commit' && !isChained(file, statement);
}

/** Whether nothing but its beginning and end would stay of the transaction. */
function isAloneInTransaction({ script }: LaidOutFile, statement: Statement): boolean {
  const others = script.statements.filter((each) => each.section === statement.section && each !== statement);
  return others.length > 0 && others.every(isBoundary);
}

/** What stays in the place of the statement, and the steps from the first that cannot run there. */
function divided({ rest, steps }: Written): { readonly kept: readonly string[]; readonly moving: readonly Step[] } {
  const first = steps.findIndex(({ run }) => run !== undefined);
  const staying = steps.slice(0, first).map(({ sql }) => sql);
  return { kept: [...(rest === undefined ? [] : [rest]), ...staying], moving: steps.slice(first) };
}

/** Moves the steps that cannot run in the file to files of their own, and what has to stay behind them too. */
function* inFollowingFiles(file: LaidOutFile, statement: Statement, written: Written): Generator<Layout> {
  const { tool, text } = file;
  if (!tool?.newFile || /\bStatement(?:Begin|End)\b/.test(text) || dependsOnSession(file, statement)) return;
  const { kept, moving } = divided(written);
  if (kept.length === 0 && isAloneInTransaction(file, statement)) return;
  const region = regionOf(file, statement, kept.length > 0);
  const after = statementsAfter(file, statement).filter((other) => !endsOnlyTransaction(file, other));
  const isFirst = !hasStatementBefore(file, statement) && kept.length === 0;
  const own = kept.join(SEPARATOR + indentAt(text, statement.span.start));
  // All of them in one file, or each in its own.
  const groupings = moving.length > 1 ? [[moving], moving.map((step) => [step])] : [[moving]];
  if (!(isFirst && after.length === 0) && after.every((other) => isIndependent(other, file, statement, moving))) {
    const more = appended(file, moving);
    if (more) yield { edits: [{ start: region.start, end: region.end, text: own }], ...more };
    for (const groups of groupings) {
      const files = newFiles(file, partsWith(groups, region.comments));
      if (files) yield { edits: [{ start: region.start, end: region.end, text: own }], ...files };
    }
  }
  if (isFirst) yield* withFirstKept(file, statement, written);
  if (after.length === 0 || hasTransaction(file)) return;
  if (!isFirst) yield* withTail(file, statement, { region, own, groupings });
}

/** Moves the steps, and behind them what follows the statement. */
function* withTail(
  file: LaidOutFile,
  statement: Statement,
  { region, own, groupings }: { region: Region; own: string; groupings: readonly (readonly (readonly Step[])[])[] },
): Generator<Layout> {
  const { end, tail } = tailOf(file, statement);
  const cut = { start: region.start, end, text: own === '' ? '' : `${own};\n` };
  for (const parts of partsBefore(groupings, region.comments)) {
    const files = newFiles(file, parts, tail);
    if (files) yield { edits: [cut], ...files };
  }
}

/**
 * The parts of which the last one gets what follows the steps. First one of its own, since a change of the table beside the steps
 * needs a stronger lock in their transaction; then the last of the steps, since a rule may need to see both in one file.
 */
function partsBefore(
  groupings: readonly (readonly (readonly Step[])[])[],
  comments: string,
): readonly (readonly Part[])[] {
  const joined = groupings.filter((groups) => groups.at(-1)?.every(({ run }) => run !== 'outside-transaction'));
  return [...groupings.map((groups) => [...groups, []]), ...joined].map((groups) => partsWith(groups, comments));
}

/** The statement is the first: at least one step stays, and what follows moves. */
function* withFirstKept(file: LaidOutFile, statement: Statement, written: Written): Generator<Layout> {
  const { end, tail } = tailOf(file, statement);
  if (tail !== '' && hasTransaction(file)) return;
  const from = afterTerminator(file.text, statement.span.end);
  const cut = tail === '' ? [] : [{ start: from, end, text: '\n' }];
  for (let kept = written.steps.length; kept > 0; kept--) {
    const moving = written.steps.slice(kept);
    if (moving.length === 0 && tail === '') continue;
    const groups = moving.map((step) => [step]);
    for (const parts of tail === '' ? [partsWith(groups, '')] : partsBefore([groups], '')) {
      const files = newFiles(file, parts, tail);
      if (!files) return;
      for (const turnsOff of file.tool?.transactions.turnOff ? [false, true] : [false]) {
        const own = inPlace(file, statement, { ...written, steps: written.steps.slice(0, kept) }, turnsOff);
        const placed = [...own.placed, ...files.placed];
        yield { ...own, edits: [...own.edits, ...cut], files: [...own.files, ...files.files], placed };
      }
    }
  }
}

/** What follows a statement in its section. */
function tailOf(file: LaidOutFile, statement: Statement): { readonly end: number; readonly tail: string } {
  const end = sectionEnd(file, statement);
  return { end, tail: file.text.slice(afterTerminator(file.text, statement.span.end), end).trim() };
}

function partsWith(groups: readonly (readonly Step[])[], comments: string): readonly Part[] {
  return groups.map((steps, at) => ({ steps, comments: at === 0 ? comments : '' }));
}

interface Part {
  readonly steps: readonly Step[];
  /** Comments above the first step. */
  readonly comments: string;
}

/** The files that run after the file, in order; undefined if they cannot be named. `tail` ends the last one. */
function newFiles(file: LaidOutFile, parts: readonly Part[], tail = ''): Pick<Layout, 'files' | 'placed'> | undefined {
  const files: FixFile[] = [];
  const placed: Layout['placed'][number][] = [];
  let path: string | undefined = file.path;
  for (const [index, part] of parts.entries()) {
    path = nextPath(path, file);
    if (path === undefined) return undefined;
    const made = newFile(path, part, file.tool, index === parts.length - 1 ? tail : '');
    files.push(...made.files);
    if (file.hasUndo || file.tool?.newFile?.needsUndo)
      files.push({ path: undoOf(made.path), text: '-- The migration before this one undoes it.\n' });
    placed.push(...made.placed);
  }
  return { files, placed };
}

/** The next path behind those that earlier fixes of the run have taken. */
function nextPath(path: string, file: LaidOutFile): string | undefined {
  let next = followingPath(path);
  while (next !== undefined && addedAt(next, file) !== undefined) next = followingPath(next);
  return next;
}

/** The path of the file that an earlier fix has added there, under its plain name or the one without a transaction. */
function addedAt(path: string, { added, tool }: LaidOutFile): string | undefined {
  const off = tool?.transactions.turnOff;
  return [path, ...(off?.by === 'name' ? [withoutTransaction(path, off)] : [])].find((each) => added.has(each));
}

/** Steps at the end of the last file that earlier fixes have added behind the file; undefined if there is none. */
function appended(file: LaidOutFile, steps: readonly Step[]): Pick<Layout, 'files' | 'placed'> | undefined {
  let last: string | undefined;
  for (let next = followingPath(file.path); next !== undefined; next = followingPath(next)) {
    const at = addedAt(next, file);
    if (at === undefined) break;
    last = at;
  }
  const before = last === undefined ? undefined : file.added.get(last);
  if (last === undefined || before === undefined) return undefined;
  const own = joined(
    steps.map((step) => ({ sql: step.sql, step })),
    SEPARATOR,
  );
  const at = last;
  return {
    files: [{ path: at, text: `${before}${own.text};\n` }],
    placed: own.placed.map(({ step, at: offset }) => ({ path: at, offset: before.length + offset, step })),
  };
}

/** The path of the file that undoes a migration of two files; that of the migration itself if it is of one. */
export function undoOf(path: string): string {
  return path.replace(/(?<=^|[/.])up\.sql$/, 'down.sql');
}

function newFile(
  plainPath: string,
  { steps, comments }: Part,
  tool: ToolRow | undefined,
  tail: string,
): Pick<Layout, 'files' | 'placed'> & { readonly path: string } {
  const off = steps.some(({ run }) => run === 'outside-transaction') ? tool?.transactions.turnOff : undefined;
  const path = off?.by === 'name' ? withoutTransaction(plainPath, off) : plainPath;
  const opening = tool?.newFile?.opening;
  const marker = opening === undefined ? '' : `${opening}${off?.by === 'marker' ? off.ending : ''}\n`;
  const head = `${off?.by === 'line' ? `${off.line}\n` : ''}${marker}${comments}`;
  const own = joined(
    steps.map((step) => ({ sql: step.sql, step })),
    SEPARATOR,
  );
  const texts = [...(own.text === '' ? [] : [`${own.text};\n`]), ...(tail === '' ? [] : [`${tail}\n`])];
  const files = [{ path, text: head + texts.join('\n') }];
  if (off?.by === 'file') files.push({ path: beside(path, off.name), text: off.text });
  return { path, files, placed: own.placed.map(({ step, at }) => ({ path, offset: head.length + at, step })) };
}

interface Text {
  readonly sql: string;
  readonly step?: Step;
}

export function joined(texts: readonly Text[], separator: string) {
  let text = '';
  const placed: { readonly step: Step; readonly at: number }[] = [];
  for (const { sql, step } of texts) {
    if (text !== '') text += separator;
    if (step) placed.push({ step, at: text.length });
    text += sql;
  }
  return { text, placed };
}

export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(line) ? line : '';
}

interface Region extends Span {
  /** The comments above the statement, if they are a part of it. */
  readonly comments: string;
}

/**
 * What a statement takes of the file: itself if something takes its place, else its lines with the comments above, but for those
 * that the tool reads.
 */
export function regionOf(file: LaidOutFile, { span, comments }: Statement, isReplaced: boolean): Region {
  if (isReplaced) return { ...span, comments: '' };
  const { text } = file;
  const ofTool = lastMark(file, span.start);
  const above = comments.filter(({ start, end }) => start > ofTool && end <= span.start);
  const first = above[0]?.start ?? span.start;
  const lineStart = text.lastIndexOf('\n', first - 1) + 1;
  const start = /^[ \t]*$/.test(text.slice(lineStart, first)) ? lineStart : first;
  const end = afterTerminator(text, span.end);
  // With the empty line below it, if there is one above.
  const line = /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(0, start)) ? /^[ \t]*(?:\r?\n){0,2}/ : /^[ \t]*\r?\n?/;
  const rest = line.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + rest, comments: text.slice(first, span.start) };
}

/** Start of the last comment before the offset that means something to the tool; -1 if there is none. */
function lastMark({ tokens, path, text, tool }: LaidOutFile, offset: number): number {
  const { mark, off } = tool?.transactions ?? {};
  const settings = tokens.comments.filter((comment) =>
    [comment.text, text.slice(comment.start, comment.end)].some((each) => mark?.test(each) || off?.test(each)),
  );
  // The first section is that of the file, without a comment.
  const starts = [
    ...settings.map(({ start }) => start),
    ...sectionsOf(tokens, path)
      .slice(1)
      .map(({ from }) => from),
  ];
  return Math.max(-1, ...starts.filter((start) => start < offset));
}

/** Behind the `;` of a statement that ends at the offset. */
export function afterTerminator(text: string, end: number): number {
  return end + (/^\s*;/.exec(text.slice(end))?.[0].length ?? 0);
}

function statementsAfter({ script }: LaidOutFile, statement: Statement): readonly Statement[] {
  return script.statements.filter(
    ({ span, section }) => span.start > statement.span.start && section === statement.section,
  );
}

function hasStatementBefore({ script }: LaidOutFile, statement: Statement): boolean {
  return script.statements.some(
    ({ span, section }) => span.start < statement.span.start && section === statement.section,
  );
}

function hasTransaction({ script }: LaidOutFile): boolean {
  return script.statements.some(isBoundary);
}

export function isBoundary(statement: Statement): boolean {
  return boundaryOf(statement) !== undefined;
}

export function boundaryOf({ operations }: Statement): Operation['kind'] | undefined {
  return operations.find(({ kind }) => kind === 'begin' || kind === 'commit' || kind === 'rollback')?.kind;
}

/** Where the section of the statement ends. */
function sectionEnd({ tokens, path, text }: LaidOutFile, { span }: Statement): number {
  return sectionsOf(tokens, path).find(({ from }) => from > span.start)?.from ?? text.length;
}

/** Whether a statement does the same before and after what moves behind it. */
function isIndependent(other: Statement, { text }: LaidOutFile, moved: Statement, moving: readonly Step[]): boolean {
  if (other.unreadable.length > 0) return false;
  const words = wordsOf(text.slice(other.span.start, other.span.end));
  const shared = () => sharedNames(words, wordsOf(text.slice(moved.span.start, moved.span.end)), other, moved);
  const validated = validatedBy(moving);
  if (validated !== undefined && !words.has(validated) && isBesideValidation(other, words, shared)) return true;
  const names = namesOf(moved);
  if (!names || names.objects.some((name) => words.has(name))) return false;
  const writesRows = !moved.operations.every(({ kind }) => ADDITIONS.has(kind));
  const isApart = ({ kind }: Operation) =>
    !writesRows && APART.has(kind) && !words.has('cascade') && shared().length === 0;
  if (!other.operations.every((operation) => isPlain(operation) || isApart(operation))) return false;
  // A view or a trigger may show the rows under another name.
  if (writesRows && other.operations.some(({ kind }) => WRITES.has(kind))) return false;
  if (names.tables && !names.tables.some((name) => words.has(name))) return true;
  // What moves writes no rows, and needs no more of the table than it has.
  if (!moved.operations.every(({ kind }) => ADDITIONS.has(kind))) return false;
  return other.operations.every(
    ({ kind, lockedTables }) =>
      ADDITIONS.has(kind) &&
      (isAdded(moved) || lockedTables?.every((table) => !names.tables?.includes(lastPartOf(table)))),
  );
}

/**
 * The constraint that the steps validate, and after that use and drop at most: what stays before them holds new rows to it
 * already. Undefined if they do something else.
 */
function validatedBy(steps: readonly Step[]): string | undefined {
  const [first, ...others] = steps;
  const name = VALIDATES.exec(first?.sql ?? '')?.[1]
    ?.replaceAll('"', '')
    .toLowerCase();
  return name !== undefined && others.every(({ sql }) => USES_VALIDATED.test(sql)) ? name : undefined;
}

const VALIDATES = /^ALTER\s+TABLE\s[^,;]*\sVALIDATE\s+CONSTRAINT\s+("[^"\s,;]+"|[\w$]+)$/i;
const USES_VALIDATED =
  /^ALTER\s+TABLE\s[^,;]*\s(?:ALTER\s+(?:COLUMN\s+)?\S+\s+SET\s+NOT\s+NULL|DROP\s+CONSTRAINT\s+[^\s,;]+)$/i;

/** Whether a statement may run before the validation of a constraint that new rows are held to already. */
function isBesideValidation(
  { operations }: Statement,
  words: ReadonlySet<string>,
  shared: () => readonly string[],
): boolean {
  return operations.every((operation) => {
    const { kind, place } = operation;
    // A table may be made like another one, with what is NOT NULL there.
    if (kind === 'create_table') return !words.has('like') && !words.has('inherits') && !words.has('partition');
    if (WRITES.has(kind)) return place === 'statement' || place === 'cte';
    if (place !== 'statement') return kind === 'select';
    if (BESIDE_VALIDATION.has(kind) || (kind === 'create_other' && words.has('statistics'))) return true;
    return (APART.has(kind) || CHANGES_COLUMN.has(kind)) && !words.has('cascade') && shared().length === 0;
  });
}

/** The words of both statements that may be names of the same thing, other than the tables that the moved one changes. */
function sharedNames(words: ReadonlySet<string>, ofMoved: ReadonlySet<string>, other: Statement, moved: Statement) {
  const tables = new Set(moved.operations.flatMap(({ target }) => (target.name ? [lastPartOf(target.name)] : [])));
  // A column may have the name of a common word.
  const columns = new Set(other.operations.flatMap(({ columns: own = [] }) => own.map((name) => name.toLowerCase())));
  const mayName = (word: string) => columns.has(word) || (!tables.has(word) && !COMMON_WORDS.has(word));
  return [...words].filter((word) => ofMoved.has(word) && mayName(word));
}

const COMMON_WORDS: ReadonlySet<string> = new Set(
  'add alter cascade column concurrently constraint create data default delete drop exists false foreign if index key not null on only public references restrict set table true type unique update using'.split(
    ' ',
  ),
);

/** Changes that do nothing to the rows of a table, and nothing to what they do not name. */
const APART: ReadonlySet<Operation['kind']> = new Set(['drop_constraint', 'drop_type', 'rename_other']);
const CHANGES_COLUMN: ReadonlySet<Operation['kind']> = new Set(['drop_column', 'drop_not_null']);

/** Changes for which it does not matter whether a constraint of the table is validated. */
const BESIDE_VALIDATION: ReadonlySet<Operation['kind']> = new Set([
  ...(['create_index', 'drop_index', 'add_constraint', 'add_cascade', 'validate_constraint', 'add_column'] as const),
  ...(['set_not_null', 'create_type', 'create_sequence', 'create_view', 'create_function', 'create_trigger'] as const),
  ...(['create_policy', 'enable_row_security', 'comment', 'grant', 'revoke', 'set_default', 'drop_default'] as const),
]);

/** Changes of a table that need no index or constraint of it, unless they refer to the table. */
const ADDITIONS: ReadonlySet<Operation['kind']> = new Set([
  ...(['create_index', 'drop_index', 'add_constraint', 'add_cascade', 'validate_constraint', 'add_column'] as const),
  ...(['set_default', 'drop_default', 'drop_not_null', 'alter_table', 'create_table', 'create_type'] as const),
]);

/** Operations that write rows. */
const WRITES: ReadonlySet<Operation['kind']> = new Set(['insert', 'replace', 'update', 'delete', 'merge', 'copy_from']);
const DESCRIBES: ReadonlySet<Operation['kind']> = new Set([
  ...(['comment', 'grant', 'revoke', 'create_view', 'create_function', 'create_policy', 'create_trigger'] as const),
  ...(['drop_table', 'drop_column', 'set_not_null', 'rename_table', 'rename_column', 'alter_type'] as const),
  ...(['create_sequence', 'create_schema', 'create_extension', 'enable_row_security'] as const),
]);

/** Whether an operation does what it says and nothing else: it calls no routine and refreshes no view. */
function isPlain(operation: Operation): boolean {
  const { kind, place } = operation;
  if (kind === 'set') return KEEPS_MEANING.test(operation.target.name ?? '');
  return (
    (place === 'statement' || kind === 'select' || (place === 'cte' && WRITES.has(kind))) &&
    [ADDITIONS, WRITES, DESCRIBES].some((kinds) => kinds.has(kind))
  );
}

/** Settings with which statements do the same. */
const KEEPS_MEANING = /^(?:lock_timeout|client_min_messages|application_name)$/;
const CHANGES_SESSION: ReadonlySet<Operation['kind']> = new Set([
  ...(['set_role', 'use', 'lock_table', 'meta_command', 'prepare', 'attach_database'] as const),
]);

/** Whether the statement may do something else in another session: after settings, locks or temporary tables of the file. */
function dependsOnSession({ script, text }: LaidOutFile, { span }: Statement): boolean {
  return script.statements.some((other) => {
    if (other.span.start >= span.start) return false;
    if (/\bset_config\s*\(/i.test(text.slice(other.span.start, other.span.end))) return true;
    return other.operations.some(
      ({ kind, target, temporary }) =>
        CHANGES_SESSION.has(kind) ||
        (kind === 'create_table' && temporary) ||
        (kind === 'set' && !KEEPS_MEANING.test(target.name ?? '')),
    );
  });
}

/** Whether only the validation of a constraint moves, or the drop of an index, which no addition needs. */
function isAdded({ operations }: Statement): boolean {
  return operations.every(
    ({ kind, constraintType }) =>
      kind === 'drop_index' ||
      kind === 'add_cascade' ||
      (kind === 'add_constraint' && /^(?:foreign_key|check)$/.test(constraintType ?? '')),
  );
}

/** The indexes and constraints that a statement changes, in lower case, and the tables that it needs; undefined if not known. */
function namesOf({ operations, facts }: Statement) {
  const objects: (string | undefined)[] = [];
  const tables: (string | undefined)[] = [
    ...(facts.tablesRead ?? [undefined]),
    ...(facts.tablesWritten ?? [undefined]),
  ];
  for (const { kind, target, table, constraint, lockedTables } of operations) {
    if (kind === 'create_index' || kind === 'drop_index') objects.push(target.name);
    else tables.push(target.name);
    // Where an index is dropped, its table is not written.
    if (kind === 'drop_index' && table === '') tables.push(undefined);
    objects.push(constraint);
    tables.push(table, ...(lockedTables ?? [undefined]));
  }
  const own = known(objects);
  return own && { objects: own, tables: known(tables) };
}

function known(names: readonly (string | undefined)[]): readonly string[] | undefined {
  if (names.includes(undefined)) return undefined;
  return names.flatMap((name) => (name ? [lastPartOf(name)] : []));
}
