import { Link } from '@tanstack/react-router';
import { Database, FileText, GitBranch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import styles from './start.module.css';

/** What a viewer may open: the rules and the data policy. */
export function ForViewers({ workspace }: { readonly workspace: string }): ReactNode {
  const { data, error, refetch } = useCall('readWorkspace', { path: { workspace } });
  const params = { workspace };
  return (
    <Page
      title="Start here"
      about="Viewers read the rules and the data policy. Owners, admins and members see queries."
    >
      {error && <Failure what="Could not load this workspace." error={error} retry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data && (
        <Card flush title="This workspace" footer={<span className="faint">Times are UTC</span>}>
          <ul className={styles.entries}>
            <li>
              <Link to="/w/$workspace/ruleset" params={params} className={styles.entry}>
                <FileText size={16} strokeWidth={1.5} aria-hidden="true" />
                <span>
                  <span className={styles.what}>Version {data.ruleset.version} of the ruleset is active</span>
                  <small>
                    Since {dateTime(data.ruleset.activatedAt)}, {relative(data.ruleset.activatedAt)}
                  </small>
                </span>
              </Link>
            </li>
            {data.drift && (
              <li>
                <Link to="/w/$workspace/ruleset" params={params} search={{ view: 'versions' }} className={styles.entry}>
                  <GitBranch size={16} strokeWidth={1.5} aria-hidden="true" />
                  <span>
                    <span className={styles.what}>
                      The active ruleset differs from <code>{refName(data.drift.ref ?? 'the default branch')}</code>
                    </span>
                    <small>
                      Since {dateTime(data.drift.since)}, {relative(data.drift.since)}
                    </small>
                  </span>
                </Link>
              </li>
            )}
            <li>
              <Link to="/w/$workspace/policy" params={params} className={styles.entry}>
                <Database size={16} strokeWidth={1.5} aria-hidden="true" />
                <span>
                  <span className={styles.what}>Data policy</span>
                  <small>What is stored of queries, and for how long</small>
                </span>
              </Link>
            </li>
          </ul>
        </Card>
      )}
    </Page>
  );
}
