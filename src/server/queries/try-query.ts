import type { RuleText, TriedQuery, TryQuery } from '../../contract/index.ts';
import { type CallerFacts, LineIndex } from '../../model/index.ts';
import { type Context, dayOf } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import { activeRuleset, engineRuleset } from '../rulesets/active.ts';
import { ruleTexts } from '../rulesets/rule-texts.ts';

/** Judges a query under the active ruleset, and returns the facts that the rules see. Nothing is recorded. */
export async function tryQuery(
  ctx: Context,
  engine: Pick<Engine, 'tryQuery' | 'rulePlaces'>,
  workspace: string,
  { query, dialect, inTransaction }: TryQuery,
  caller: CallerFacts,
): Promise<TriedQuery> {
  const active = await activeRuleset(ctx, workspace);
  const { verdict, findings, statements } = await engine.tryQuery({
    ...{ active: engineRuleset(active), query, dialect, caller, inTransaction },
    today: dayOf(ctx.now()),
  });
  const rules = new Set(findings.map(({ rule }) => rule));
  const texts = new Map<string, RuleText>();
  for (const text of await ruleTexts(ctx, engine, workspace, active.version, [...rules])) texts.set(text.rule, text);
  const lines = new LineIndex(query);
  return {
    workspace,
    verdict,
    ruleset: { version: active.version },
    findings: findings.map((finding) => {
      const { line, column } = lines.position(finding.span.start);
      return { ...finding, line, column, ruleText: texts.get(finding.rule) };
    }),
    statements: statements.map((each) => ({ ...each, operations: [...each.operations], notKnown: [...each.notKnown] })),
  };
}
