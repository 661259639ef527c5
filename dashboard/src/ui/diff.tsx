import { type ReactNode, useMemo, useState } from 'react';
import { counted, integer } from '../format/number.ts';
import { classes } from './classes.ts';
import { codeStyles, Tokens } from './code.tsx';
import styles from './diff.module.css';
import { changedBlocks, type DiffLine, diffLines } from './diff-lines.ts';
import { type Language, tokens } from './highlight.ts';

/** Changed lines that are drawn at first. */
const MAX_LINES = 600;

interface DiffProps {
  readonly path: string;
  /** Undefined if the file is new or was removed. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly language: Language;
}

/** The difference of two texts, line by line. */
export function Diff({ path, before = '', after = '', language }: DiffProps): ReactNode {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const [whole, setWhole] = useState(false);
  const [limit, setLimit] = useState(MAX_LINES);
  const blocks = useMemo(() => lines && (whole ? [{ hidden: 0, lines }] : changedBlocks(lines)), [lines, whole]);
  if (!lines || !blocks)
    return (
      <div className={codeStyles.code}>
        <div className={codeStyles.head}>{path}</div>
        <p className={styles.note}>The texts differ too much to compare them here. Download both versions.</p>
      </div>
    );
  const [added, removed] = (['added', 'removed'] as const).map((kind) => lines.filter((line) => line.kind === kind));
  const total = blocks.reduce((sum, block) => sum + block.lines.length, 0);
  let left = limit;
  return (
    <section className={codeStyles.code} aria-label={`Difference of ${path}`}>
      <div className={codeStyles.head}>
        <span className="one-line">{path}</span>
        <span>
          <span className={styles.plus}>
            +{integer(added?.length ?? 0)}
            <span className="hidden-text"> lines added,</span>
          </span>{' '}
          <span className={styles.minus}>
            −{integer(removed?.length ?? 0)}
            <span className="hidden-text"> lines removed</span>
          </span>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={codeStyles.lines} tabIndex={0}>
        {blocks.map((block, index) => {
          const shown = block.lines.slice(0, left);
          if (left <= 0) return null;
          left -= block.lines.length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
            <span key={index}>
              {block.hidden > 0 && (
                <button type="button" className={styles.gap} onClick={() => setWhole(true)}>
                  {counted(block.hidden, 'line')} {block.hidden === 1 ? 'is' : 'are'} not shown
                </button>
              )}
              <DiffRows lines={shown} language={language} />
            </span>
          );
        })}
      </pre>
      {total > limit && (
        <button type="button" className={styles.gap} onClick={() => setLimit(limit + 4 * MAX_LINES)}>
          Show more: {counted(total - limit, 'further line')} of this difference
        </button>
      )}
    </section>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

/** Lines of a difference, with their numbers on both sides. */
export function DiffRows({
  lines,
  language,
  single = false,
}: {
  readonly lines: readonly DiffLine[];
  readonly language: Language;
  /** Whether each line shows one number only. */
  readonly single?: boolean;
}): ReactNode {
  return lines.map(({ kind, text, before, after, marks }) => (
    <span
      key={`${before ?? ''}:${after ?? ''}`}
      className={classes(codeStyles.line, kind !== 'same' && codeStyles[kind])}
    >
      {!single && <span className={classes(codeStyles.number, styles.before)}>{before ?? ''}</span>}
      <span className={classes(codeStyles.number, styles.after)}>{after ?? (single ? before : '')}</span>
      <span className={codeStyles.sign}>{SIGNS[kind]}</span>
      <span className={codeStyles.text}>
        <Tokens tokens={tokens(text, language)} marks={marks} />
        {text === '' && '\u200b'}
      </span>
    </span>
  ));
}
