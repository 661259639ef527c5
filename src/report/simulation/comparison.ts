import type { SimulationResult } from '../../model/index.ts';
import { exampleContext, kindChangeText, looserText } from '../text/ruleset-comparison.ts';
import { cutText } from './words.ts';

/** How many kinds have an example. */
const MAX_KINDS = 6;
const MAX_SQL = 200;

/** What the edit does by itself: whether it is looser, and the kinds that change with an example each; empty if it was not compared. */
export function comparisonLines({ comparison }: SimulationResult): readonly string[] {
  if (!comparison) return [];
  const { kinds } = comparison;
  const lines = kinds.slice(0, MAX_KINDS).map((kind) => {
    const { example } = kind;
    return `${kind.change} for ${kindChangeText(kind)}, for example ${cutText(example.sql, MAX_SQL)} (${exampleContext(example)})`;
  });
  const more = kinds.length - lines.length;
  return [
    `by itself, ${looserText(comparison)}`,
    ...lines,
    ...(more > 0
      ? [
          `${more} more ${more === 1 ? 'kind' : 'kinds'}: ${kinds
            .slice(MAX_KINDS)
            .map(({ kind, change }) => `${kind} (${change})`)
            .join(', ')}`,
        ]
      : []),
  ];
}
