import {
  CONTEXT_LIMITS,
  counted,
  type Dialect,
  type OperationKind,
  type SchemaChange,
  type SchemaFile,
} from '../../model/index.ts';
import { type Definition, nameOf, type SchemaText, wordsOf } from '../../sql/index.ts';
import { type AddedToTable, tableChanges } from './compare-tables.ts';
import type { Renames } from './refactor-log.ts';

/** A schema file that a change edits, moves, adds or deletes. */
export interface ChangedSchemaFile {
  /** Its path, or the old one if it is deleted. */
  readonly path: string;
  /** Undefined if there is none, or if it is not a part of the schema. */
  readonly base: SchemaText | undefined;
  readonly head: SchemaText | undefined;
}

type Side = 'base' | 'head';

/** What a tool does if it applies the new version of some schema files to a database that has the old one. */
export function compareSchemas(
  files: readonly ChangedSchemaFile[],
  dialect: Dialect,
  renames: Renames,
): ReadonlyMap<string, SchemaFile> {
  const comparison = new Comparison(files, dialect, renames);
  const newNameOf = ({ kind, target }: Definition) => {
    const renamed = kind === 'create_table' ? renames.table(target) : undefined;
    return renamed && { kind: renamed.kind, key: `create_table ${nameOf(renamed.to, dialect)}` };
  };
  const pairs = pairUp(placed(files, 'base'), placed(files, 'head'), newNameOf);
  for (const { base, head } of pairs) if (!head) comparison.goesWith(base);
  for (const { base, head, renamed } of pairs)
    if (head) comparison.compare(base, head, renamed);
    else comparison.remove(base);
  return new Map(files.map((file) => [file.path, comparison.resultOf(file)]));
}

interface Placed {
  readonly definition: Definition;
  readonly path: string;
}

/** Definitions that are a part of their table's. */
const PARTS: ReadonlySet<OperationKind> = new Set(['add_constraint', 'add_column'] as const);

class Comparison {
  readonly #dialect: Dialect;
  readonly #renames: Renames;
  readonly #found: ReadonlyMap<string, { changes: SchemaChange[]; unknown: string[]; replaced: number[] }>;
  readonly #added: Readonly<Record<Side, ReadonlyMap<string, AddedToTable>>>;
  readonly #texts: Readonly<Record<Side, ReadonlySet<string>>>;
  /** The words of statements that cannot be read now: they may define what seems to be gone. */
  readonly #unread: ReadonlySet<string>;
  readonly #tablesGone = new Set<string>();

  constructor(files: readonly ChangedSchemaFile[], dialect: Dialect, renames: Renames) {
    this.#dialect = dialect;
    this.#renames = renames;
    this.#found = new Map(files.map(({ path }) => [path, { changes: [], unknown: [], replaced: [] }]));
    this.#added = { base: addedTo(files, 'base', dialect), head: addedTo(files, 'head', dialect) };
    const textsOf = (side: Side) => new Set(files.flatMap((file) => [...(file[side]?.statements.keys() ?? [])]));
    this.#texts = { base: textsOf('base'), head: textsOf('head') };
    this.#unread = new Set(files.flatMap(({ head }) => head?.unread.flatMap((text) => [...wordsOf(text)]) ?? []));
  }

  goesWith({ definition: { kind, target } }: Placed): void {
    if (kind === 'create_table') this.#tablesGone.add(nameOf(target, this.#dialect));
  }

  remove({ definition: { kind, target, table }, path }: Placed): void {
    const owner = kind === 'enable_row_security' ? nameOf(target, this.#dialect) : ownerOf(table, this.#dialect);
    // What belongs to a table is dropped with it, and a statement that cannot be read is reported.
    if (PARTS.has(kind) || (owner !== undefined && this.#tablesGone.has(owner))) return;
    if (this.#unread.has((target.name ?? '').toLowerCase())) return;
    this.#found.get(path)?.changes.push({ kind: dropOf(kind), target, ...(table !== '' && { table }) });
  }

  /** @param renamed how the table got the new name */
  compare({ definition: before }: Placed, { definition: after, path }: Placed, renamed?: OperationKind): void {
    if (before.kind !== 'create_table') return;
    const added = (side: Side, { target }: Definition) => this.#added[side].get(nameOf(target, this.#dialect));
    const extra = { base: added('base', before), head: added('head', after) };
    const isSame = before.text === after.text;
    if (isSame && extra.base?.texts.join() === extra.head?.texts.join()) return;
    const found = this.#found.get(path);
    if (!isSame) found?.replaced.push(after.span.start);
    const { span } = after;
    if (renamed) found?.changes.push({ kind: renamed, target: before.target, span, statement: span.start });
    const changes = tableChanges(before, after, extra, this.#dialect, this.#renames);
    if (changes) found?.changes.push(...changes);
    else found?.unknown.push(`the file does not show all columns of ${after.target.text}, so ${NOT_KNOWN}`);
  }

  resultOf({ path, base, head }: ChangedSchemaFile): SchemaFile {
    const { changes = [], unknown = [], replaced = [] } = this.#found.get(path) ?? {};
    const lost = base?.unread.filter((text) => !this.#texts.head.has(text)).length ?? 0;
    const problems = [
      ...unknown.slice(0, CONTEXT_LIMITS.names),
      ...(lost > 0
        ? [`${counted(lost, 'statement')} that could not be read ${lost > 1 ? 'are' : 'is'} gone, so ${NOT_KNOWN}`]
        : []),
      ...(changes.length > CONTEXT_LIMITS.names
        ? [`the file has more than ${CONTEXT_LIMITS.names} changes of the schema: the rest was not judged`]
        : []),
    ];
    // Statements that came from another file define what the database has already.
    const moved = [...(head?.statements ?? [])].flatMap(([text, starts]) =>
      this.#texts.base.has(text) && !base?.statements.has(text) ? starts : [],
    );
    return { changes: changes.slice(0, CONTEXT_LIMITS.names), applied: [...replaced, ...moved], unknown: problems };
  }
}

const NOT_KNOWN = 'what the change loses is not known';

function dropOf(kind: OperationKind): OperationKind {
  if (kind === 'enable_row_security') return 'disable_row_security';
  return kind.replace(/^create_/, 'drop_') as OperationKind;
}

function ownerOf(table: string, dialect: Dialect): string | undefined {
  if (table === '') return undefined;
  const [name = '', schema = ''] = table.split('.').reverse();
  return nameOf({ name, schema, quoted: false, text: table }, dialect);
}

function placed(files: readonly ChangedSchemaFile[], side: Side): readonly Placed[] {
  return files.flatMap((file) => file[side]?.definitions.map((definition) => ({ definition, path: file.path })) ?? []);
}

interface Pair {
  readonly base: Placed;
  readonly head: Placed | undefined;
  readonly renamed?: OperationKind | undefined;
}

/** The definitions of the base, each with the one of the head that takes its place: in the same file if there is one. */
function pairUp(
  base: readonly Placed[],
  head: readonly Placed[],
  newNameOf: (definition: Definition) => { readonly kind: OperationKind; readonly key: string } | undefined,
): readonly Pair[] {
  const left = new Map<string, Placed[]>();
  for (const each of head) {
    const list = left.get(each.definition.key);
    if (list) list.push(each);
    else left.set(each.definition.key, [each]);
  }
  const take = (key: string, path?: string): Placed | undefined => {
    const list = left.get(key) ?? [];
    const at = path === undefined ? list.length - 1 : list.findIndex((each) => each.path === path);
    return at < 0 ? undefined : list.splice(at, 1)[0];
  };
  const inPlace = new Map(base.map((each) => [each, take(each.definition.key, each.path)]));
  return base.map((each) => {
    const same = inPlace.get(each) ?? take(each.definition.key);
    const renamed = same ? undefined : newNameOf(each.definition);
    const found = renamed && take(renamed.key);
    return found ? { base: each, head: found, renamed: renamed.kind } : { base: each, head: same };
  });
}

/** What ALTER TABLE adds to each table. */
function addedTo(files: readonly ChangedSchemaFile[], side: Side, dialect: Dialect): ReadonlyMap<string, AddedToTable> {
  const found = new Map<string, AddedToTable>();
  for (const { definition } of placed(files, side)) {
    if (!PARTS.has(definition.kind)) continue;
    const name = nameOf(definition.target, dialect);
    const known = found.get(name) ?? { constraints: [], columns: [], texts: [] };
    if (definition.constraint) known.constraints.push(definition.constraint);
    if (definition.kind === 'add_column') known.columns.push(...definition.columns);
    known.texts.push(definition.text);
    found.set(name, known);
  }
  return found;
}
