import type { ReactNode } from 'react';
import type { VERDICTS } from '../../../src/contract/index.ts';
import { classes } from './classes.ts';
import styles from './verdict.module.css';

export type Verdict = (typeof VERDICTS)[number];
/** `part`: some calls of a flow are blocked, others are not. */
export type Mark = Verdict | 'part';

export const VERDICT_WORDS: Readonly<Record<Mark, string>> = {
  allow: 'Allow',
  warn: 'Warn',
  block: 'Block',
  part: 'Partly blocked',
  unknown: 'Unknown',
};

const OCTAGON = 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z';

/** Shapes differ, so that verdicts can be distinguished without colour. */
const SHAPES: Readonly<Record<Mark, ReactNode>> = {
  allow: (
    <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="8" cy="8" r="6.25" />
      <path d="m5.4 8.2 1.8 1.8 3.4-3.8" />
    </g>
  ),
  warn: (
    <>
      <path
        fill="currentColor"
        d="M8 1.4c.5 0 .9.25 1.15.66l5.9 10.3A1.33 1.33 0 0 1 13.9 14.4H2.1A1.33 1.33 0 0 1 .95 12.36l5.9-10.3C7.1 1.65 7.5 1.4 8 1.4z"
      />
      <path className={styles.cut} strokeWidth="1.5" d="M8 5.8v3.4M8 11.6v.1" />
    </>
  ),
  block: (
    <>
      <path fill="currentColor" d={OCTAGON} />
      <path className={styles.cut} strokeWidth="1.75" d="M4.75 8h6.5" />
    </>
  ),
  part: (
    <>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d="M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z"
      />
      <path fill="currentColor" d="M1.75 8h12.5v2.6l-3.65 3.65H5.4L1.75 10.6z" />
    </>
  ),
  unknown: (
    <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="m8 1 7 7-7 7-7-7z" />
      <path strokeWidth="1.25" d="M6.6 6.4a1.45 1.45 0 1 1 2 1.6c-.4.2-.6.4-.6.9M8 10.7v.1" />
    </g>
  ),
};

export function VerdictIcon({ verdict }: { readonly verdict: Mark }): ReactNode {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className={styles[verdict]}>
      {SHAPES[verdict]}
    </svg>
  );
}

/** Icon and word of a verdict. `plain` colours the icon alone. */
export function VerdictMark({
  verdict,
  word = VERDICT_WORDS[verdict],
  plain = false,
}: {
  readonly verdict: Mark;
  readonly word?: ReactNode;
  readonly plain?: boolean;
}): ReactNode {
  return (
    <span className={classes(styles.verdict, plain ? styles.plain : styles[verdict])}>
      <VerdictIcon verdict={verdict} />
      {word}
    </span>
  );
}
