import { createHash } from 'node:crypto';
import type { CheckReport, Dialect, FileTree, Finding } from '../../src/model/index.ts';
import { decodeSql } from '../../src/sql/index.ts';
import { splitFile } from '../../src/sql/script/split-text.ts';
import { configure, withConfigured } from '../precision/configured.ts';
import { type Engine, treeOf } from '../precision/engine.ts';
import type { Repository } from '../precision/repositories.ts';

/** One finding in a file of the corpus. */
export interface CorpusFinding {
  readonly path: string;
  /** First 12 hex digits of the SHA-256 of the statement; `file` for a finding about a whole file. */
  readonly statement: string;
  readonly rule: string;
  /** The verdict, and the status if the finding does not count: `block`, `warn exempt`. */
  readonly verdict: string;
}

/** A finding with what a person needs to judge it. */
export interface ShownFinding extends CorpusFinding {
  readonly line: number;
  readonly message: string;
  readonly text: string;
}

export interface JudgedRepository {
  readonly files: number;
  readonly statements: number;
  readonly findings: readonly ShownFinding[];
  /** The statements of a file by the hashes of findings. */
  statementOf(path: string, hash: string): Promise<string>;
}

/** Judges all SQL files of a repository at its listed commit, with what `init` configures. */
export async function judgeRepository(
  engine: Engine,
  clone: string,
  repository: Repository,
): Promise<JudgedRepository> {
  const plain = await treeOf(engine, clone, repository.commit);
  const head = withConfigured(plain, await configure(engine, plain, repository));
  const report = await engine.commands.runCheck({
    change: undefined,
    head,
    event: 'local',
    today: '2026-01-01',
    findings: 'all',
    service: {},
  });
  const texts = statementTexts(report, await treeOf(engine, clone, repository.commit));
  const findings: ShownFinding[] = [];
  for (const finding of report.findings) findings.push(...(await shown(finding, texts)));
  return {
    files: report.totals.files,
    statements: report.totals.statements,
    findings,
    statementOf: async (path, hash) => {
      const all = [...(await texts(path)).values()];
      return all.find((text) => hashOf(text) === hash) ?? '';
    },
  };
}

type Texts = (path: string) => Promise<ReadonlyMap<number, string>>;

/** The statements of the report's files, by their offsets; of a file without a dialect, none. */
function statementTexts(report: CheckReport, tree: FileTree): Texts {
  const dialects = new Map(report.files.map(({ path, dialect }) => [path, dialect]));
  const known = new Map<string, ReadonlyMap<number, string>>();
  return async (path) => {
    const dialect = dialects.get(path);
    const entry = dialect && !known.has(path) ? await tree.read(path) : undefined;
    if (dialect && entry?.kind === 'file') known.set(path, statementsOf(entry.bytes, path, dialect));
    return known.get(path) ?? new Map();
  };
}

/** The finding, as often as it stands for others of its file. */
async function shown(finding: Finding, texts: Texts): Promise<readonly ShownFinding[]> {
  const { path, rule, verdict, status, message, location, statementOffset, count = 1 } = finding;
  const text = statementOffset === undefined ? '' : ((await texts(path)).get(statementOffset) ?? '');
  const row = {
    path,
    statement: text === '' ? 'file' : hashOf(text),
    rule,
    verdict: status === 'new' ? verdict : `${verdict} ${status}`,
    line: location?.start.line ?? 0,
    message,
    text,
  };
  return Array.from({ length: count }, () => row);
}

function hashOf(statement: string): string {
  return createHash('sha256').update(statement).digest('hex').slice(0, 12);
}

function statementsOf(bytes: Uint8Array, path: string, dialect: Dialect): ReadonlyMap<number, string> {
  const text = decodeSql(bytes).text ?? '';
  const { tokens, ranges } = splitFile(text, path, dialect);
  return new Map(
    ranges.map(({ from, to }) => [tokens.start(from), text.slice(tokens.start(from), tokens.end(to - 1))]),
  );
}
