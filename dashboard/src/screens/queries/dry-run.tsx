import { Link, useParams } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Answer } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { refName, shortCommit } from '../../format/git.ts';
import { counted, integer } from '../../format/number.ts';
import { dateTimeSeconds, relative } from '../../format/time.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { NoPermission } from '../../shell/failures.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { visible } from '../../ui/highlight.ts';
import { Page } from '../../ui/page.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VerdictIcon, VerdictMark } from '../../ui/verdict.tsx';
import styles from './dry-run.module.css';
import { RuleCode } from './rule-code.tsx';

type Record = Answer<'readDryRun'>;
type Finding = Record['items'][number];

/** One check of SQL files by a pipeline. */
export function DryRun(): ReactNode {
  const member = useWorkspace();
  const { id } = useParams({ from: '/signed-in/w/$workspace/dry-runs/$id' });
  return readsTraffic(member) ? (
    <One workspace={member.id} id={id} />
  ) : (
    <NoPermission title="Dry runs" who="owners, admins and members" />
  );
}

/** Findings in these states do not count. */
const NOT_COUNTED: ReadonlySet<string> = new Set(['suppressed', 'excepted', 'baselined', 'spared']);

const HEADINGS = {
  block: 'These SQL files are blocked',
  unknown: 'Not everything could be decided',
  warn: 'Allowed, with warnings',
  allow: 'Allowed',
} as const;

function One({ workspace, id }: { readonly workspace: string; readonly id: string }): ReactNode {
  const { data, error, refetch } = useCall('readDryRun', { path: { workspace, run: id } });
  return (
    <Page
      title={data ? `Dry run of ${nameOf(data)}` : 'Dry run'}
      crumb={
        <>
          <Link to="/w/$workspace/queries" params={{ workspace }} search={{ view: 'dry-runs' }}>
            Dry runs
          </Link>
          <ChevronRight size={12} aria-hidden="true" />
          <span>{data ? nameOf(data) : id}</span>
        </>
      }
      heading={
        <span className={styles.heading}>
          {data && <VerdictIcon verdict={data.verdict} />}
          {data ? HEADINGS[data.verdict] : 'Dry run'}
        </span>
      }
      about={data && aboutOf(data)}
    >
      {error && <Failure what="Could not load this dry run." error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <div className={styles.columns}>
          <div className={styles.main}>
            <Findings data={data} />
            <Checked data={data} />
            <Rules workspace={workspace} rules={data.rules} />
          </div>
          <aside className={styles.main} aria-label="About this dry run">
            <Origin data={data} />
          </aside>
        </div>
      )}
    </Page>
  );
}

/** The rules of the findings: what to do, why, and the line that decides. */
function Rules({ workspace, rules }: { readonly workspace: string; readonly rules: Record['rules'] }): ReactNode {
  if (rules.length === 0) return null;
  return (
    <section className={styles.rules}>
      <h2>Rules</h2>
      {rules.map((rule) => (
        <Card
          key={rule.rule}
          title={<code className={styles.path}>{rule.rule}</code>}
          aside={<VerdictOf verdict={rule.verdict} />}
        >
          <div className={styles.rule}>
            {rule.help !== '' && (
              <div>
                <h3>What to do</h3>
                <p className={styles.help}>
                  <Prose text={rule.help} />
                </p>
              </div>
            )}
            {rule.description !== '' && (
              <div>
                <h3>Why</h3>
                <p className="quiet">
                  <Prose text={rule.description} />
                </p>
              </div>
            )}
            {rule.place && <RuleCode workspace={workspace} rule={rule} />}
            <p className="faint">
              From {rule.source}
              {rule.owner !== undefined && `, owner ${rule.owner}`}
            </p>
          </div>
        </Card>
      ))}
    </section>
  );
}

function nameOf({ ref, repository, id }: Record): string {
  return ref === undefined ? (repository ?? id) : refName(ref);
}

function aboutOf({ files, statements, findings }: Record): string {
  const parts = [
    [findings.block, 'blocked'],
    [findings.unknown, 'not decided'],
    [findings.warn, 'warned about'],
    [findings.exempted, 'exempted'],
  ] as const;
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${integer(count)} ${what}`);
  return `${counted(files, 'file')}, ${counted(statements, 'statement')}. ${found.length === 0 ? 'No findings.' : `Findings: ${found.join(', ')}.`}`;
}

function VerdictOf({ verdict }: { readonly verdict: string }): ReactNode {
  return verdict === 'block' || verdict === 'warn' || verdict === 'allow' ? <VerdictMark verdict={verdict} /> : verdict;
}

function Findings({ data }: { readonly data: Record }): ReactNode {
  const { items, more, rules } = data;
  const files = useMemo(() => byFile(items), [items]);
  const messages = new Map(
    rules.map(({ rule, message, description }) => [
      rule,
      firstSentence(description) || message.replaceAll(/\{[\w.]+\}/g, '…'),
    ]),
  );
  if (items.length === 0)
    return (
      <Card>
        <Empty title="No findings">
          <p>No rule reports a problem in these files.</p>
        </Empty>
      </Card>
    );
  return (
    <>
      {files.map(([path, findings]) => (
        <Card
          key={path}
          flush
          title={<code className={styles.path}>{visible(path)}</code>}
          aside={<Count count={findings.length} />}
        >
          <ul>
            {findings.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule can be broken twice at one place
              <li key={index} className={styles.finding}>
                <VerdictMark verdict={finding.verdict} plain={NOT_COUNTED.has(finding.status)} />
                <div className={styles.words}>
                  <span>
                    <code>{finding.rule}</code>
                    {messages.get(finding.rule) !== undefined && (
                      <span className="quiet">
                        {' '}
                        <Prose text={messages.get(finding.rule) ?? ''} />
                      </span>
                    )}
                  </span>
                  <small>
                    {finding.line !== undefined && `line ${finding.line}`}
                    {finding.column !== undefined && `, column ${finding.column}`}
                    {finding.operation !== undefined && `, ${finding.operation.replaceAll('_', ' ')}`}
                  </small>
                </div>
                {finding.status !== 'new' && <Tag>{finding.status}</Tag>}
              </li>
            ))}
          </ul>
        </Card>
      ))}
      {more > 0 && (
        <p className="quiet">{counted(more, 'further finding')} not kept. The report of the pipeline has all.</p>
      )}
    </>
  );
}

/** Every file that was checked, also those without a finding. */
function Checked({ data: { checked, files } }: { readonly data: Record }): ReactNode {
  if (checked === undefined) return null;
  const more = files - checked.length;
  return (
    <Card
      flush
      title="Files that were checked"
      aside={<span className="quiet">{counted(files, 'file')}</span>}
      footer={more > 0 ? <span>{counted(more, 'further file')} not listed.</span> : undefined}
    >
      <ul>
        {checked.map(({ path, statements }) => (
          <li key={path} className={styles.checked}>
            <code>{visible(path)}</code>
            <span className="quiet">{counted(statements, 'statement')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/su.exec(text)?.[0] ?? text;
}

function Count({ count }: { readonly count: number }): ReactNode {
  return <span className="quiet">{counted(count, 'finding')}</span>;
}

/** The findings of each file, in the order of the list: the worst file first. */
function byFile(items: readonly Finding[]): readonly (readonly [string, readonly Finding[]])[] {
  const files = new Map<string, Finding[]>();
  for (const item of items) {
    const list = files.get(item.path);
    if (list) list.push(item);
    else files.set(item.path, [item]);
  }
  return [...files];
}

function Origin({ data }: { readonly data: Record }): ReactNode {
  const { repository, ref, commit, event, at, key, databaseId, ruleset, edited } = data;
  return (
    <Card title="What was checked">
      <Facts
        facts={[
          ['Repository', repository],
          [
            'Ref',
            ref === undefined ? undefined : (
              <code key="ref" title={ref}>
                {refName(ref)}
              </code>
            ),
          ],
          [
            'Commit',
            commit === undefined ? undefined : (
              <code key="commit" title={commit}>
                {shortCommit(commit)}
              </code>
            ),
          ],
          ['Event', event],
          ['Checked', `${dateTimeSeconds(at)} UTC, ${relative(at)}`],
          ['API key', key.name],
          ['Database', databaseId === undefined ? undefined : <code key="database">{databaseId}</code>],
          ['Rules', `Version ${ruleset}${edited ? ', and the rules that the change edits' : ''}`],
        ]}
      />
      <p className={styles.note}>The SQL itself is not kept. The pipeline stated repository, branch and commit.</p>
    </Card>
  );
}
