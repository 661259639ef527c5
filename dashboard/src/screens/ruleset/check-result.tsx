import type { ReactNode } from 'react';
import { type Answer, sentence } from '../../api/call.ts';
import { counted } from '../../format/number.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Empty } from '../../ui/states.tsx';
import { VerdictIcon, VerdictMark } from '../../ui/verdict.tsx';
import { changeWords } from '../simulations/words.ts';
import styles from './edit-rules.module.css';
import { RuleTable } from './rule-table.tsx';
import { activatedPath, type Draft } from './use-draft.ts';

type Result = Answer<'checkRuleset'>;
type Checked = NonNullable<Result['checked']>;

/** A line of a rule file. */
export interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

interface CheckResultProps {
  readonly workspace: string;
  readonly result: Result;
  readonly draft: Draft;
  /** Whether the draft was edited since. */
  readonly isOld: boolean;
  readonly onPlace: (place: Place) => void;
}

/** What a check of rule files found. */
export function CheckResult({ workspace, result, draft, isOld, onPlace }: CheckResultProps): ReactNode {
  const { valid, problems, checked } = result;
  return (
    <div className={styles.results}>
      {isOld && (
        <Notice look="quiet" icon={<VerdictIcon verdict="unknown" />}>
          The text was edited after this check.
        </Notice>
      )}
      {problems.length > 0 && (
        <Card flush title={`${counted(problems.length, 'mistake')}: these rules do not load`}>
          <ul className={styles.list}>
            {problems.map(({ detail, place }) => (
              <li key={`${place?.file}:${place?.line}:${place?.column} ${detail}`}>
                {place && <PlaceButton {...place} onPlace={onPlace} />}
                <span>
                  <Prose text={sentence(detail)} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {checked && <Examples examples={checked.examples} onPlace={onPlace} />}
      {checked?.compared && <Changes compared={checked.compared} />}
      {valid && <Activation workspace={workspace} draft={draft} />}
    </div>
  );
}

function PlaceButton({
  file,
  line,
  column,
  onPlace,
}: Place & { readonly column?: number | undefined; readonly onPlace: (place: Place) => void }): ReactNode {
  return (
    <button type="button" className={styles.place} onClick={() => onPlace({ file, line })}>
      {[file, line, column].filter((part) => part !== undefined).join(':')}
    </button>
  );
}

function Examples({
  examples: { passed, failed, rulesWithout },
  onPlace,
}: Pick<Checked, 'examples'> & { readonly onPlace: (place: Place) => void }): ReactNode {
  const without = rulesWithout > 0 && `${counted(rulesWithout, 'rule')} without examples`;
  return (
    <Card
      flush
      title={
        <VerdictMark
          verdict={failed.length > 0 ? 'block' : 'allow'}
          word={`${counted(passed, 'example')} passed, ${failed.length} failed`}
        />
      }
      aside={without && <span className="quiet">{without}</span>}
    >
      {failed.length > 0 && (
        <ul className={styles.list}>
          {failed.map(({ rule, wanted, sql, problem, place, dialect }) => (
            <li key={`${rule} ${wanted} ${dialect} ${sql}`}>
              <PlaceButton {...place} onPlace={onPlace} />
              <span>
                <code>{rule}</code>, <code>{wanted}</code> ({dialect}): <Prose text={sentence(problem)} />
              </span>
              <Code text={sql} language="sql" wrap />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Changes({ compared: { version, equal, changes } }: { readonly compared: NonNullable<Checked['compared']> }) {
  return (
    <Card flush title={`Compared with version ${version}`}>
      {equal || changes.length === 0 ? (
        <Empty title="The rules are the same">
          <p>Both give the same verdicts.</p>
        </Empty>
      ) : (
        <RuleTable
          rules={changes.map(({ rule, change, effects, effect }) => ({
            ...{ rule, effect, outcome: undefined },
            change: changeWords(change, effects),
          }))}
          days={undefined}
        />
      )}
    </Card>
  );
}

/** How the rules come into force: never from here. */
function Activation({ workspace, draft }: { readonly workspace: string; readonly draft: Draft }): ReactNode {
  const command = `querygate admin ruleset activate ${activatedPath(draft)} --workspace ${workspace} --reason '<why>'`;
  return (
    <Card flush title="To put these rules in force">
      <div className={styles.inside}>
        <p>
          Merge them, and activate the simulation of the default branch here. Or let an administrator run on the server:
        </p>
        <div className={styles.command}>
          <code>{command}</code>
          <CopyButton text={command}>Copy command</CopyButton>
        </div>
      </div>
    </Card>
  );
}
