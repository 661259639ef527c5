import { ConfigError, OPERATION_KINDS, type Operation, type Span, type Statement } from '../../model/index.ts';
import { createSqlReader, tableOf } from '../../sql/index.ts';
import { explainOperation } from '../explain.ts';
import { dialectOf } from '../inputs/dialect.ts';
import { loadEffective } from '../inputs/effective-ruleset.ts';
import { type EditorDocument, withText } from './check-document.ts';
import { namedRule } from './exemptions.ts';
import { ruleText } from './rule-text.ts';

/** What a position shows: Markdown, and the text that it is about. */
interface HoverText {
  readonly markdown: string;
  readonly span: Span;
}

/** Operations of one statement that are described. */
const MAX_DESCRIBED = 10;

/**
 * What the statement at an offset does, or what the rule is about that an exemption there names. Undefined at other places, and
 * where rules or settings cannot be read.
 */
export async function hoverAt(document: EditorDocument, offset: number): Promise<HoverText | undefined> {
  try {
    const named = namedRule(document.text, offset);
    return named ? await ruleAt(document, named) : await statementAt(document, offset);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return undefined;
  }
}

async function ruleAt(
  { tree }: EditorDocument,
  { id, span }: { readonly id: string; readonly span: Span },
): Promise<HoverText | undefined> {
  const ruleset = await loadEffective({ tree, rules: undefined });
  const rule = ruleset.rules.find((each) => each.id === id);
  return rule && { markdown: ruleText(rule), span };
}

async function statementAt(document: EditorDocument, offset: number): Promise<HoverText | undefined> {
  const { path, text } = document;
  const reader = await createSqlReader(await dialectOf(withText(document), path, undefined));
  const { statements } = reader.read(text, { path });
  const statement = statements.find(({ span }) => span.start <= offset && offset <= span.end);
  return statement && { markdown: statementText(statement), span: statement.span };
}

function statementText({ operations, unreadable }: Statement): string {
  const shown = operations.slice(0, MAX_DESCRIBED);
  const more = operations.length - shown.length;
  return [
    ...unreadable.map(({ reason }) => `Not understood: ${reason}`),
    ...shown.map(operationText),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n\n');
}

function operationText(operation: Operation): string {
  const { kind, target } = operation;
  const what = target.text === '' ? '' : ` \`${target.text.replaceAll('`', '')}\``;
  return [`**${kind}**${what}: ${OPERATION_KINDS[kind].summary}`, locksText(operation), `_${factsOf(operation)}_`]
    .filter((line) => line !== '' && line !== '__')
    .join('  \n');
}

/** The facts that are set, without the kind and the target before them. */
function factsOf(operation: Operation): string {
  const text = explainOperation(operation);
  const at = text.indexOf('): ');
  return at === -1 ? '' : text.slice(at + 3).replaceAll(/[_*`]/g, String.raw`\$&`);
}

/** Which tables others wait for (PostgreSQL). */
function locksText(operation: Operation): string {
  const { locksTable, lockedTables = [] } = operation;
  const own = locksTable ? [tableOf(operation)?.name ?? operation.target.name ?? 'the table'] : [];
  const tables = [...own, ...lockedTables].map((table) => `\`${table.replaceAll('`', '')}\``);
  return tables.length === 0 ? '' : `Others wait for ${tables.join(', ')} until the transaction ends.`;
}
