import { counted, type Location, type Notice } from '../../model/index.ts';
import { breakLineCommands, cut, visible } from './visible.ts';
import { placeOf } from './words.ts';

// GitHub keeps the first ten annotations of each kind per step, and 4,096 characters of each message. It rejects an
// annotation whose title is longer than 255 characters.
const MAX_PER_KIND = 10;
export const MESSAGE_LIMIT = 4096;
const TITLE_LIMIT = 255;

/** Most severe first. */
export type AnnotationKind = 'error' | 'warning' | 'notice';

/** A message that GitHub shows on a line of a file or, without a path, on the whole run. */
export interface Annotation {
  readonly kind: AnnotationKind;
  readonly title: string;
  /** Lines of raw text. */
  readonly message: readonly string[];
  readonly path: string | undefined;
  readonly location: Location | undefined;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function properties({ path, location, title }: Annotation): string {
  const list: [string, string | number][] = [];
  // The path `.` stands for the whole change; there is no file to annotate.
  const file = path === '.' ? undefined : path;
  if (file !== undefined) list.push(['file', visible(file)]);
  if (file !== undefined && location !== undefined) {
    const { start, end } = location;
    list.push(['line', start.line], ['endLine', end.line]);
    // GitHub ignores the columns of an annotation over several lines. `endColumn` is inclusive.
    if (start.line === end.line) {
      list.push(['col', start.column], ['endColumn', Math.max(start.column, end.column - 1)]);
    }
  }
  list.push(['title', cut(visible(title), TITLE_LIMIT)]);
  return list.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
}

/** One workflow command. `suffix` follows the message and is never cut. */
function command(annotation: Annotation, suffix = ''): string {
  const message = annotation.message.map(visible).join('\n');
  const data = cut(message, MESSAGE_LIMIT - suffix.length, ' … (cut)') + suffix;
  return `::${annotation.kind} ${properties(annotation)}::${escapeData(data)}`;
}

/** Commands of one kind, as many as GitHub keeps; the last one states how many were left out. */
export function commands(kind: AnnotationKind, all: readonly Annotation[]): readonly string[] {
  const ofKind = all.filter((annotation) => annotation.kind === kind);
  const left = ofKind.length - MAX_PER_KIND;
  const limit = `at most ${MAX_PER_KIND} per step`;
  const suffix = `\n… and ${counted(left, `more ${kind}`)}: GitHub shows ${limit}. The job summary lists all.`;
  return ofKind
    .slice(0, MAX_PER_KIND)
    .map((annotation, i) => command(annotation, left > 0 && i === MAX_PER_KIND - 1 ? suffix : ''));
}

/** Commands in a section of the log that is folded at first: the runner prints each of them as a line. */
export function foldedCommands(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `::group::Annotations\n${lines.join('\n')}\n::endgroup::\n`;
}

export function noticeAnnotation({ level, message, path, location }: Notice): Annotation {
  // The message repeats the path, since the log does not show what an annotation is attached to.
  const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
  return { kind: level, title: 'Querygate', message: [where + message], path, location };
}

/** States why a run fails, for runs in which no line of a file is at fault. */
export function conclusionAnnotation(conclusion: string): Annotation {
  return { kind: 'error', title: 'Querygate', message: [conclusion], path: undefined, location: undefined };
}

/** Raw text as one line of the log that GitHub does not read as a command. */
export function plainLine(text: string): readonly string[] {
  return breakLineCommands([visible(text)]);
}

/** The commands that reproduce a result, as plain lines of the log. */
export function repeatLines(commands: string | undefined): readonly string[] {
  if (commands === undefined) return [];
  return ['To reproduce this in a checkout:', ...commands.split('\n')].flatMap(plainLine);
}
