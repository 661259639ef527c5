import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RuleText } from '../../../../src/contract/index.ts';
import { Code } from '../../ui/code.tsx';
import { Prose } from '../../ui/prose.tsx';
import type { Verdict } from '../../ui/verdict.tsx';
import styles from './queries.module.css';

/** A rule as its file has it, with the line that decides. */
export function RuleCode({
  workspace,
  rule,
  verdict,
}: {
  readonly workspace: string;
  readonly rule: RuleText;
  /** What the rule did. Default: its verdict in the ruleset. */
  readonly verdict?: Verdict | undefined;
}): ReactNode {
  const { place, excerpt, ruleset } = rule;
  return (
    <section>
      <div className={styles.row}>
        <h3>Rule</h3>
        <Link to="/w/$workspace/ruleset" params={{ workspace }} search={{ version: String(ruleset) }}>
          Open version {ruleset}
        </Link>
      </div>
      {place && excerpt ? (
        <Code
          language="yaml"
          text={excerpt.lines.join('\n')}
          from={excerpt.firstLine}
          hits={[place.line]}
          verdict={verdict ?? (rule.verdict === 'warn' ? 'warn' : 'block')}
          head={
            <>
              <span>{rule.rule}</span>
              <span>
                {place.file}:{place.line}:{place.column}
              </span>
            </>
          }
        />
      ) : (
        <>
          <p>
            <code>{rule.rule}</code> of {rule.source}: {rule.verdict}
          </p>
          <p className="quiet">
            <Prose text={rule.description} />
          </p>
        </>
      )}
    </section>
  );
}
