import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import styles from './start.module.css';

type DryRun = Answer<'listDryRuns'>['items'][number];

const SHOWN = 5;

/** The newest checks of SQL files by pipelines. */
export function RecentDryRuns({ workspace }: { readonly workspace: string }): ReactNode {
  const { data, error, refetch } = useCall('listDryRuns', { path: { workspace }, query: { limit: SHOWN } });
  return (
    <Card
      flush
      title="Last dry runs"
      footer={
        <>
          <span>{data?.next !== undefined && `The newest ${SHOWN}.`}</span>
          <span className="faint">Times are UTC</span>
        </>
      }
    >
      {error && <Failure what="Could not load dry runs." error={error} retry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.items.length === 0 && (
        <Empty title="No dry runs yet">
          <p>A pull request that edits SQL starts one, if its pipeline has a key.</p>
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.entries}>
          {data.items.map((run) => (
            <li key={run.id}>
              <Link to="/w/$workspace/dry-runs/$id" params={{ workspace, id: run.id }} className={styles.entry}>
                <span>
                  <VerdictMark verdict={run.verdict} word={wordsOf(run)} plain={run.verdict === 'allow'} />
                  <small>
                    {run.ref === undefined ? run.key.name : refName(run.ref)}, {dateTime(run.at)}, {relative(run.at)}
                  </small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function wordsOf({ verdict, findings, files }: DryRun): string {
  if (verdict === 'allow') return `${counted(files, 'file')} allowed`;
  if (verdict === 'block') return `${counted(findings.block, 'finding')} ${findings.block === 1 ? 'blocks' : 'block'}`;
  if (verdict === 'unknown') return `${counted(findings.unknown, 'finding')} not decided`;
  return counted(findings.warn, 'warning');
}
