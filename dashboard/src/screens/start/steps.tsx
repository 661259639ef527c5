import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { type Membership, manages } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './start.module.css';
import type { Progress, Seen, StepState } from './use-progress.ts';

interface StepsProps {
  readonly member: Membership;
  readonly progress: Progress;
}

interface StepEntry {
  readonly title: string;
  readonly state: StepState;
  /** One line about a step that is done. */
  readonly done: ReactNode;
  /** What to do for a step that is not. */
  readonly open: ReactNode;
}

/** The three steps. Those that are done take one line; the first open one shows what to do. */
export function Steps({ member, progress }: StepsProps): ReactNode {
  const steps = stepsOf(member, progress);
  const done = steps.filter(({ state }) => state === 'done').length;
  const current = steps.findIndex(({ state }) => state !== 'done');
  return (
    <Card flush title="Three steps to the first verdict" aside={<span className="quiet">{done} of 3 done</span>}>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={styles.step}
            aria-current={index === current ? 'step' : undefined}
            data-state={step.state}
          >
            <span className={classes(styles.mark, step.state === 'done' && styles.ticked)} aria-hidden="true">
              {step.state === 'done' ? <Check size={14} strokeWidth={2} /> : index + 1}
            </span>
            <div className={styles.body}>
              <div className={styles.line}>
                <h3>
                  {step.title}
                  <span className="hidden-text">{step.state === 'done' ? ' (done)' : ' (not done)'}</span>
                </h3>
                {step.state === 'done' && <span className="quiet">{step.done}</span>}
              </div>
              {step.state !== 'done' && step.open}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function stepsOf(member: Membership, { key, keys, request, seen, rules, workspace }: Progress): readonly StepEntry[] {
  const params = { workspace: member.id };
  const activation = `querygate admin ruleset activate .querygate/rules.yml --workspace ${member.id} --reason '<why>'`;
  const { version, activatedAt } = workspace.ruleset;
  const last = seen
    .flatMap(({ at }) => at ?? [])
    .toSorted()
    .at(-1);
  return [
    {
      title: 'Create an API key',
      state: key,
      done: keys === undefined ? 'Programs use this workspace' : counted(keys, 'key'),
      open: manages(member) ? (
        <>
          <p className="quiet">
            Keys let programs use this workspace: a pipeline, a proxy, or an application. Each gets its own.
          </p>
          <div>
            <ButtonLink look="primary" to="/w/$workspace/keys" params={params} search={{ new: 'yes' }}>
              Create API key
            </ButtonLink>
          </div>
        </>
      ) : (
        <p className="quiet">Only owners and admins can create API keys. Ask one of them.</p>
      ),
    },
    {
      title: 'Send the first request',
      state: request,
      done: last !== undefined && <span title={relative(last)}>Last one {dateTime(last)} UTC</span>,
      open: <Channels seen={seen} />,
    },
    {
      title: 'Activate your rules',
      state: rules,
      done: (
        <span title={relative(activatedAt)}>
          Version {version} since {dateTime(activatedAt)} UTC
        </span>
      ),
      open: (
        <>
          <p className="quiet">
            Until then, the rules that this workspace began with are in force. An administrator can activate a file on
            the server:
          </p>
          <div className={styles.command}>
            <code>{activation}</code>
            <CopyButton text={activation}>Copy command</CopyButton>
          </div>
          <p className="quiet">
            Or let the pipeline of your rules simulate the default branch, with a key that has{' '}
            <code>rules:simulate</code>. Owners and admins then activate its result on the page of the ruleset.
          </p>
          <div>
            <ButtonLink
              look={key === 'done' && request === 'done' && manages(member) ? 'primary' : 'plain'}
              to="/w/$workspace/ruleset"
              params={params}
            >
              Open ruleset
            </ButtonLink>
          </div>
        </>
      ),
    },
  ];
}

const CHANNELS: Readonly<Record<Seen['kind'], { readonly name: string; readonly how: string }>> = {
  pipeline: { name: 'Pipeline', how: 'Open a pull request that edits SQL. The pipeline sends it as a dry run.' },
  proxy: { name: 'Proxy', how: 'Start the proxy with its key. It reports itself every minute.' },
  application: { name: 'Application', how: 'Ask for a verdict before a query runs, or report queries that ran.' },
};

function Channels({ seen }: { readonly seen: readonly Seen[] }): ReactNode {
  return (
    <>
      <p className="quiet">One of these is enough. This page updates itself.</p>
      <ul className={styles.channels} aria-live="polite">
        {seen.map(({ kind, at }) => (
          <li key={kind}>
            <span className={styles.line}>
              <strong>{CHANNELS[kind].name}</strong>
              <Tag {...(at !== undefined && { look: 'allow' as const })}>
                {at === undefined ? 'Not seen yet' : 'Seen'}
              </Tag>
            </span>
            <span className="quiet">{CHANNELS[kind].how}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
