import type { ReactNode } from 'react';
import { Tokens } from '../../ui/code.tsx';
import { tokens, visible } from '../../ui/highlight.ts';
import { Tag } from '../../ui/tag.tsx';
import type { QueryCaller } from './caller.tsx';
import { OUTCOME_WORDS, type QueryOutcome } from './outcomes.ts';
import styles from './queries.module.css';

/** Characters of a tooltip. */
const MAX_TITLE = 600;

/** One line of a statement, which opens its details; or that it is not stored. */
export function StatementCell({
  text,
  onOpen,
}: {
  readonly text: string | undefined;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <button type="button" className={`${styles.shape} one-line`} title={titleOf(text)} onClick={onOpen}>
      {text === undefined ? (
        <span className="faint">text is not stored</span>
      ) : (
        <Tokens tokens={tokens(text.replaceAll(/\s+/g, ' '), 'sql')} />
      )}
    </button>
  );
}

/** A statement that is cut at the end of its cell, as a tooltip. */
function titleOf(text: string | undefined): string | undefined {
  return text && visible(text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE)}…`);
}

/** The display name of a caller: the application, else the user. */
export function CallerCell({ caller: { application, user, role } }: { readonly caller: QueryCaller }): ReactNode {
  const name = visible(application ?? user ?? role ?? 'not known');
  return (
    <div className="one-line" title={name}>
      {name}
    </div>
  );
}

/** Names of databases have up to 1,000 characters. */
export function DatabaseCell({ name }: { readonly name: string | undefined }): ReactNode {
  return (
    name !== undefined && (
      <div className="one-line" title={name}>
        <code>{name}</code>
      </div>
    )
  );
}

/** What happened to a single query, with the mode of the proxy. */
export function OutcomeCell({
  outcome,
  mode,
}: {
  /** Missing if the stored query is damaged. */
  readonly outcome: QueryOutcome | undefined;
  readonly mode: string | undefined;
}): ReactNode {
  if (outcome === undefined) return <Tag look="block">Damaged</Tag>;
  return (
    <>
      {OUTCOME_WORDS[outcome]}
      {mode !== undefined && <span className="faint"> in {mode}</span>}
    </>
  );
}
