import { type ClientSource, ConfigError, DIALECTS, docsRootOf, suggestion } from '../../model/index.ts';
import { type Rule, type Ruleset, statementsIn } from '../../rules/index.ts';

/** The text of `querygate rules show <id>`. */
export function showRule(ruleset: Ruleset, id: string, source?: ClientSource): string {
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  if (!rule) {
    const hint = suggestion(
      id,
      ruleset.rules.map((candidate) => candidate.id),
    );
    throw new ConfigError(`there is no rule \`${id}\`${hint}; \`querygate rules list\` shows all rules`);
  }
  const root = docsRootOf(source);
  const { place } = rule;
  const where = [place.file, place.line].filter((part) => part !== undefined).join(':');
  const exceptions = ruleset.exceptionsOf.get(id) ?? [];
  return [
    `${rule.id}: ${rule.verdict}`,
    '',
    ...section('operations', rule.operations.join(', ')),
    ...section('when', rule.condition?.text ?? ''),
    ...section('message', rule.message.text),
    ...section('why', rule.description),
    ...section('instead', rule.help.default),
    ...DIALECTS.flatMap((dialect) => section(`instead (${dialect})`, rule.help[dialect] ?? '')),
    ...fixesOf(rule),
    ...section('owner', rule.owner ?? ''),
    ...section('suppressible', rule.suppressible ? 'yes, by a comment in the SQL file' : 'no'),
    ...section('from', where),
    ...section('page', root === undefined || rule.docs === undefined ? '' : `${root}${rule.docs}.md`),
    ...exceptions.map(
      ({ condition, until, reason, owner }) => `exception until ${until} (${owner}: ${reason}): ${condition.text}`,
    ),
    ...examplesOf(rule),
    '',
  ].join('\n');
}

function section(title: string, text: string): readonly string[] {
  return text === '' ? [] : [`${title}: ${text.trim().replaceAll('\n', '\n  ')}`];
}

function fixesOf({ fixes }: Rule): readonly string[] {
  if (fixes.length === 0) return ['fix: none'];
  return fixes.flatMap((fix) => [
    `fix${fix.dialects ? ` (${fix.dialects.join(', ')})` : ''}: ${fix.title}`,
    ...statementsIn(fix).map((sql) => `  ${sql}`),
  ]);
}

function examplesOf(rule: Rule): readonly string[] {
  return rule.examples.flatMap(({ block = [], pass = [], dialect = 'postgresql', base }) => {
    const where = base === undefined ? dialect : `${dialect}, the base branch has ${base}`;
    return [...block.map((sql) => `hits (${where}): ${sql}`), ...pass.map((sql) => `passes (${where}): ${sql}`)];
  });
}
