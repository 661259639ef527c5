import { Link } from '@tanstack/react-router';
import { OctagonMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTimeSeconds, relative } from '../../format/time.ts';
import { manages, useWorkspace } from '../../session/session.ts';
import { Code } from '../../ui/code.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { Caller } from './caller.tsx';
import { OutcomeCell } from './cells.tsx';
import { Exception } from './exception.tsx';
import { CHANNELS } from './filters.ts';
import { OUTCOME_WORDS } from './outcomes.ts';
import styles from './queries.module.css';
import { RuleCode } from './rule-code.tsx';

/** All about one recorded query. */
export function QueryDrawer({
  workspace,
  id,
  ...steps
}: {
  readonly workspace: string;
  readonly id: string;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}): ReactNode {
  const { data, error, refetch } = useCall('readQuery', { path: { workspace, query: id } });
  const query = data?.query;
  return (
    <Drawer
      open
      label={`Query ${id}`}
      title={
        <>
          {query && <VerdictMark verdict={query.verdict} />}
          {query?.outcome && <Tag>{OUTCOME_WORDS[query.outcome]}</Tag>}
          <code className="faint one-line">{id}</code>
        </>
      }
      {...steps}
    >
      {error && <Failure what="Could not load this query." error={error} retry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data && query && (
        <>
          {query.damaged !== undefined && (
            <Notice look="block" icon={<OctagonMinus size={16} strokeWidth={1.5} aria-hidden="true" />}>
              <p>
                <strong>This query is damaged:</strong> {query.damaged}. Verify the audit trail to find the first entry
                that was changed.
              </p>
            </Notice>
          )}
          <section>
            <h3>Statement</h3>
            {data.statement ? (
              <Code text={data.statement.text} language="sql" from={1} wrap />
            ) : query.damaged !== undefined ? (
              <p className="quiet">Its text is not known.</p>
            ) : (
              <p className="quiet">The data policy did not allow storing its text.</p>
            )}
          </section>
          {data.rules.map((rule) => (
            <RuleCode key={rule.rule} workspace={workspace} rule={rule} />
          ))}
          {query.flow !== undefined && query.verdict !== 'allow' && (
            <ExceptionOf workspace={workspace} flow={query.flow} />
          )}
          <Caller
            caller={query.caller}
            databaseIds={query.databaseId === undefined ? [] : [query.databaseId]}
            seen={`${dateTimeSeconds(query.at)} UTC, ${relative(query.at)}`}
          />
          <section>
            <h3>Record</h3>
            <dl className={styles.facts}>
              <dt>Channel</dt>
              <dd>{query.channel ? CHANNELS[query.channel] : 'not known'}</dd>
              <dt>API key</dt>
              <dd>
                <KeyLink id={query.key} name={data.keyName} />
              </dd>
              {query.calls > 1 && (
                <>
                  <dt>Calls</dt>
                  <dd>{counted(query.calls, 'call')}, reported as one</dd>
                </>
              )}
              <dt>Outcome</dt>
              <dd>
                <OutcomeCell outcome={query.outcome} mode={query.mode} />
                {query.outcome === 'advised' && ': an application asked for the verdict before the query ran'}
                {query.sqlstate !== undefined && `, SQLSTATE ${query.sqlstate}`}
                {query.durationMs !== undefined && `, ${query.durationMs} ms`}
              </dd>
              <dt>Ruleset</dt>
              <dd>
                {query.ruleset === undefined ? 'not known' : `version ${query.ruleset}`}
                {query.judgedAtIngest && ', judged when it was reported'}
              </dd>
              <dt>Audit trail</dt>
              <dd>
                <Link to="/w/$workspace/audit" params={{ workspace }} search={{ entry: String(query.audit) }}>
                  Entry {integer(query.audit)}
                </Link>
              </dd>
            </dl>
          </section>
          {query.flow !== undefined && (
            <Link to="/w/$workspace/queries" params={{ workspace }} search={{ flow: query.flow, verdict: 'all' }}>
              Show its flow
            </Link>
          )}
        </>
      )}
    </Drawer>
  );
}

/** The exception that lets the flow of a query through, if there is one. */
function ExceptionOf({ workspace, flow }: { readonly workspace: string; readonly flow: string }): ReactNode {
  const { data } = useCall('readFlow', { path: { workspace, flow } });
  return data?.exception && <Exception yaml={data.exception.yaml} />;
}

/** The key that recorded a query; its page is for those who manage keys. */
function KeyLink({ id, name }: { readonly id: string | undefined; readonly name: string | undefined }): ReactNode {
  const member = useWorkspace();
  const text = name ?? id ?? 'not known';
  if (id === undefined || !manages(member)) return text;
  return (
    <Link to="/w/$workspace/keys" params={{ workspace: member.id }} search={{ key: id }}>
      {text}
    </Link>
  );
}
