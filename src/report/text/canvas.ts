import picocolors from 'picocolors';
import { counted, type Notice, type Verdict } from '../../model/index.ts';
import type { RenderOptions } from './options.ts';
import { visible } from './visible.ts';
import { wrapped } from './width.ts';
import { placeOf } from './words.ts';

type Colours = ReturnType<typeof picocolors.createColors>;
export type Paint = (text: string) => string;

/** Colours, marks, width and sections for writing to a terminal. */
export interface Canvas {
  readonly sections: RenderOptions['sections'];
  readonly colours: Colours;
  readonly width: number;
  readonly marks: typeof UNICODE_MARKS;
}

const UNICODE_MARKS = {
  block: '✖',
  warn: '▲',
  unknown: '?',
  allow: '✔',
  notice: '•',
  bar: '│',
  ellipsis: '…',
  caret: '^',
};
const ASCII_MARKS: typeof UNICODE_MARKS = {
  block: 'x',
  warn: '!',
  unknown: '?',
  allow: '+',
  notice: 'i',
  bar: '|',
  ellipsis: '...',
  caret: '^',
};

/** Columns reserved for labels such as `fix` and `exempt`. */
export const LABEL = 8;

export function verdictPaint(colours: Colours, verdict: Verdict): Paint {
  return { block: colours.red, warn: colours.yellow, unknown: colours.magenta, allow: colours.green }[verdict];
}

/** Untrusted text, wrapped and indented; `lead` replaces the indentation of the first line. */
export function paragraph({ width }: Canvas, indent: number, text: string, paint: Paint = String, lead = ''): string[] {
  return wrapped(visible(text), width - indent).map((line, index) =>
    index === 0 && lead !== '' ? lead + paint(line) : ' '.repeat(indent) + paint(line),
  );
}

/** A paragraph with a label in front. */
export function labelled(canvas: Canvas, label: string, text: string): string[] {
  return paragraph(canvas, 4 + LABEL, text, String, `    ${canvas.colours.dim(label.padEnd(LABEL))}`);
}

export function createCanvas(options: RenderOptions): Canvas {
  return {
    sections: options.sections,
    colours: picocolors.createColors(options.colour ?? false),
    marks: (options.unicode ?? true) ? UNICODE_MARKS : ASCII_MARKS,
    width: Math.max(40, options.width ?? 100),
  };
}

/** How many blocks of a list are shown before the rest is folded. */
const MAX_UNFOLDED = 10;

/**
 * Joins the blocks of a list. In a GitLab job log, all but the first ten are a collapsed section, whose header says how
 * many they are. Untrusted text can open or close no section: `visible` leaves no ESC and no CR in it.
 *
 * @param name of the list, unique in the report: letters and `_`
 * @param header of the section, from the number of its blocks
 */
export function foldedList(
  { sections }: Canvas,
  name: string,
  blocks: readonly (readonly string[])[],
  header: (count: number) => string,
): string[] {
  const count = blocks.length - MAX_UNFOLDED;
  if (sections === undefined || count <= 0) return blocks.flat();
  const { timestamp } = sections;
  const id = `${timestamp}:querygate_${name}_${timestamp}`;
  return [
    ...blocks.slice(0, MAX_UNFOLDED).flat(),
    `\u001b[0Ksection_start:${id}[collapsed=true]\r\u001b[0K${header(count)}`,
    ...blocks.slice(MAX_UNFOLDED).flat(),
    `\u001b[0Ksection_end:${id}\r\u001b[0K`,
  ];
}

const MAX_NOTICES = 1000;

/** Notices, each with a mark in front, and an empty line after the last. */
export function noticeLines(canvas: Canvas, notices: readonly Notice[]): string[] {
  const { colours, marks } = canvas;
  const blocks = notices.slice(0, MAX_NOTICES).map(({ level, message, path, location }) => {
    const paint = level === 'warning' ? colours.yellow : colours.cyan;
    const mark = level === 'warning' ? marks.warn : marks.notice;
    const where = path === undefined ? '' : `${placeOf({ path, location })}: `;
    return paragraph(canvas, 2, where + message, String, `${paint(mark)} `);
  });
  const lines = foldedList(canvas, 'notices', blocks, (count) => counted(count, 'more notice'));
  const leftOut = notices.length - blocks.length;
  if (leftOut > 0)
    lines.push(
      ...paragraph(
        canvas,
        2,
        `${counted(leftOut, 'more notice')} left out; \`--format json\` lists more`,
        String,
        '  ',
      ),
    );
  return lines.length === 0 ? [] : [...lines, ''];
}

/** The commands that reproduce a result, one a line and never wrapped; an empty line before them. */
export function repeatLines(commands: string | undefined): string[] {
  if (commands === undefined) return [];
  return ['', 'To reproduce this in a checkout:', ...commands.split('\n').map((line) => `  ${visible(line)}`)];
}
