import { Link } from '@tanstack/react-router';
import { Link as LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FlowDetails } from '../../../../src/contract/index.ts';
import { useCall } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTime } from '../../format/time.ts';
import { IconButton } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { Caller } from './caller.tsx';
import { Exception } from './exception.tsx';
import { outcomesSentence, verdictPhrase } from './outcomes.ts';
import styles from './queries.module.css';
import { reasonOf } from './reason.ts';
import { RuleCode } from './rule-code.tsx';

interface FlowDrawerProps {
  readonly workspace: string;
  readonly id: string;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** All about one flow: its statement, the rule, its values, its caller, and the exception that lets it through. */
export function FlowDrawer({ workspace, id, ...steps }: FlowDrawerProps): ReactNode {
  const details = useCall('readFlow', { path: { workspace, flow: id } });
  const flow = details.data?.flow;
  return (
    <Drawer
      open
      label={`Flow ${id}`}
      title={
        <>
          {flow && <VerdictMark verdict={flow.verdict} />}
          <code className="faint one-line">flow {id.slice(0, 12)}</code>
        </>
      }
      tools={
        <IconButton
          look="ghost"
          small
          label="Copy link"
          onClick={() => void navigator.clipboard.writeText(location.href)}
        >
          <LinkIcon size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      }
      {...steps}
    >
      {details.error && <Failure what="Could not load this flow." error={details.error} retry={details.refetch} />}
      {!details.data && !details.error && <Loading rows={4} />}
      {details.data && <Contents workspace={workspace} id={id} details={details.data} />}
    </Drawer>
  );
}

function Contents({
  workspace,
  id,
  details,
}: {
  readonly workspace: string;
  readonly id: string;
  readonly details: FlowDetails;
}): ReactNode {
  const { flow, statement, rules, exception, values, history } = details;
  return (
    <>
      <p className={styles.lead}>
        <Headline details={details} />
      </p>
      <section>
        <h3>Statement</h3>
        {statement ? (
          <Code text={statement.text} language="sql" from={1} wrap />
        ) : (
          <p className="quiet">The data policy did not allow storing its text.</p>
        )}
      </section>
      {rules.map((each) => (
        <RuleCode key={each.rule} workspace={workspace} rule={each} />
      ))}
      {values.map(({ fact, values: found, more }) => (
        <section key={fact}>
          <h3>
            Calls by <code>{fact.replace(/^(?:statement|operation)\./, '')}</code>
          </h3>
          <Measures values={found} />
          {more > 0 && <p className="quiet">{counted(more, 'further value')} not shown.</p>}
        </section>
      ))}
      {history === 'none' && <p className="quiet">The history does not have this flow, so its values are not known.</p>}
      {(history === 'too_large' || history === 'busy') && (
        <p className="quiet">Its values could not be read now. Open this flow again in a minute.</p>
      )}
      <Caller
        caller={flow.caller}
        databaseIds={details.databaseIds}
        seen={`${details.days > 0 ? `${counted(details.days, 'day')}, ` : ''}last ${dateTime(flow.lastAt)} UTC`}
      />
      {exception && <Exception yaml={exception.yaml} />}
      {details.query !== undefined && (
        <Link
          to="/w/$workspace/queries"
          params={{ workspace }}
          search={{ view: 'calls', verdict: 'all', shape: id, application: flow.caller.application }}
        >
          Show single calls
        </Link>
      )}
    </>
  );
}

/** What the rules say about it and why, and what happened to those calls. */
function Headline({ details }: { readonly details: FlowDetails }): ReactNode {
  const { flow } = details;
  const { verdict, verdicts, calls } = flow;
  const outcomes = flow.outcomes[verdict];
  const happened = outcomesSentence(outcomes);
  const others = verdicts[verdict] === 0 ? 0 : calls - verdicts[verdict];
  const message = verdict === 'allow' ? undefined : reasonOf(details);
  return (
    <>
      {verdictPhrase(verdict, outcomes)}
      {message !== undefined && (
        <>
          , because <strong>{message.replace(/\.$/, '')}</strong>
        </>
      )}
      {happened !== '' && `; ${happened}`}.{others > 0 && ` ${counted(others, 'other call')} had a milder verdict.`}
    </>
  );
}

function Measures({ values }: { readonly values: FlowDetails['values'][number]['values'] }): ReactNode {
  const most = Math.max(...values.map(({ calls }) => calls));
  return (
    <div className={styles.measure}>
      {values.map(({ value, calls, verdict }) => [
        <code key={`${value} name`}>{value}</code>,
        <meter
          key={`${value} meter`}
          min={0}
          max={most}
          value={calls}
          className={verdict === 'block' ? styles.blocked : undefined}
          aria-label={`Calls with ${value}: ${verdict}`}
        />,
        <span key={`${value} calls`} className="number">
          {integer(calls)}
        </span>,
      ])}
    </div>
  );
}
