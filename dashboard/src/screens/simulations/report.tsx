import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { counted } from '../../format/number.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Acknowledgements } from './acknowledgements.tsx';
import { DeclaredFlows } from './declared.tsx';
import { EveryFlow } from './every-flow.tsx';
import { exceptionYaml } from './exceptions.ts';
import { FlowCard } from './flow-card.tsx';
import { type Groups, groupsOf } from './groups.ts';
import { LooserRules, OtherRules } from './rule-changes.tsx';
import styles from './simulations.module.css';
import { type Sources, useSources } from './use-sources.ts';
import type { Flow, Result, Simulated } from './words.ts';

/** Flows that are drawn at first, and with each click. */
const BATCH = 10;

interface ReportProps {
  readonly workspace: string;
  readonly simulation: Simulated;
}

/** What the change would do to the recorded flows. Results that need attention come first. */
export function Report({ workspace, simulation }: ReportProps): ReactNode {
  const { result } = simulation;
  const groups = groupsOf(result);
  const sources = useSources(workspace, simulation);
  return (
    <>
      {!result.selfTest && (
        <Notice look="block" icon={<CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />}>
          <p>
            <strong>Do not trust this report.</strong> The rules in force, compared with themselves, gave a difference.
            That is a bug in Querygate: report it.
          </p>
        </Notice>
      )}
      <EveryFlow result={result} groups={groups} />
      {groups.broken.length > 0 && (
        <Flows
          title="Flows that would break"
          flows={groups.broken}
          result={result}
          aside={<CopyExceptions groups={groups} result={result} />}
          {...sources}
        />
      )}
      <DeclaredFlows declared={result.declared} />
      {groups.unknown.length > 0 && (
        <Flows
          title="Flows that could not be decided"
          about="The change might block them. Usually a rule needs a fact that the history does not record."
          flows={groups.unknown}
          result={result}
          {...sources}
        />
      )}
      <Acknowledgements result={result} flows={groups.acknowledged} />
      <LooserRules result={result} flows={groups.loosened} />
      <OtherRules result={result} />
      {groups.changed.length > 0 && (
        <Flows title="Flows that change between allow and warn" flows={groups.changed} result={result} {...sources} />
      )}
      <LeftOut flows={groups.leftOut} />
    </>
  );
}

function CopyExceptions({ groups, result }: { readonly groups: Groups; readonly result: Result }): ReactNode {
  const texts = groups.broken.flatMap((flow) => exceptionYaml(flow, result) ?? []);
  if (texts.length < 2) return null;
  return (
    <CopyButton text={texts.join('')}>
      {texts.length === 2 ? 'Copy both exceptions' : `Copy all ${texts.length} exceptions`}
    </CopyButton>
  );
}

interface FlowsProps extends Sources {
  readonly title: string;
  readonly about?: string;
  readonly flows: readonly Flow[];
  readonly result: Result;
  readonly aside?: ReactNode;
}

function Flows({ title, about, flows, result, aside, before, after }: FlowsProps): ReactNode {
  const [limit, setLimit] = useState(BATCH);
  const more = flows.length - limit;
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <div>
          <h2>{title}</h2>
          {about !== undefined && <p className="quiet">{about}</p>}
        </div>
        {aside}
      </header>
      {flows.slice(0, limit).map((flow) => (
        <FlowCard key={flow.id} flow={flow} result={result} before={before} after={after} />
      ))}
      {more > 0 && (
        <div>
          <Button onClick={() => setLimit(limit + BATCH)}>Show {counted(Math.min(more, BATCH), 'more flow')}</Button>{' '}
          <span className="quiet">{counted(more, 'flow')} not shown.</span>
        </div>
      )}
    </section>
  );
}

/** Flows that do not count, with the reason. */
function LeftOut({ flows }: { readonly flows: readonly Flow[] }): ReactNode {
  if (flows.length === 0) return null;
  const byReason = new Map<string, number>();
  for (const { leftOut = '' } of flows) byReason.set(leftOut, (byReason.get(leftOut) ?? 0) + 1);
  return (
    <section className={styles.section}>
      <h2>Flows that do not count</h2>
      <ul className={styles.bullets}>
        {[...byReason].map(([reason, count]) => (
          <li key={reason}>
            {counted(count, 'flow')}: {reason}.
          </li>
        ))}
      </ul>
    </section>
  );
}
