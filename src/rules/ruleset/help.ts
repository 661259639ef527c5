import { COMMON_NAME, type Dialect } from '../../model/index.ts';
import type { Rule } from './types.ts';

/** The safe alternative in a dialect; empty if the rule has none. */
export function helpFor({ help }: Pick<Rule, 'help'>, dialect: Dialect): string {
  return help[dialect] ?? help[COMMON_NAME[dialect]] ?? help.default;
}
