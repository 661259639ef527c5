import type { MigrationTool, Section, Unreadable } from '../../model/index.ts';
import type { TokenList } from './tokens.ts';

interface Marker {
  readonly pattern: RegExp;
  readonly tools: readonly MigrationTool[];
}

/**
 * Comments that mark the start of a section; group 1 is `up` or `down`. `exact` is the form that the tool itself
 * accepts. A comment that matches only `pattern` still starts a section, but is not attributed to the tool, so it
 * exempts nothing.
 */
const COMMENTS: readonly (Marker & { readonly exact: RegExp })[] = [
  { pattern: /^\+goose\s+(up|down)\b/i, exact: /^-- \+goose (?:Up|Down)$/, tools: ['goose'] },
  {
    pattern: /^migrate:(up|down)\b/i,
    exact: /^-- migrate:(?:up|down)(?: transaction:(?:true|false))?$/,
    tools: ['dbmate'],
  },
  {
    pattern: /^\+migrate\s+(up|down)\b/i,
    exact: /^-- \+migrate (?:Up|Down)(?: notransaction)?$/,
    tools: ['sql-migrate'],
  },
  { pattern: /^rambler\s+(up|down)\b/i, exact: /^-- rambler (?:up|down)$/, tools: ['rambler'] },
];

/** File names that mark the whole file as one section. Case-sensitive as in the tools: sqlx runs `1.DOWN.sql` forward. */
const NAMES: readonly Marker[] = [
  { pattern: /\.(up|down)\.sql$/, tools: ['golang-migrate', 'sqlx', 'up-down-files'] },
  { pattern: /(?:^|\/)(up|down)\.sql$/, tools: ['diesel', 'up-down-files'] },
  // Undo migrations.
  { pattern: /(?:^|\/)(U)\d[\d._]*__[^/]*\.sql$/, tools: ['flyway'] },
  // Only the folder `revert` may be Sqitch's: `deploy/revert/x.sql` and `revert/deploy/x.sql` may be deployed. Any case,
  // because file systems that ignore it read `Deploy` too.
  {
    pattern:
      /^(?:(?!(?:deploy|revert|verify)\/)[^/]+\/)*(revert)\/(?:(?!(?:deploy|revert|verify)\/)[^/]+\/)*[^/]+\.sql$/i,
    tools: ['sqitch'],
  },
];

export interface SectionAt {
  readonly from: number;
  readonly section: Section;
  readonly tools: readonly MigrationTool[];
}

function match(markers: readonly Marker[], text: string, from: number): SectionAt | undefined {
  for (const { pattern, tools } of markers) {
    const found = pattern.exec(text);
    if (found) return { from, section: found[1]?.toLowerCase() === 'up' ? 'up' : 'down', tools };
  }
  return undefined;
}

/** A text without markers. */
export const NO_SECTIONS: readonly SectionAt[] = [{ from: 0, section: '', tools: [] }];

/**
 * The sections of a file in order, each with its start offset. Liquibase's `--rollback` lines are not sections: their
 * SQL is inside the comment and does not run with the file.
 */
export function sectionsOf(tokens: TokenList, path: string): readonly SectionAt[] {
  const named = match(NAMES, path, 0);
  const sections: SectionAt[] = named ? [named] : [...NO_SECTIONS];
  // A tool that finds further markers divides the file in another way.
  const isHidden = hiddenMarkers(tokens).length > 0;
  for (const comment of tokens.comments) {
    for (const { pattern, exact, tools } of COMMENTS) {
      const found = pattern.exec(comment.text);
      if (!found) continue;
      const raw = tokens.text.slice(comment.start, comment.end).trimEnd();
      const own = !isHidden && exact.test(raw) && isLine(tokens.text, comment.start, comment.end);
      const section = found[1]?.toLowerCase() === 'down' ? 'down' : 'up';
      sections.push({ from: comment.start, section, tools: own ? tools : [] });
    }
  }
  return sections;
}

/** Tools look for their markers in lines, whatever SQL the lines belong to. */
const MARKER_LINE =
  /^([ \t]*)--[ \t]*(\+goose[ \t]+(?:up|down)|\+migrate[ \t]+(?:up|down)|migrate:(?:up|down)|rambler[ \t]+(?:up|down))\b/gim;

/** The markers inside strings, bodies and block comments: a tool starts a section there, and SQL does not. */
export function hiddenMarkers({ text, comments }: TokenList): readonly Unreadable[] {
  const lines = [...text.matchAll(MARKER_LINE)].map(({ 0: line, 1: indent = '', 2: marker = '', index }) => ({
    span: { start: index + indent.length, end: index + line.length },
    marker,
  }));
  if (lines.length === 0) return [];
  const starts = new Set(comments.map(({ start }) => start));
  return lines
    .filter(({ span }) => !starts.has(span.start))
    .map(({ span, marker }) => {
      const readers = COMMENTS.find(({ pattern }) => pattern.test(marker))?.tools;
      const reason = `a migration tool (${readers?.join()}) reads a marker of its sections inside this string or comment`;
      return { reason, span, readers };
    });
}

/** Whether a comment is a line to the tools, for which a carriage return alone ends no line. */
function isLine(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  const startsLine = before === '' || before === '\n' || (start === 1 && before === '\ufeff');
  return startsLine && /^(?:\r?\n|\r?$)/.test(text.slice(end, end + 2));
}
