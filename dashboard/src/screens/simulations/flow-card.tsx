import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { counted, integer, percent } from '../../format/number.ts';
import { date } from '../../format/time.ts';
import { useWorkspace } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { visible } from '../../ui/highlight.ts';
import { type Mark, VerdictMark } from '../../ui/verdict.tsx';
import { callerName } from './caller.ts';
import { acknowledgementYaml, exceptionYaml } from './exceptions.ts';
import { isPossiblyAllowed } from './groups.ts';
import styles from './simulations.module.css';
import type { Sources } from './use-sources.ts';
import type { Flow, Result } from './words.ts';

/** The comparison of texts is loaded when it is needed. */
const RuleExcerpt = lazy(() => import('./rule-excerpt.tsx').then((module) => ({ default: module.RuleExcerpt })));

const CLASSES: Readonly<Record<Flow['class'], { readonly mark: Mark; readonly word: string }>> = {
  newly_blocked: { mark: 'block', word: 'Newly blocked' },
  partly_blocked: { mark: 'part', word: 'Partly blocked' },
  unknown: { mark: 'unknown', word: 'Could not be decided' },
  newly_allowed: { mark: 'warn', word: 'Newly allowed' },
  changed: { mark: 'warn', word: 'Changed between allow and warn' },
  unchanged: { mark: 'allow', word: 'Unchanged' },
};

/** Causes that are shown of one flow. */
const CAUSES = 3;

/** Class of a flow, as icon and word. */
export function FlowClass({ flow }: { readonly flow: Flow }): ReactNode {
  const { mark, word } = CLASSES[flow.class];
  return isPossiblyAllowed(flow) ? (
    <VerdictMark verdict="unknown" word="Possibly newly allowed" />
  ) : (
    <VerdictMark verdict={mark} word={word} />
  );
}

interface FlowCardProps extends Sources {
  readonly flow: Flow;
  readonly result: Result;
}

/** One flow: its statement, who runs it, why it is affected, the rule, and the exception that keeps it. */
export function FlowCard({ flow, result, before, after }: FlowCardProps): ReactNode {
  const { shape, calls, affectedCalls, share, causes } = flow;
  const { id: workspace } = useWorkspace();
  const cause = decisive(flow)[0];
  const exception = exceptionYaml(flow, result);
  const isBroken = flow.class === 'newly_blocked' || flow.class === 'partly_blocked';
  const change = result.ruleChanges.find(({ rule }) => rule === cause?.rule);
  const place = flow.class === 'newly_allowed' ? change?.place : (cause?.place ?? change?.place);
  const text = place && after.get(place.file);
  const hasExcerpt = text !== undefined && place?.line !== undefined;
  const who = callerName(flow.caller);
  return (
    <Card
      flush
      title={<FlowClass flow={flow} />}
      aside={
        <span className="quiet">
          {affectedCalls === calls
            ? calls === 1
              ? 'Its only call'
              : `All ${counted(calls, 'call')}`
            : `${integer(affectedCalls)} of ${counted(calls, 'call')}`}
          , {percent(share, 1)}
        </span>
      }
    >
      <div className={styles.flow}>
        <Code text={shape} language="sql" wrap />
        <div className={hasExcerpt ? styles.halves : undefined}>
          <Facts
            facts={[
              ['Caller', <Caller key="caller" flow={flow} />],
              ['Seen', seen(flow)],
              ['With', flow.examples.length === 0 ? undefined : <Examples key="with" flow={flow} />],
              ['Why', <Causes key="why" flow={flow} />],
              [
                'Rule',
                hasExcerpt || !cause ? undefined : (
                  <>
                    <code>{cause.rule}</code>
                    {place && (
                      <>
                        {' '}
                        at{' '}
                        <code>
                          {place.file}
                          {place.line !== undefined && `:${place.line}`}
                          {place.column !== undefined && `:${place.column}`}
                        </code>
                      </>
                    )}
                  </>
                ),
              ],
              ['More', causes.length > CAUSES ? `${counted(causes.length - CAUSES, 'further cause')}` : undefined],
              [
                'Flow',
                <Link
                  key="flow"
                  to="/w/$workspace/queries"
                  params={{ workspace }}
                  search={{ flow: flow.id, verdict: 'all' }}
                  className={styles.id}
                >
                  <code>{flow.id}</code>
                </Link>,
              ],
            ]}
          />
          {hasExcerpt && place && cause && (
            <Suspense>
              <RuleExcerpt rule={cause.rule} place={place} before={before.get(place.file)} after={text} />
            </Suspense>
          )}
        </div>
        {exception !== undefined && (
          <details className={styles.yaml}>
            <summary>The exception</summary>
            <Code text={exception.trimEnd()} language="yaml" wrap />
          </details>
        )}
      </div>
      {isBroken && (
        <div className={styles.foot}>
          <span className={styles.footText}>
            {exception !== undefined ? (
              <>
                An exception for <code>{who}</code> keeps this flow working and changes nothing else.
              </>
            ) : (
              'No exception was found that keeps this flow and changes nothing else.'
            )}
          </span>
          <span className={styles.copies}>
            <CopyButton text={acknowledgementYaml(flow, result)}>Copy acknowledgement</CopyButton>
            {exception !== undefined && <CopyButton text={exception}>Copy exception</CopyButton>}
          </span>
        </div>
      )}
    </Card>
  );
}

/** The causes that decide a flow's class; all of them if none does. */
function decisive({ class: kind, causes }: Flow): Flow['causes'] {
  const own = causes.filter(({ undecided }) => (undecided !== undefined) === (kind === 'unknown'));
  return own.length === 0 ? causes : own;
}

function seen({ daysActive, firstSeen, lastSeen }: Flow): string {
  if (firstSeen === undefined || lastSeen === undefined) return 'The history has no dates for it';
  if (firstSeen.slice(0, 10) === lastSeen.slice(0, 10)) return `${date(lastSeen)} only`;
  return `${counted(daysActive, 'day')}, last ${date(lastSeen)}`;
}

function Caller({ flow: { caller } }: { readonly flow: Flow }): ReactNode {
  const { application, user, database } = caller;
  const others = [
    ...(application !== undefined && user !== undefined ? [`user ${user}`] : []),
    ...(database !== undefined ? [`database ${database}`] : []),
  ];
  return (
    <>
      {visible(application ?? user ?? 'not recorded')}
      {others.length > 0 && <span className="faint"> ({visible(others.join(', '))})</span>}
    </>
  );
}

/** `statement.limit 2000 (40 calls)`: the value as code, the calls as text. */
function Examples({ flow: { examples, moreExamples } }: { readonly flow: Flow }): ReactNode {
  return (
    <ul>
      {examples.map((example) => {
        const [, value = example, count] = /^(.*) \(([\d,]+ calls?)\)$/su.exec(example) ?? [];
        return (
          <li key={example}>
            <code>{visible(value.replace(/^(?:statement|operation)\./, ''))}</code>
            {count !== undefined && <span className="faint"> {count}</span>}
          </li>
        );
      })}
      {moreExamples > 0 && <li className="faint">and {counted(moreExamples, 'other')}</li>}
    </ul>
  );
}

function Causes({ flow }: { readonly flow: Flow }): ReactNode {
  const causes = decisive(flow).slice(0, CAUSES);
  if (causes.length === 0) return 'not known';
  return (
    <ul>
      {causes.map(({ rule, message, undecided }) => (
        <li key={`${rule} ${message}`}>
          {visible(undecided ?? message)}
          {causes.length > 1 && (
            <span className="faint">
              {' '}
              (<code>{rule}</code>)
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
