import { counted, type DifferingSql, type KindChange, type RulesetComparisonResult } from '../../model/index.ts';

/** How many kinds an answer names. */
const MAX_NAMED = 3;

/** Whether the head is looser, in one sentence. */
export function looserText({ looser, kinds, open }: RulesetComparisonResult): string {
  switch (looser) {
    case 'no':
      return 'the head is nowhere looser than the base: no statement gets a weaker verdict';
    case 'yes': {
      const loosened = kinds.filter(({ change }) => change === 'looser').length;
      return `the head is looser than the base for at least ${counted(loosened, 'kind')} of operation`;
    }
    default: {
      const named = open
        .slice(0, MAX_NAMED)
        .map(({ kind, rule, why }) => `${kind}${rule === undefined ? '' : `, rule ${rule}`}: ${why}`);
      const more = open.length > named.length ? [`and ${open.length - named.length} more`] : [];
      return `not decided whether the head is looser than the base (${[...named, ...more].join('; ')})`;
    }
  }
}

/** One kind that changes: `drop_table: block -> allow (no-drop-table)`. */
export function kindChangeText({ kind, example }: KindChange): string {
  return `${kind}: ${example.base} -> ${example.head} (${example.rules.join(', ')})`;
}

/** Where an example runs: `postgresql, in example.sql, from 2027-04-01`. */
export function exampleContext({ dialect, path, caller, serverVersion, history = [], from }: DifferingSql): string {
  const known = Object.entries(caller ?? {}).map(([fact, value]) => `${fact} ${value ?? 'not known'}`);
  return [
    dialect,
    ...(serverVersion === undefined ? [] : [`server version ${serverVersion}`]),
    ...(path === undefined ? ['a query of production'] : [`in ${path}`]),
    ...(known.length === 0 ? [] : [`by ${known.join(', ')}`]),
    ...(history.length === 0 ? [] : [`where production ran: ${history.join('; ')}`]),
    ...(from === undefined ? [] : [`from ${from}`]),
  ].join(', ');
}

/** The keys of a comparison, also in the report of a simulation. */
export function comparisonJson({ looser, kinds, open }: RulesetComparisonResult) {
  return {
    looser,
    kinds: kinds.map(({ kind, change, example }) => ({
      kind,
      change,
      example: {
        sql: example.sql,
        dialect: example.dialect,
        base: example.base,
        head: example.head,
        rules: [...example.rules],
        path: example.path ?? null,
        caller: example.caller ? { ...example.caller } : null,
        serverVersion: example.serverVersion ?? null,
        history: example.history ? [...example.history] : null,
        from: example.from ?? null,
      },
    })),
    open: open.map(({ kind, rule, why }) => ({ kind, rule: rule ?? null, why })),
  };
}
