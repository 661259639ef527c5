import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { counted } from '../../format/number.ts';
import { dateTime, relative } from '../../format/time.ts';
import { Code } from '../../ui/code.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Tag } from '../../ui/tag.tsx';
import { placeName, RuleVerdict } from './rule-place.tsx';
import styles from './ruleset.module.css';

type ActiveRule = Answer<'listRules'>['rules'][number];

interface RuleDrawerProps {
  readonly workspace: string;
  readonly rule: ActiveRule;
  /** The time in which firings were counted. */
  readonly times: { readonly from: string | undefined; readonly to: string | undefined };
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** All about one rule in force. */
export function RuleDrawer({ workspace, rule, times, ...steps }: RuleDrawerProps): ReactNode {
  const { rule: id, verdict, message, description, help, when, operations, owner, exceptions, fired } = rule;
  return (
    <Drawer
      open
      label={`Rule ${id}`}
      title={
        <>
          <RuleVerdict verdict={verdict} />
          <code className="one-line">{id}</code>
        </>
      }
      {...steps}
    >
      <section>
        <h3>Message</h3>
        <p>
          <Prose text={message} />
        </p>
        {description !== '' && (
          <p className="quiet">
            <Prose text={description} />
          </p>
        )}
      </section>
      <section>
        <h3>Condition</h3>
        {when === undefined ? <p>Every operation of these kinds.</p> : <Code text={when} language="text" wrap />}
        <p className={styles.kinds}>
          On{' '}
          {operations.map((operation) => (
            <Tag key={operation}>{operation}</Tag>
          ))}
        </p>
      </section>
      {help !== '' && (
        <section>
          <h3>What to do</h3>
          {help.split(/\n{2,}/).map((part) => (
            <p key={part}>
              <Prose text={part} />
            </p>
          ))}
        </section>
      )}
      <Source rule={rule} />
      <section>
        <h3>Exceptions</h3>
        {exceptions.length === 0 && <p className="quiet">None.</p>}
        {exceptions.map((exception) => (
          <Exception key={`${exception.when} ${exception.until} ${exception.place?.line}`} exception={exception} />
        ))}
      </section>
      <section>
        <h3>About</h3>
        <Facts
          facts={[
            ['Owner', owner],
            ['Suppressible', rule.suppressible ? 'by a comment in the file' : 'no'],
            ['Final', rule.final ? 'yes: no other source can loosen it' : undefined],
            ['Fired', fired && firedText(fired)],
          ]}
        />
        {fired && fired.calls > 0 && (
          <Link
            to="/w/$workspace/queries"
            params={{ workspace }}
            search={{ rule: id, verdict: 'all', view: 'calls', from: times.from, to: times.to }}
          >
            Show these queries
          </Link>
        )}
      </section>
    </Drawer>
  );
}

function firedText({ calls, queries, atLeast, lastAt }: NonNullable<ActiveRule['fired']>): string {
  if (lastAt === undefined) return 'not in this time';
  const many = atLeast ? `at least ${counted(calls, 'call')}` : counted(calls, 'call');
  const entries = queries === calls ? '' : ` in ${counted(queries, 'recorded query', 'recorded queries')}`;
  return `${many}${entries}, last ${dateTime(lastAt)} UTC (${relative(lastAt)})`;
}

/** Where the rule comes from, with the lines of its file. */
function Source({ rule }: { readonly rule: ActiveRule }): ReactNode {
  const { place, excerpt, verdict } = rule;
  return (
    <section>
      <h3>Source</h3>
      {place && excerpt ? (
        <Code
          language="yaml"
          text={excerpt.lines.join('\n')}
          from={excerpt.firstLine}
          hits={[place.line]}
          verdict={verdict === 'warn' ? 'warn' : 'block'}
          head={
            <span>
              {place.file}:{place.line}:{place.column}
            </span>
          }
        />
      ) : (
        <p>
          <code>{placeName(rule)}</code>
        </p>
      )}
    </section>
  );
}

function Exception({ exception }: { readonly exception: ActiveRule['exceptions'][number] }): ReactNode {
  const { when, reason, owner, until, expired, place } = exception;
  return (
    <div className={styles.exception}>
      <Code text={when} language="text" wrap />
      <Facts
        facts={[
          ['Until', expired ? `${until}: expired, the rule applies again` : `${until}, the last day`],
          ['Reason', reason],
          ['Owner', owner],
          [
            'Source',
            place && <code key="place">{place.line === undefined ? place.file : `${place.file}:${place.line}`}</code>,
          ],
        ]}
      />
    </div>
  );
}
