import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './code.module.css';
import { type Language, type Token, tokenLines } from './highlight.ts';

interface CodeProps {
  readonly text: string;
  readonly language: Language;
  /** Number of the first line. Without it, lines are not numbered. */
  readonly from?: number | undefined;
  /** Numbers of the lines to point at. */
  readonly hits?: readonly number[];
  /** The part of a line to point at, in UTF-16 code units of the line. */
  readonly mark?: { readonly line: number; readonly start: number; readonly end: number } | undefined;
  readonly head?: ReactNode;
  /** Whether long lines wrap; else they scroll. */
  readonly wrap?: boolean;
}

/** SQL or rules, as text. */
export function Code({ text, language, from, hits = [], mark, head, wrap = false }: CodeProps): ReactNode {
  const first = from ?? 1;
  return (
    <div className={styles.code}>
      {head !== undefined && <div className={styles.head}>{head}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes(styles.lines, wrap && styles.wrap, from === undefined && styles.plain)} tabIndex={0}>
        {tokenLines(text, language).map((line, index) => {
          const number = first + index;
          return (
            <span key={number} className={classes(styles.line, hits.includes(number) && styles.hit)}>
              {from !== undefined && <span className={styles.number}>{number}</span>}
              <span className={styles.text}>
                <Tokens tokens={line} mark={mark?.line === number ? mark : undefined} />
                {line.length === 0 && '\u200b'}
              </span>
            </span>
          );
        })}
      </pre>
    </div>
  );
}

/** Coloured tokens; those within the marked part are pointed at. */
export function Tokens({
  tokens,
  mark,
}: {
  readonly tokens: readonly Token[];
  readonly mark?: { readonly start: number; readonly end: number } | undefined;
}): ReactNode {
  let at = 0;
  return tokens.flatMap(({ text, kind }) => {
    const start = at;
    at += text.length;
    const name = kind && styles[kind];
    if (!mark || mark.end <= start || mark.start >= at)
      return (
        <span key={start} className={name}>
          {text}
        </span>
      );
    const from = Math.max(0, mark.start - start);
    const to = Math.min(text.length, mark.end - start);
    return (
      <span key={start} className={name}>
        {text.slice(0, from)}
        <mark className={styles.mark}>{text.slice(from, to)}</mark>
        {text.slice(to)}
      </span>
    );
  });
}

export { styles as codeStyles };
