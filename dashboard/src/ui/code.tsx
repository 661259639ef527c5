import { Fragment, type ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './code.module.css';
import { type Language, type Token, tokenLines, visible } from './highlight.ts';
import type { Verdict } from './verdict.tsx';

interface CodeProps {
  readonly text: string;
  readonly language: Language;
  /** Number of the first line. Without it, lines are not numbered. */
  readonly from?: number | undefined;
  /** Numbers of the lines to point at. */
  readonly hits?: readonly number[];
  /** The verdict that the lines stand for, which colours them. */
  readonly verdict?: Verdict | undefined;
  /** The part of a line to point at, in UTF-16 code units of the line. */
  readonly mark?: { readonly line: number; readonly start: number; readonly end: number } | undefined;
  readonly head?: ReactNode;
  /** Whether long lines wrap; else they scroll. */
  readonly wrap?: boolean;
}

/** SQL or rules, as text. */
export function Code({
  text,
  language,
  from,
  hits = [],
  verdict = 'block',
  mark,
  head,
  wrap = false,
}: CodeProps): ReactNode {
  const first = from ?? 1;
  return (
    <div className={styles.code}>
      {head !== undefined && <div className={styles.head}>{head}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes(styles.lines, wrap && styles.wrap, from === undefined && styles.plain)} tabIndex={0}>
        {tokenLines(text, language).map((line, index) => {
          const number = first + index;
          return (
            <span key={number} className={classes(styles.line, hits.includes(number) && styles[`hit_${verdict}`])}>
              {from !== undefined && <span className={styles.number}>{number}</span>}
              <span className={styles.text}>
                <Tokens tokens={line} marks={mark?.line === number ? [mark] : []} />
                {line.length === 0 && '\u200b'}
              </span>
            </span>
          );
        })}
      </pre>
    </div>
  );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Coloured tokens; the marked parts are pointed at. `marks` are in order and do not overlap. */
export function Tokens({
  tokens,
  marks = [],
}: {
  readonly tokens: readonly Token[];
  readonly marks?: readonly Range[];
}): ReactNode {
  let at = 0;
  return tokens.map(({ text, kind }) => {
    const start = at;
    at += text.length;
    const own = marks.flatMap((mark) => {
      const range = { start: Math.max(0, mark.start - start), end: Math.min(text.length, mark.end - start) };
      return range.start < range.end ? [range] : [];
    });
    return (
      <span key={start} className={kind && styles[kind]}>
        {own.length === 0 ? visible(text) : <Marked text={visible(text)} marks={own} />}
      </span>
    );
  });
}

function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Range[] }): ReactNode {
  let done = 0;
  return (
    <>
      {marks.map(({ start, end }) => {
        const before = text.slice(done, start);
        done = end;
        return (
          <Fragment key={start}>
            {before}
            <mark className={styles.mark}>{text.slice(start, end)}</mark>
          </Fragment>
        );
      })}
      {text.slice(done)}
    </>
  );
}

export { styles as codeStyles };
