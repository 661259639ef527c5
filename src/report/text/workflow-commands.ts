import type { Location, Notice } from '../../model/index.ts';
import { breakLineCommands, cut, visible } from './visible.ts';
import { placeOf, plural } from './words.ts';

// What the runner keeps of a step: the first ten of each kind, 4,096 characters of each message. A title longer than 255
// characters makes the host refuse the annotation.
const PER_KIND = 10;
export const MESSAGE_LIMIT = 4096;
const TITLE_LIMIT = 255;

/** In the order of their weight. */
export type AnnotationKind = 'error' | 'warning' | 'notice';

/** What GitHub shows on a line of a file, or, without a path, on the whole run. */
export interface Annotation {
  readonly kind: AnnotationKind;
  readonly title: string;
  /** Raw lines. */
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
  // What is about the whole change has the repository as its path, which is no file to annotate.
  const file = path === '.' ? undefined : path;
  if (file !== undefined) list.push(['file', visible(file)]);
  if (file !== undefined && location !== undefined) {
    const { start, end } = location;
    list.push(['line', start.line], ['endLine', end.line]);
    // The host drops columns of an annotation over several lines. Its last column is inclusive.
    if (start.line === end.line) {
      list.push(['col', start.column], ['endColumn', Math.max(start.column, end.column - 1)]);
    }
  }
  list.push(['title', cut(visible(title), TITLE_LIMIT)]);
  return list.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
}

/** One workflow command. `more` goes behind the message and is never cut. */
function command(annotation: Annotation, more = ''): string {
  const message = annotation.message.map(visible).join('\n');
  const data = cut(message, MESSAGE_LIMIT - more.length, ' … (cut)') + more;
  return `::${annotation.kind} ${properties(annotation)}::${escapeData(data)}`;
}

/** Commands of one kind, as many as the runner keeps; the last says how many are not among them. */
export function commands(kind: AnnotationKind, all: readonly Annotation[]): readonly string[] {
  const ofKind = all.filter((annotation) => annotation.kind === kind);
  const left = ofKind.length - PER_KIND;
  const room = `${PER_KIND} for a step`;
  const more = `\n… and ${plural(left, `more ${kind}`)}: GitHub shows ${room}. The job summary lists all.`;
  return ofKind
    .slice(0, PER_KIND)
    .map((annotation, i) => command(annotation, left > 0 && i === PER_KIND - 1 ? more : ''));
}

export function ofNotice({ level, message, path, location }: Notice): Annotation {
  // The path is said too: a reader of the log does not see what a command is attached to.
  const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
  return { kind: level, title: 'Querygate', message: [where + message], path, location };
}

/** Says why a run fails where no line of a file does. */
export function ofConclusion(conclusion: string): Annotation {
  return { kind: 'error', title: 'Querygate', message: [conclusion], path: undefined, location: undefined };
}

/** Raw text as one line of the log that is no command. */
export function plainLine(text: string): readonly string[] {
  return breakLineCommands([visible(text)]);
}
