import type { FlowDetails } from '../../../../src/contract/index.ts';

/** Values of a fact that are named in one message. */
const NAMED = 3;

/**
 * Why calls of a flow got its verdict: the message of the rule, with the values of those calls in the place of
 * `{statement.limit}` and the like. Undefined if a value is not known.
 */
export function reasonOf({
  flow,
  rules,
  values,
}: Pick<FlowDetails, 'rules' | 'values'> & { readonly flow: Pick<FlowDetails['flow'], 'verdict'> }):
  | string
  | undefined {
  let isKnown = true;
  const text = rules[0]?.message?.replaceAll(/\{([a-zA-Z]+(?:\.[a-zA-Z]+)+)\}/g, (_, fact: string) => {
    const found = values.find((each) => each.fact === fact)?.values.filter(({ verdict }) => verdict === flow.verdict);
    if (!found || found.length === 0) isKnown = false;
    const named = (found ?? []).slice(0, NAMED).map(({ value }) => value);
    return (found ?? []).length > NAMED ? `${named.join(', ')} and more` : named.join(' or ');
  });
  return isKnown ? text : undefined;
}
