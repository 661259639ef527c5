import { Link, useParams } from '@tanstack/react-router';
import { ChevronRight, CircleAlert, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SimulationItem } from '../../../../src/contract/index.ts';
import { sentence } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { refName } from '../../format/git.ts';
import { counted, integer } from '../../format/number.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { download } from '../../ui/download.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { type Mark, VerdictIcon } from '../../ui/verdict.tsx';
import { resultHeadline } from './headline.ts';
import { Compared, History, ToDo } from './provenance.tsx';
import { Report } from './report.tsx';
import styles from './simulations.module.css';
import type { Simulation as SimulationState } from './words.ts';

/** Milliseconds between requests for the state of a simulation that is not done. */
const POLL = 1_500;

export function Simulation(): ReactNode {
  const member = useWorkspace();
  const { id } = useParams({ from: '/signed-in/w/$workspace/simulations/$id' });
  return readsTraffic(member) ? (
    <One key={id} workspace={member.id} id={id} />
  ) : (
    <NoPermission title="Simulations" who="owners, admins and members" />
  );
}

function One({ workspace, id }: { readonly workspace: string; readonly id: string }): ReactNode {
  const path = { workspace, id };
  const first = useCall('readWorkspaceSimulation', { path });
  const isOpen = first.data?.status === 'queued' || first.data?.status === 'running';
  // The same entry of the cache, read again while the simulation is open.
  const { data, error, refetch } = useCall('readWorkspaceSimulation', { path }, isOpen ? { every: POLL } : {});
  const list = useCall('listSimulations', { path: { workspace }, query: { limit: 500 } });
  const item = list.data?.items.find((each) => each.id === id);
  const { mark, text, about } = headingOf(data);
  const name = item?.ref === undefined ? id : refName(item.ref);
  return (
    <Page
      title={`Simulation of ${name}`}
      crumb={
        <>
          <Link to="/w/$workspace/simulations" params={{ workspace }}>
            Simulations
          </Link>
          <ChevronRight size={12} aria-hidden="true" />
          <span className="one-line">{name}</span>
        </>
      }
      heading={
        <span className={styles.heading}>
          {mark && <VerdictIcon verdict={mark} />}
          {text}
        </span>
      }
      about={about}
      actions={
        data?.status === 'done' && (
          <Button onClick={() => download(`${id}.json`, `${JSON.stringify(data, undefined, 2)}\n`, 'application/json')}>
            <Download size={16} strokeWidth={1.5} aria-hidden="true" />
            Download JSON
          </Button>
        )
      }
    >
      {error && (
        <Failure
          what={data ? 'Could not load the newest state.' : 'Could not load this simulation.'}
          error={error}
          retry={refetch}
        />
      )}
      {!data && !error && <Loading />}
      {data && <State workspace={workspace} simulation={data} item={item} />}
    </Page>
  );
}

interface Heading {
  readonly mark?: Mark;
  readonly text: string;
  readonly about?: string;
}

function headingOf(simulation: SimulationState | undefined): Heading {
  switch (simulation?.status) {
    case undefined:
      return { text: 'Simulation' };
    case 'queued':
      return { text: 'This simulation is queued', about: 'It starts when a server is free. This page updates itself.' };
    case 'running':
      return { text: 'This simulation is running', about: 'This page updates itself.' };
    case 'failed':
      return { text: 'This simulation failed', about: 'It is not known what the change would break.' };
    case 'done':
      if (simulation.outcome === 'simulated') return resultHeadline(simulation.result);
      return {
        mark: 'allow',
        text: 'No effective change',
        about: 'Both rulesets give the same verdicts, so nothing was replayed.',
      };
  }
}

function State({
  workspace,
  simulation,
  item,
}: {
  readonly workspace: string;
  readonly simulation: SimulationState;
  readonly item: SimulationItem | undefined;
}): ReactNode {
  const { status } = simulation;
  if (status === 'queued' || status === 'running')
    return (
      <Card title="Progress" aside={<Started item={item} />}>
        <Progress simulation={simulation} />
      </Card>
    );
  if (status === 'failed') {
    const { detail, title, errors = [] } = simulation.problem;
    return (
      <div className={styles.stack}>
        <Notice look="block" icon={<CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />}>
          <p>
            <strong>{title}.</strong> {detail !== undefined && sentence(detail)}
          </p>
          {errors.length > 0 && (
            <ul className={styles.errors}>
              {errors.map(({ detail: what, place }) => (
                <li key={`${place?.file}:${place?.line}:${what}`}>
                  {place && (
                    <code>
                      {place.file}
                      {place.line !== undefined && `:${place.line}`}
                    </code>
                  )}{' '}
                  {sentence(what)}
                </li>
              ))}
            </ul>
          )}
        </Notice>
        <p className="quiet">Run the pipeline again to start another one.</p>
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {simulation.outcome === 'simulated' ? (
          <Report workspace={workspace} simulation={simulation} />
        ) : (
          <Card>
            <Empty title="Nothing to review">
              <p>Comments, texts and the order of rules can differ; no verdict does.</p>
            </Empty>
          </Card>
        )}
      </div>
      <aside className={styles.side} aria-label="About this simulation">
        <Compared workspace={workspace} simulation={simulation} item={item} />
        {simulation.outcome === 'simulated' && (
          <>
            <History simulation={simulation} />
            <ToDo simulation={simulation} />
          </>
        )}
      </aside>
    </div>
  );
}

function Started({ item }: { readonly item: SimulationItem | undefined }): ReactNode {
  return item && <span className="quiet one-line">Started by {item.startedBy.name}</span>;
}

function Progress({
  simulation,
}: {
  readonly simulation: Extract<SimulationState, { readonly status: 'queued' | 'running' }>;
}): ReactNode {
  if (simulation.status === 'queued') return <p>It waits for a free server.</p>;
  const { done, total } = simulation.progress;
  return (
    <div className={styles.progress}>
      <progress max={Math.max(1, total)} value={done} aria-label="Rows of the history that were replayed" />
      <p aria-live="polite">
        {integer(done)} of {counted(total, 'row')} of the history were replayed.
      </p>
    </div>
  );
}
