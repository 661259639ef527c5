import type { OperationKind, Span, Statement } from '../model/index.ts';
import { lastPartOf, lex, T, type TokenList, wordsOf } from '../sql/index.ts';
import { type BaseFile, perFile, scriptOf } from './base-files.ts';

/** Words before the name of a table, wherever it stands. */
const BEFORE_TABLE =
  /^(?:TABLE|EXISTS|ONLY|INTO|UPDATE|FROM|JOIN|USING|REFERENCES|INHERITS|LIKE|OF|ON|TO|BY|VIEW|INDEX|TYPE|ROW|SEQUENCE|CLASS|\.)$/;

/**
 * Whether the file may have a table of that name, in lower case. A word that is a column or in a comment is none. For warnings only: SQL that is put together at run time can name any table.
 */
export function mayNameTable(file: BaseFile, name: string): boolean {
  return tablesIn(file).has(name);
}

/** Operations in whose statements strings are data, and neither names of tables nor SQL. */
const HOLDS_DATA: ReadonlySet<OperationKind> = new Set<OperationKind>([
  ...(['create_type', 'alter_type', 'create_table', 'insert', 'update', 'comment', 'select'] as const),
]);

const tablesIn = perFile((file): ReadonlySet<string> => {
  const { statements, unreadable } = scriptOf(file);
  const textAt = ({ start, end }: Span) => file.text.slice(start, end);
  const data = statements.filter(
    (statement) =>
      statement.unreadable.length === 0 &&
      statement.operations.some(({ kind }) => kind !== 'select') &&
      statement.operations.every(({ kind, place }) => HOLDS_DATA.has(kind) && place !== 'routine_body'),
  );
  const kept = statements.filter((statement) => !onlyDropsTables(statement));
  return new Set([
    ...unreadable.flatMap(({ span }) => [...wordsOf(textAt(span))]),
    ...kept.flatMap((statement) => namedBy(statement) ?? [...wordsOf(textAt(statement.span))]),
    ...inTokens(lex(file.text, file.dialect), data, statements.filter(onlyDropsTables)),
  ]);
});

/** Such a statement shows that the tables do not exist afterwards. */
function onlyDropsTables({ operations, unreadable }: Statement): boolean {
  const drops = operations.every(({ kind, place }) => kind === 'drop_table' && place === 'statement');
  return unreadable.length === 0 && operations.length > 0 && drops;
}

/** The tables that a statement names, in lower case; undefined if that is not known. */
function namedBy({ operations, facts, unreadable }: Statement): readonly string[] | undefined {
  const { tablesRead, tablesWritten } = facts;
  if (unreadable.length > 0 || !tablesRead || !tablesWritten) return undefined;
  const changed = operations.flatMap(({ target, table, lockedTables = [] }) => [target.name, table, ...lockedTables]);
  const names = [...tablesRead, ...tablesWritten, ...changed];
  return names.flatMap((name) => (name ? [lastPartOf(name).toLowerCase()] : []));
}

type Spans = readonly { readonly span: Span }[];

/** Whether an offset is in one of the spans. Both are asked for in the order of the file. */
function insideOf(spans: Spans): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while (next < spans.length && (spans[next]?.span.end ?? 0) <= offset) next++;
    return (spans[next]?.span.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}

/**
 * The words where a table may be named, and those of texts that may be SQL.
 *
 * @param data in the order of the file, as `skipped`
 */
function* inTokens(tokens: TokenList, data: Spans, skipped: Spans): Generator<string> {
  const [isInData, isSkipped] = [insideOf(data), insideOf(skipped)];
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const isData = isInData(tokens.start(at));
    if (isSkipped(tokens.start(at))) continue;
    const kind = tokens.kind(at);
    const words = wordsOf(tokens.raw(at));
    const word = tokens.word(at);
    if (word === '(') depth++;
    else if (word === ')') depth--;
    const isText = kind === T.dollar || kind === T.unreadable || (kind === T.string && !isData);
    const before = tokens.word(at - 1);
    const isListed = depth <= 0 && before === ',';
    const isName = (kind === T.word || kind === T.quoted) && (isListed || BEFORE_TABLE.test(before));
    if (isText || isName) yield* words;
  }
}
