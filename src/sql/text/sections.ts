import type { MigrationTool, Section, Unreadable } from '../../model/index.ts';
import { type SectionMark, TOOL_ENTRIES } from './migration-tools.ts';
import type { TokenList } from './tokens.ts';

interface Marker extends SectionMark {
  readonly tools: readonly MigrationTool[];
}

/** The marks of all tools, each once. */
const MARKERS: readonly Marker[] = [...new Set(TOOL_ENTRIES.flatMap(([, { sections }]) => sections))].map((mark) => ({
  ...mark,
  tools: TOOL_ENTRIES.filter(([, { sections }]) => sections.includes(mark)).map(([tool]) => tool),
}));
const COMMENTS = MARKERS.filter((marker) => marker.in === 'comment');
const NAMES = MARKERS.filter((marker) => marker.in === 'path');

export interface SectionAt {
  readonly from: number;
  readonly section: Section;
  readonly tools: readonly MigrationTool[];
}

/** A text without markers. */
export const NO_SECTIONS: readonly SectionAt[] = [{ from: 0, section: '', tools: [] }];

function sectionNamed(name = ''): Section {
  if (name.toLowerCase() === 'up') return 'up';
  return name === 'B' ? 'baseline' : 'down';
}

/** The section of a whole file, by its path. */
function sectionOfPath(path: string, tool: MigrationTool | undefined): SectionAt | undefined {
  for (const { pattern, tools, ifConfigured } of NAMES) {
    const found = ifConfigured && !(tool && tools.includes(tool)) ? undefined : pattern.exec(path);
    if (found) return { from: 0, section: sectionNamed(found[1]), tools };
  }
  return undefined;
}

/**
 * The sections of a file in order, each with its start offset.
 *
 * @param tool what the configuration names
 */
export function sectionsOf(tokens: TokenList, path: string, tool?: MigrationTool): readonly SectionAt[] {
  const named = sectionOfPath(path, tool);
  const sections: SectionAt[] = named ? [named] : [...NO_SECTIONS];
  // A tool that finds further markers divides the file in another way.
  const isHidden = hiddenMarkers(tokens).length > 0;
  for (const comment of tokens.comments) {
    for (const { pattern, exact, tools } of COMMENTS) {
      const found = pattern.exec(comment.text);
      if (!found) continue;
      const raw = tokens.text.slice(comment.start, comment.end).trimEnd();
      const own = !isHidden && exact?.test(raw) === true && isLine(tokens.text, comment.start, comment.end);
      sections.push({ from: comment.start, section: sectionNamed(found[1]), tools: own ? tools : [] });
    }
  }
  return sections;
}

/** Tools look for their markers in lines, whatever SQL the lines belong to. */
const MARKER_LINE =
  /^([ \t]*)--[ \t]*(\+goose[ \t]+(?:up|down)|\+migrate[ \t]+(?:up|down)|migrate:(?:up|down)|rambler[ \t]+(?:up|down)|(?:\/\/[ \t]*)?@UNDO)\b/gim;

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
