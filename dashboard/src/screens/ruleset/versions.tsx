import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Pages } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { More } from '../../ui/more.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './ruleset.module.css';
import { branchName, commitName, type Drift, type Side } from './sides.ts';

interface VersionsProps {
  readonly workspace: string;
  readonly pages: Pages<'listRulesets'>;
  readonly active: number;
  readonly drift: Drift | undefined;
  /** Whether the ruleset of the default branch can be looked at. */
  readonly readsBranch: boolean;
  readonly selected: Side | undefined;
}

/** The versions, newest first; the ruleset of the default branch comes first while it differs. */
export function Versions({ workspace, pages, active, drift, readsBranch, selected }: VersionsProps): ReactNode {
  const { items = [], hasNextPage } = pages;
  const newest = items[0]?.version ?? active;
  return (
    <Card
      flush
      title="Versions"
      aside={<span className="quiet">{newest === 1 ? '1' : `1 to ${newest}`}</span>}
      footer={
        <>
          <span>
            {hasNextPage ? `The newest ${counted(items.length, 'version')}.` : counted(items.length, 'version')}{' '}
            <More pages={pages} />
          </span>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      <ol className={styles.timeline}>
        {drift && (
          <li className={styles.step}>
            <Entry
              workspace={workspace}
              side={readsBranch ? 'branch' : undefined}
              selected={selected}
              dot={styles.merged}
            >
              <Branch drift={drift} />
            </Entry>
          </li>
        )}
        {items.map(({ version, reason, restores, activatedAt, activatedBy }) => (
          <li key={version} className={styles.step}>
            <Entry
              workspace={workspace}
              side={version}
              selected={selected}
              dot={version === active ? styles.active : undefined}
            >
              <span className={styles.top}>
                <strong>Version {version}</strong>
                {version === active && <Tag look="allow">Active</Tag>}
              </span>
              <span className={classes(styles.reason, styles.given)}>
                {reason === '' ? 'No reason was given' : reason}
              </span>
              <small title={relative(activatedAt)}>
                {restores !== undefined && `Restores version ${restores}. `}
                {dateTime(activatedAt)} by {activatedBy.name}
              </small>
            </Entry>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Entry({
  workspace,
  side,
  selected,
  dot,
  children,
}: {
  readonly workspace: string;
  readonly side: Side | undefined;
  readonly selected: Side | undefined;
  readonly dot: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const content = (
    <>
      <span className={classes(styles.dot, dot)} aria-hidden="true" />
      <span className={styles.words}>{children}</span>
    </>
  );
  if (side === undefined) return <div className={styles.entry}>{content}</div>;
  return (
    <Link
      to="/w/$workspace/ruleset"
      params={{ workspace }}
      search={{ version: String(side) }}
      className={styles.entry}
      aria-current={side === selected ? 'true' : undefined}
      resetScroll={false}
      replace
    >
      {content}
    </Link>
  );
}

function Branch({ drift }: { readonly drift: Drift }): ReactNode {
  const commit = commitName(drift);
  return (
    <>
      <span className={styles.top}>
        <strong className="one-line">
          <code>{branchName(drift)}</code>
          {commit !== undefined && (
            <>
              {' '}
              at <code>{commit}</code>
            </>
          )}
        </strong>
        <Tag look="warn">Not active</Tag>
      </span>
      {drift.repository !== undefined && <span className={styles.reason}>{drift.repository}</span>}
      <small title={relative(drift.reportedAt)}>
        {drift.simulation === undefined ? 'Reported' : 'Simulated'} {dateTime(drift.reportedAt)}
      </small>
    </>
  );
}
