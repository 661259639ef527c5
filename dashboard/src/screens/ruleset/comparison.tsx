import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { CallError } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { date, dates, daysFrom } from '../../format/time.ts';
import { readsTraffic, useWorkspace } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { changeWords, outcomeOf, outcomeOfChange } from '../simulations/words.ts';
import { type ComparedRule, RuleTable } from './rule-table.tsx';
import styles from './ruleset.module.css';
import { branchName, type Drift, inOrder, type RulesetFiles, type Side, useFiles, type Version } from './sides.ts';

/** The comparison of texts is loaded when it is needed. */
const Diff = lazy(() => import('../../ui/diff.tsx').then(({ Diff: component }) => ({ default: component })));

interface ComparisonProps {
  readonly workspace: string;
  readonly selected: Side;
  /** Undefined if there is no other ruleset. */
  readonly other: Side | undefined;
  readonly drift: Drift | undefined;
  readonly simulation: string | undefined;
  readonly versions: readonly Version[];
  readonly onOther: (side: string) => void;
  readonly onRestore: (() => void) | undefined;
}

/** One ruleset compared with another: rule by rule, and their files line by line. */
export function Comparison(props: ComparisonProps): ReactNode {
  const { workspace, selected, other, drift, simulation, versions, onOther, onRestore } = props;
  const [from, to] = other === undefined ? [undefined, selected] : inOrder(selected, other);
  const name = (side: Side) => (side === 'branch' && drift ? <code>{branchName(drift)}</code> : `version ${side}`);
  const choices = [
    ...(drift && simulation !== undefined ? [{ value: 'branch', label: <code>{branchName(drift)}</code> }] : []),
    ...versions.map(({ version }) => ({ value: String(version), label: `version ${version}` })),
  ].filter(({ value }) => value !== String(selected));
  return (
    <div className={styles.comparison}>
      <Card
        flush
        title={
          from === undefined ? (
            <span className={styles.capital}>{name(to)}</span>
          ) : (
            <>
              <span className={styles.capital}>{name(from)}</span> compared with {name(to)}
            </>
          )
        }
        aside={
          <span className={styles.tools}>
            {onRestore && <Button onClick={onRestore}>Restore version {selected}</Button>}
            {choices.length > 0 && (
              <ChoiceFilter
                label="Compare with"
                needed
                value={other === undefined ? undefined : String(other)}
                none="none"
                choices={choices}
                onValue={(value) => value !== undefined && onOther(value)}
              />
            )}
          </span>
        }
      >
        {from === undefined ? (
          <p className={styles.inside}>This is the first version. There is no earlier one to compare it with.</p>
        ) : to === 'branch' ? (
          <BranchRules
            workspace={workspace}
            from={from}
            hash={versions.find(({ version }) => version === from)?.hash}
            simulation={simulation}
            branch={name(to)}
          />
        ) : (
          <VersionRules workspace={workspace} from={from} to={to} />
        )}
      </Card>
      <Files workspace={workspace} from={from} to={to} simulation={simulation} name={name} />
    </div>
  );
}

function VersionRules({
  workspace,
  from,
  to,
}: {
  readonly workspace: string;
  readonly from: Side;
  readonly to: Side;
}): ReactNode {
  const member = useWorkspace();
  const { data, error, refetch } = useCall('readRulesetDifference', {
    path: { workspace, version: String(to) },
    query: { from: Number(from) },
  });
  if (!data) return <Pending error={error} retry={refetch} />;
  const { rules, simulation } = data;
  const compared = rules.map(
    ({ rule, change, effects, effect, to: now, from: before, replayed }): ComparedRule => ({
      rule,
      effect,
      change: changeWords(change, namedEffects(change, effects, now?.verdict ?? before?.verdict)),
      outcome: replayed && outcomeOf(replayed),
    }),
  );
  const { firstSeen, lastSeen } = simulation ?? {};
  const days = firstSeen !== undefined && lastSeen !== undefined ? daysFrom(firstSeen, lastSeen) : undefined;
  return (
    <>
      <Rules rules={compared} days={simulation && (days ?? 1)} />
      <p className={styles.below}>
        {simulation ? (
          <History
            workspace={workspace}
            id={readsTraffic(member) ? simulation.id : undefined}
            at={simulation.finishedAt}
            firstSeen={firstSeen}
            lastSeen={lastSeen}
          />
        ) : (
          'No simulation compared exactly these two, so their effect on recorded queries is not known.'
        )}
      </p>
    </>
  );
}

/** The verdict of a rule that only one side has, if the comparison does not say it. */
function namedEffects(
  change: 'added' | 'removed' | 'edited',
  effects: readonly string[],
  verdict: string | undefined,
): readonly string[] {
  if (change === 'edited' || effects.length > 0 || verdict === undefined) return effects;
  return [change === 'added' ? `new rule, ${verdict}` : `rule removed, was ${verdict}`];
}

function BranchRules({
  workspace,
  from,
  hash,
  simulation,
  branch,
}: {
  readonly workspace: string;
  readonly from: Side;
  /** Hash of its effective ruleset. A restored version has the hash of the original. */
  readonly hash: string | undefined;
  readonly simulation: string | undefined;
  readonly branch: ReactNode;
}): ReactNode {
  const { data, error, refetch } = useCall(
    'readWorkspaceSimulation',
    { path: { workspace, id: simulation ?? '' } },
    { enabled: simulation !== undefined },
  );
  if (!data) return <Pending error={error} retry={refetch} />;
  if (data.status !== 'done')
    return (
      <p className={styles.inside}>
        The simulation of {branch} is {data.status}. It compares the rules.
      </p>
    );
  if (data.ruleset.version !== from && data.base.hash !== hash)
    return (
      <p className={styles.inside}>
        The simulation of {branch} compared its rules with version {data.ruleset.version}. With version {from}, only the
        files are compared.
      </p>
    );
  if (data.outcome !== 'simulated') return <Rules rules={[]} days={undefined} />;
  const { result, history } = data;
  const compared = result.ruleChanges.map(
    (change): ComparedRule => ({
      rule: change.rule,
      effect: change.effect,
      change: changeWords(change.change, change.differences),
      outcome: outcomeOfChange(change, result),
    }),
  );
  const { firstSeen, lastSeen } = history;
  const days = firstSeen !== undefined && lastSeen !== undefined ? daysFrom(firstSeen, lastSeen) : 1;
  return (
    <>
      <Rules rules={compared} days={days} />
      <p className={styles.below}>
        <History workspace={workspace} id={data.id} at={data.finishedAt} firstSeen={firstSeen} lastSeen={lastSeen} />
      </p>
    </>
  );
}

function Rules({
  rules,
  days,
}: {
  readonly rules: readonly ComparedRule[];
  readonly days: number | undefined;
}): ReactNode {
  if (rules.length === 0)
    return (
      <Empty title="The rules are the same">
        <p>Both give the same verdicts. Comments and the order of rules can still differ.</p>
      </Empty>
    );
  return <RuleTable rules={rules} days={days} />;
}

function History({
  workspace,
  id,
  at,
  firstSeen,
  lastSeen,
}: {
  readonly workspace: string;
  readonly id: string | undefined;
  readonly at: string;
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
}): ReactNode {
  const what = `simulation of ${date(at)}`;
  return (
    <>
      {firstSeen !== undefined && lastSeen !== undefined
        ? `Queries of ${dates(firstSeen, lastSeen)}, replayed by the `
        : 'Replayed by the '}
      {id === undefined ? (
        what
      ) : (
        <Link to="/w/$workspace/simulations/$id" params={{ workspace, id }}>
          {what}
        </Link>
      )}
      .
    </>
  );
}

function Pending({ error, retry }: { readonly error: CallError | null; readonly retry: () => void }): ReactNode {
  return error ? <Failure what="Could not compare the rules." error={error} retry={retry} /> : <Loading rows={3} />;
}

interface FilesProps {
  readonly workspace: string;
  readonly from: Side | undefined;
  readonly to: Side;
  readonly simulation: string | undefined;
  readonly name: (side: Side) => ReactNode;
}

/** The files of both sides, compared. */
function Files({ workspace, from, to, simulation, name }: FilesProps): ReactNode {
  const before = useFiles(workspace, from, simulation);
  const after = useFiles(workspace, to, simulation);
  const error = before.error ?? after.error;
  if (error) return <Failure what="Could not load the files." error={error} />;
  if (!after.isKept || !before.isKept)
    return (
      <p className="quiet">
        The files of this simulation are not kept any more. The service keeps those of the newest simulations of the
        default branch.
      </p>
    );
  if (!after.ruleset || (from !== undefined && !before.ruleset)) return <Loading rows={4} />;
  if (from === undefined) return <Whole ruleset={after.ruleset} />;
  const changed = changedFiles(before.ruleset, after.ruleset);
  return (
    <>
      {before.ruleset && <Packs ruleset={before.ruleset} name={name(from)} />}
      <Packs ruleset={after.ruleset} name={name(to)} />
      {changed.length === 0 && <p className="quiet">The files are the same.</p>}
      <Suspense fallback={<Loading rows={4} />}>
        {changed.map((file) => (
          <Diff key={file.path} {...file} language="yaml" />
        ))}
      </Suspense>
    </>
  );
}

/** Says that a ruleset is a pack, and has no text here. */
function Packs({ ruleset, name }: { readonly ruleset: RulesetFiles; readonly name: ReactNode }): ReactNode {
  if (ruleset.files.length > 0) return null;
  return (
    <p className="quiet">
      <span className={styles.capital}>{name}</span> has no files:{' '}
      {ruleset.entry === undefined ? (
        'it is empty.'
      ) : (
        <>
          it is <code>{ruleset.entry}</code>.
        </>
      )}
    </p>
  );
}

/** The files of a ruleset that is compared with nothing. */
function Whole({ ruleset }: { readonly ruleset: RulesetFiles }): ReactNode {
  return (
    <>
      <Packs ruleset={ruleset} name="it" />
      {ruleset.files.map(({ path, text }) => (
        <Code key={path} text={text.replace(/\n$/, '')} language="yaml" from={1} head={path} />
      ))}
    </>
  );
}

interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function changedFiles(before: RulesetFiles | undefined, after: RulesetFiles): readonly ChangedFile[] {
  const old = new Map(before?.files.map(({ path, text }) => [path, text]));
  const now = new Map(after.files.map(({ path, text }) => [path, text]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((file) => file.before !== file.after);
}
