import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Command, Option } from 'commander';
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
  MarkupKind,
  ProposedFeatures,
  type Range,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { checkoutTree, repoRoot } from '../../ci/index.ts';
import { checkDocument, documentFixes, type EditorDocument, hoverAt, rulesToComplete } from '../../commands/index.ts';
import { dayOf, docsPage, type Finding, type Fix, type Location, PRODUCT } from '../../model/index.ts';

/** How long to wait for the next key, in milliseconds, before a document is judged. */
const PAUSE = 100;

export function lspCommand(): Command {
  return new Command('lsp')
    .description('language server for editors: findings while typing, on standard input and output')
    .addOption(new Option('--stdio', 'accepted, since editors pass it').hideHelp())
    .addHelpText('after', `\nDocs: ${docsPage('editors')}`)
    .action(runLanguageServer);
}

/** Serves one editor until it says that it exits, or closes standard input. */
function runLanguageServer(): void {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  let watches = false;
  let operations: readonly string[] = [];

  connection.onInitialize(({ capabilities }): InitializeResult => {
    const { didChangeWatchedFiles, workspaceEdit } = capabilities.workspace ?? {};
    watches = didChangeWatchedFiles?.dynamicRegistration === true;
    operations = workspaceEdit?.resourceOperations ?? [];
    return {
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        completionProvider: { triggerCharacters: [' ', ','] },
      },
      serverInfo: { name: PRODUCT.name, version: PRODUCT.version },
    };
  });
  connection.onInitialized(async () => {
    if (!watches) return;
    const watchers = [{ globPattern: '**/.querygate/**' }];
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  });

  publishFindings(connection, documents);
  connection.onCodeAction(async ({ textDocument, range, context: { only } }) => {
    const document = documents.get(textDocument.uri);
    const isWanted = only === undefined || only.some((kind) => CodeActionKind.QuickFix.startsWith(kind));
    const opened = isWanted && document && (await openedDocument(document));
    if (!opened) return [];
    const fixes = await documentFixes(opened, dayOf(new Date()));
    return fixes
      .filter(
        ({ finding: { location }, fix }) =>
          location && touches(range, rangeOf(location)) && needs(fix).every((each) => operations.includes(each)),
      )
      .map(({ finding, fix }) => quickFix(document, opened.root, finding, fix));
  });
  answerQuestions(connection, documents);
  documents.listen(connection);
  connection.listen();
}

type Documents = TextDocuments<TextDocument>;

/** Judges documents when typing pauses, and when rules or settings may have changed. */
function publishFindings(connection: Connection, documents: Documents): void {
  const waiting = new Map<string, NodeJS.Timeout>();
  const publish = async ({ uri }: TextDocument): Promise<void> => {
    const document = documents.get(uri);
    const opened = document && (await openedDocument(document));
    if (!opened) return;
    const { findings, problem } = await checkDocument(opened, dayOf(new Date()));
    // A change since then is judged by itself.
    if (documents.get(uri)?.version !== document.version) return;
    const diagnostics = problem === undefined ? findings.map(diagnosticOf) : [problemOf(problem)];
    await connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  };
  const judgeSoon = (document: TextDocument): void => {
    clearTimeout(waiting.get(document.uri));
    const judge = () => {
      waiting.delete(document.uri);
      publish(document).catch((error) => connection.console.error(`${error instanceof Error ? error.stack : error}`));
    };
    waiting.set(document.uri, setTimeout(judge, PAUSE));
  };
  documents.onDidChangeContent(({ document }) => judgeSoon(document));
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(waiting.get(uri));
    waiting.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  // Rules and settings are read anew each time.
  connection.onDidChangeWatchedFiles(() => documents.all().forEach(judgeSoon));
  documents.onDidSave(() => documents.all().forEach(judgeSoon));
}

/** Answers what the reader of a document asks. */
function answerQuestions(connection: Connection, documents: Documents): void {
  connection.onHover(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const opened = document && (await openedDocument(document));
    const found = opened && (await hoverAt(opened, document.offsetAt(position)));
    if (!found) return null;
    const { start, end } = found.span;
    return {
      contents: { kind: MarkupKind.Markdown, value: found.markdown },
      range: { start: document.positionAt(start), end: document.positionAt(end) },
    };
  });
  connection.onCompletion(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const opened = document && (await openedDocument(document));
    const rules = opened ? await rulesToComplete(opened, document.offsetAt(position)) : [];
    return rules.map(
      ({ id, message, text }): CompletionItem => ({
        label: id,
        kind: CompletionItemKind.Value,
        detail: message,
        documentation: { kind: MarkupKind.Markdown, value: text },
      }),
    );
  });
}

/** Whether two ranges have a position in common. */
function touches(a: Range, b: Range): boolean {
  const isBefore = (one: Range, other: Range) =>
    one.end.line < other.start.line || (one.end.line === other.start.line && one.end.character < other.start.character);
  return !isBefore(a, b) && !isBefore(b, a);
}

/** What an editor must be able to do with files to apply the fix. */
function needs({ files, renamedTo }: Fix): readonly string[] {
  return [...(files.length > 0 ? ['create'] : []), ...(renamedTo === undefined ? [] : ['rename'])];
}

/** Files are added next to the document, unless they are there. */
function quickFix(
  { uri, version }: TextDocument,
  root: string,
  finding: Finding,
  { title, edits, files, renamedTo }: Fix,
): CodeAction {
  const own = edits.map(({ location, text }) => ({ range: rangeOf(location), newText: text }));
  const added = files.flatMap(({ path, text }) => {
    const file = pathToFileURL(join(root, path)).href;
    return [
      { kind: 'create' as const, uri: file, options: { overwrite: false } },
      { textDocument: { uri: file, version: null }, edits: [{ range: TOP, newText: text }] },
    ];
  });
  const renamed =
    renamedTo === undefined
      ? []
      : [{ kind: 'rename' as const, oldUri: uri, newUri: pathToFileURL(join(root, renamedTo)).href }];
  return {
    title: `${title} (${finding.rule})`,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(finding)],
    edit: { documentChanges: [{ textDocument: { uri, version }, edits: own }, ...renamed, ...added] },
  };
}

/** The document in its repository; undefined if it is not a file. Outside of a repository, its folder is the root. */
async function openedDocument(
  document: TextDocument,
): Promise<(EditorDocument & { readonly root: string }) | undefined> {
  if (!document.uri.startsWith('file:')) return undefined;
  const at = fileURLToPath(document.uri);
  const folder = at.slice(0, at.lastIndexOf(sep)) || sep;
  const root = (await repoRoot(folder)) ?? folder;
  const path = relative(root, at).split(sep).join('/');
  return { root, tree: checkoutTree(root), path, text: document.getText() };
}

const SEVERITY = {
  block: DiagnosticSeverity.Error,
  unknown: DiagnosticSeverity.Error,
  warn: DiagnosticSeverity.Warning,
} as const;

function diagnosticOf({ rule, verdict, location, message, help }: Finding): Diagnostic {
  const text = help === '' ? message : `${message}\n${help}`;
  return {
    range: location ? rangeOf(location) : TOP,
    severity: SEVERITY[verdict],
    code: rule,
    source: PRODUCT.name,
    message: verdict === 'unknown' ? `unknown: ${text}` : text,
  };
}

function rangeOf({ start, end }: Location): Range {
  return { start: zeroBased(start), end: zeroBased(end) };
}

/** Lines and columns of an editor start at 0. */
function zeroBased({ line, column }: { readonly line: number; readonly column: number }) {
  return { line: line - 1, character: column - 1 };
}

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function problemOf(problem: string): Diagnostic {
  return { range: TOP, severity: DiagnosticSeverity.Error, source: PRODUCT.name, message: `not checked: ${problem}` };
}
