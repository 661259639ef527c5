// The HTML pages for scripts/pictures/actions.ts: our output as the hosts show it, in neutral colours.
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Widths of a page in CSS pixels. A narrow one stays legible when it is shown at 400 pixels. */
export const WIDE = 960;
export const NARROW = 480;
export const SCREEN = 1280;
export const PHONE = 360;

const STYLE = `
  * { box-sizing: border-box; }
  body { margin: 0; padding: 20px; width: ${WIDE}px; background: #fff; color: #1f2328;
    font: 14px/1.5 "Noto Sans", "DejaVu Sans", sans-serif; }
  pre, code, .mono { font-family: "DejaVu Sans Mono", monospace; font-size: 12px; }
  a { color: #0969da; text-decoration: none; }
  .box { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden; margin-bottom: 16px; }
  .bar { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 14px; }
  .muted { color: #59636e; }
  .red { color: #d1242f; }
  .dot { display: inline-block; width: 16px; height: 16px; border-radius: 50%; background: #d1242f; color: #fff;
    font: bold 11px/16px "DejaVu Sans", sans-serif; text-align: center; margin-right: 8px; }
  .row { display: flex; align-items: center; padding: 9px 14px; }
  .row .end { margin-left: auto; }
  .label { border: 1px solid #d1d9e0; border-radius: 12px; padding: 0 8px; font-size: 12px; margin-right: 10px; }
  table.diff { border-collapse: collapse; width: 100%; }
  table.diff td { padding: 1px 8px; white-space: pre-wrap; vertical-align: top; }
  table.diff td.number { width: 44px; text-align: right; color: #59636e; }
  table.diff .added td.number { background: #d1f0d9; }
  table.diff .added td.line { background: #ebfbee; }
  table.diff .removed td.number { background: #ffd7d5; }
  table.diff .removed td.line { background: #ffebe9; }
  td.note { padding: 10px 14px 10px 52px !important; background: #fff; border-top: 1px solid #d1d9e0;
    border-bottom: 1px solid #d1d9e0; }
  .annotation { border: 1px solid #d1d9e0; border-left: 4px solid #d1242f; border-radius: 6px; padding: 9px 14px;
    font: 13px/1.5 "Noto Sans", "DejaVu Sans", sans-serif; white-space: pre-wrap; }
  .annotation.warning { border-left-color: #9a6700; }
  .annotation.notice { border-left-color: #59636e; }
  .markdown { padding: 6px 20px 14px; }
  .markdown h3 { font-size: 18px; margin: 14px 0 8px; }
  .markdown h4 { margin: 14px 0 6px; }
  .markdown table { border-collapse: collapse; font-size: 13px; margin: 8px 0; }
  .markdown th, .markdown td { border: 1px solid #d1d9e0; padding: 5px 11px; text-align: left; }
  .markdown th { background: #f6f8fa; }
  .markdown [align='right'] { text-align: right; }
  .markdown code { background: #eff1f3; border-radius: 5px; padding: 1px 5px; }
  .markdown pre { background: #f6f8fa; border-radius: 6px; padding: 10px 14px; margin: 8px 0;
    white-space: pre-wrap; overflow-wrap: anywhere; }
  .markdown pre code { background: none; padding: 0; }
  .markdown p, .markdown ul { margin: 7px 0; }
  .markdown details { margin: 8px 0; }
  body.narrow { width: ${NARROW}px; padding: 10px; }
  body.narrow .row, body.narrow .bar { padding: 7px 10px; }
  body.narrow td.number { width: 30px; padding: 1px 5px; }
  body.narrow td.note { padding: 8px 8px 8px 14px !important; }
  body.narrow .markdown { padding: 4px 10px 10px; overflow-wrap: break-word; }
  body.narrow .markdown ul { padding-left: 20px; }
  body.narrow td.line, body.narrow .annotation { overflow-wrap: anywhere; }
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function page(body: string, theme = '', width?: number): string {
  const style = width === undefined ? '' : ` style="width: ${width}px"`;
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><body class="${theme}"${style}>${body}</body>`;
}

/** An annotation as the runner passes it on. */
export interface Annotation {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const KIND_WORDS: Readonly<Record<string, string>> = { error: 'failure', warning: 'warning', notice: 'notice' };

/** One line of a pull request's diff. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Line number in the new file, or in the old one for a removed line. */
  readonly number: number;
  readonly text: string;
}

const MARKS = { same: ' ', added: '+', removed: '-' } as const;

/** A changed file of a pull request with the annotations on its lines, and the check that failed. */
export function annotationPage(
  check: 'check' | 'simulate',
  path: string,
  lines: readonly DiffLine[],
  annotations: readonly Annotation[],
  theme: 'narrow' | '' = '',
): string {
  const ofFile = annotations.filter(({ properties }) => properties['file'] === path);
  const rows = lines.map(({ kind, number, text }) => {
    const notes = ofFile
      .filter(({ properties }) => kind !== 'removed' && Number(properties['endLine'] ?? 1) === number)
      .map(({ name, properties, data }) => {
        const { line: first = '1', endLine = first, title = '' } = properties;
        const where = first === endLine ? `line ${first}` : `lines ${first} to ${endLine}`;
        const head = `<span class="muted">Check ${KIND_WORDS[name]} on ${where}: Querygate / ${check}</span>`;
        const note = `${head}\n<b>${escaped(title)}</b>\n${escaped(data)}`;
        return `<tr><td class="note" colspan="2"><div class="annotation ${name}">${note}</div></td></tr>`;
      });
    const code = `<td class="line mono">${MARKS[kind]} ${escaped(text)}</td>`;
    return `<tr class="${kind}"><td class="number mono">${number}</td>${code}</tr>${notes.join('')}`;
  });
  const failed =
    '<div class="box"><div class="row bar"><span class="dot">✕</span> <b>Some checks were not successful</b></div>' +
    `<div class="row"><span class="dot">✕</span> <b>Querygate / ${check}</b>&nbsp;<span class="muted">(pull_request)</span> ` +
    '<span class="muted end"><span class="label">Required</span></span> <a>Details</a></div></div>';
  const diff = `<div class="box"><div class="bar mono">${escaped(path)}</div><table class="diff">${rows.join('')}</table></div>`;
  return page(diff + failed, theme);
}

/** The summary of a job, rendered as the host renders it. */
export function summaryPage(job: string, markdown: string, width = WIDE): string {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const title = `<div class="bar"><b>${job}</b> <span class="muted">summary</span></div>`;
  const theme = width < WIDE ? 'narrow' : '';
  return page(`<div class="box">${title}<div class="markdown">${html}</div></div>`, theme, width);
}
