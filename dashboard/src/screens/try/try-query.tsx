import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { TriedQuery } from '../../../../src/contract/index.ts';
import { type Body, sentence } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import { counted } from '../../format/number.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, TextAreaField, TextField } from '../../ui/field.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { VerdictMark } from '../../ui/verdict.tsx';
import { RuleCode } from '../queries/rule-code.tsx';
import { Facts } from './facts.tsx';
import { Marked } from './marked.tsx';
import styles from './try.module.css';

type Dialect = Body<'tryQuery'>['dialect'];

const DIALECTS: Readonly<Record<Dialect, string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  sqlite: 'SQLite',
  transactsql: 'SQL Server',
  cockroachdb: 'CockroachDB',
  redshift: 'Redshift',
};

/** SQL in, verdict and facts out. Nothing is recorded. */
export function TryQuery(): ReactNode {
  const member = useWorkspace();
  return readsTraffic(member) ? (
    <Trial workspace={member.id} />
  ) : (
    <NoPermission title="Try a query" who="owners, admins and members" />
  );
}

function Trial({ workspace }: { readonly workspace: string }): ReactNode {
  const search = useSearch({ from: '/signed-in/w/$workspace/try' });
  const navigate = useNavigate({ from: '/w/$workspace/try' });
  const attempt = useChange('tryQuery');
  const [query, setQuery] = useState('');
  const [application, setApplication] = useState('');
  const [user, setUser] = useState('');
  const [inTransaction, setInTransaction] = useState(false);
  const [judged, setJudged] = useState('');
  const dialect: Dialect =
    search.dialect !== undefined && Object.hasOwn(DIALECTS, search.dialect)
      ? (search.dialect as Dialect)
      : 'postgresql';

  const submit = () => {
    if (query.trim() === '') return;
    setJudged(query);
    attempt.mutate({
      path: { workspace },
      body: {
        query,
        dialect,
        caller: { ...(application !== '' && { application }), ...(user !== '' && { user }) },
        ...(inTransaction && { inTransaction }),
      },
    });
  };

  return (
    <Page title="Try a query" about="What the active ruleset says about a query. Nothing runs and nothing is recorded.">
      <div className={styles.columns}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextAreaField
            label="Query"
            code
            hint="One statement or several. Ctrl+Enter judges it."
            value={query}
            onText={setQuery}
            rows={10}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
          <div className={styles.callers}>
            <TextField label="Application" optional value={application} onText={setApplication} />
            <TextField label="Database user" optional value={user} onText={setUser} />
          </div>
          <Checkbox checked={inTransaction} onChecked={setInTransaction}>
            It runs in a transaction that was begun before
          </Checkbox>
          <div className={styles.actions}>
            <ChoiceFilter
              label="Dialect"
              needed
              value={dialect}
              choices={Object.entries(DIALECTS).map(([value, label]) => ({ value: value as Dialect, label }))}
              onValue={(value) => void navigate({ search: { dialect: value }, replace: true })}
            />
            <Button look="primary" type="submit" disabled={query.trim() === '' || attempt.isPending}>
              Judge query
            </Button>
          </div>
        </form>
        <div className={styles.result} aria-live="polite">
          {attempt.error && <Failure what="The query was not judged." error={attempt.error} />}
          {attempt.data && <Result workspace={workspace} query={judged} result={attempt.data} />}
          {!attempt.data && !attempt.error && (
            <Card>
              <Empty title="No query yet">
                <p>The verdict, the rules that decide it and the facts that they read appear here.</p>
              </Empty>
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}

function Result({
  workspace,
  query,
  result,
}: {
  readonly workspace: string;
  readonly query: string;
  readonly result: TriedQuery;
}): ReactNode {
  const { verdict, findings, statements, ruleset } = result;
  return (
    <>
      <Card
        title={<VerdictMark verdict={verdict} />}
        aside={<span className="quiet">Version {ruleset.version} of the ruleset</span>}
      >
        {findings.length === 0 ? (
          <p>No rule reports a problem in {statements.length === 1 ? 'this statement' : 'these statements'}.</p>
        ) : (
          findings.map((finding) => (
            <div key={`${finding.rule} ${finding.span.start} ${finding.message}`} className={styles.finding}>
              <div className={styles.verdict}>
                <VerdictMark verdict={finding.verdict} />
                <span className="faint">
                  line {finding.line}, column {finding.column}
                </span>
              </div>
              <p>
                <strong>
                  <Prose text={sentence(finding.message)} />
                </strong>
                {finding.excepted && ' An exception applies, so it does not count.'}
              </p>
              <Marked text={query} span={finding.span} verdict={finding.verdict} />
              {finding.ruleText && <RuleCode workspace={workspace} rule={finding.ruleText} verdict={finding.verdict} />}
            </div>
          ))
        )}
      </Card>
      {statements.map((statement, index) => (
        <Card
          key={statement.span.start}
          title={statements.length === 1 ? 'What the rules see' : `Statement ${index + 1}`}
          aside={<span className="quiet">{counted(statement.operations.length, 'operation')}</span>}
        >
          <Facts statement={statement} />
        </Card>
      ))}
    </>
  );
}
