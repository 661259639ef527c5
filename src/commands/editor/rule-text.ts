import type { Rule } from '../../rules/index.ts';

/** What a rule is about, in Markdown. */
export function ruleText({ id, verdict, description, help }: Rule): string {
  return [`**${id}** (${verdict})`, description, help.default].filter((part) => part !== '').join('\n\n');
}
