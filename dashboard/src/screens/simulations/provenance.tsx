import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { SimulationItem } from '../../../../src/contract/index.ts';
import { refName, shortCommit } from '../../format/git.ts';
import { counted, integer, percent } from '../../format/number.ts';
import { dates, dateTime } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { groupsOf } from './groups.ts';
import styles from './simulations.module.css';
import type { Done, Simulated } from './words.ts';

/** Reasons that are named before the rest is counted. */
const NAMED = 3;

/** Which rulesets were compared, for whom, and when. */
export function Compared({
  workspace,
  simulation,
  item,
}: {
  readonly workspace: string;
  readonly simulation: Done;
  readonly item: SimulationItem | undefined;
}): ReactNode {
  const { ruleset, base, head, finishedAt, drift } = simulation;
  const notApplied = head.notApplied;
  return (
    <Card title="What was compared">
      <Facts
        facts={[
          [
            'In force',
            ruleset.version === 0 ? (
              'no ruleset'
            ) : (
              <>
                <Link to="/w/$workspace/ruleset" params={{ workspace }} search={{ version: String(ruleset.version) }}>
                  Version {ruleset.version}
                </Link>
                , {counted(base.rules, 'rule')}
              </>
            ),
          ],
          [
            'Proposed',
            <Fragment key="head">
              {item?.commit !== undefined && (
                <>
                  <code title={item.commit}>{shortCommit(item.commit)}</code>,{' '}
                </>
              )}
              {counted(head.rules, 'rule')}
            </Fragment>,
          ],
          [
            'Branch',
            item?.ref === undefined ? undefined : (
              <code key="ref" title={item.ref}>
                {refName(item.ref)}
              </code>
            ),
          ],
          ['Repository', item?.repository],
          ['Started by', item?.startedBy.name],
          ['Finished', `${dateTime(finishedAt)} UTC`],
          [
            'Drift',
            drift && !drift.same ? (
              <VerdictMark
                key="drift"
                verdict="warn"
                word={`The base branch differs from version ${ruleset.version}`}
              />
            ) : undefined,
          ],
          [
            'Not applied',
            notApplied.length === 0
              ? undefined
              : `${notApplied
                  .slice(0, NAMED)
                  .map(({ rule, reason }) => `${rule}: ${reason}`)
                  .join(
                    '; ',
                  )}${notApplied.length > NAMED ? `; and ${counted(notApplied.length - NAMED, 'more rule')}` : ''}`,
          ],
        ]}
      />
    </Card>
  );
}

/** What was replayed, and how far it can be trusted. */
export function History({ simulation: { result, history } }: { readonly simulation: Simulated }): ReactNode {
  const { firstSeen, lastSeen, ageDays, statements } = history;
  const { unread, totals, selfTest } = result;
  const reasons = Object.entries(unread.byReason)
    .filter(([, calls]) => calls > 0)
    .toSorted(([, a], [, b]) => b - a);
  return (
    <Card title="History">
      <Facts
        facts={[
          ['Window', firstSeen !== undefined && lastSeen !== undefined ? dates(firstSeen, lastSeen) : 'without times'],
          [
            'Replayed',
            totals.replayed.calls === statements
              ? `${counted(statements, 'call')}, all`
              : `${integer(totals.replayed.calls)} of ${counted(statements, 'call')}`,
          ],
          [
            'Unread',
            unread.calls === 0 && unread.share === 0
              ? '0'
              : `${counted(unread.calls, 'call')} (${percent(unread.share, 1)})${reasons.length > 0 ? ': ' : ''}${reasons
                  .slice(0, NAMED)
                  .map(([reason, calls]) => `${reason} (${integer(calls)})`)
                  .join(', ')}`,
          ],
          [
            'Newest',
            ageDays === undefined
              ? 'not known'
              : ageDays < 1
                ? 'less than a day old'
                : `${counted(Math.floor(ageDays), 'day')} old when simulated`,
          ],
          [
            'Self-test',
            selfTest ? (
              <span key="test" className={styles.passed}>
                <VerdictMark verdict="allow" word="No difference" />
              </span>
            ) : (
              <VerdictMark key="test" verdict="block" word="Failed" />
            ),
          ],
        ]}
      />
    </Card>
  );
}

/** What settles each kind of finding. */
export function ToDo({ simulation: { result } }: { readonly simulation: Simulated }): ReactNode {
  const { broken, unknown, loosened } = groupsOf(result);
  const notTried = result.proposalsNotTried ?? 0;
  if (broken.length + unknown.length + loosened.length === 0 && notTried === 0) return null;
  return (
    <Card title="What to do">
      <div className={styles.todo}>
        {broken.length > 0 && (
          <>
            <p>Do one of these for each flow that would break:</p>
            <ul className={styles.bullets}>
              <li>Narrow the rule.</li>
              <li>Add the exception to keep the flow.</li>
              <li>Acknowledge the break with a reason.</li>
            </ul>
          </>
        )}
        {unknown.length > 0 && (
          <p>
            Flows that could not be decided: write the rule with facts that the history records, or collect a history
            that records the missing ones.
          </p>
        )}
        {loosened.length > 0 && <p>Newly allowed flows: read the looser rules, and approve them on purpose.</p>}
        {notTried > 0 && (
          <p className="quiet">
            No exception was searched for {counted(notTried, 'flow')}, because it would take too long.
          </p>
        )}
      </div>
    </Card>
  );
}
