import type { Dialect } from '../../model/index.ts';
import { helpFor, toLine } from '../../rules/index.ts';
import type { Judgement } from '../judging/index.ts';
import type { ProxyMode } from '../types.ts';

/** What the proxy does with a query. */
export type Action = 'pass' | 'warn' | 'block';

/** What mode `enforce` does where the rules give no answer. */
export interface Policies {
  /** For a query with the verdict `unknown`. */
  readonly unknown: Action;
  /** Why no query may run now, whatever its verdict; undefined if queries may run. */
  readonly closed?: (() => string | undefined) | undefined;
}

/** What the proxy does with a query that has the verdict. */
export function actionFor({ verdict, rules }: Judgement, mode: ProxyMode, policies: Policies): Action {
  if (mode === 'observe') return 'pass';
  if (!rules) return mode === 'enforce' ? 'block' : 'pass';
  if (mode === 'enforce' && policies.closed?.() !== undefined) return 'block';
  if (verdict === 'allow') return 'pass';
  if (mode === 'warn' || verdict === 'warn') return 'warn';
  return verdict === 'block' ? 'block' : policies.unknown;
}

/** Characters of a message that a client gets. */
const MAX_MESSAGE = 2000;
/** Characters of a rule's advice. */
const MAX_HELP = 500;

/** The rules that decide, the strictest first, and what they say. */
function reasons(judgement: Judgement): { readonly rules: string; readonly text: string } {
  const shown = decidingOf(judgement);
  const rules = [...new Set(shown.map(({ rule }) => rule))].map((rule) => `\`${rule}\``).join(', ');
  const text = [...new Set(shown.map(({ message }) => message))].join('; ');
  return { rules, text: text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text };
}

function decidingOf({ findings, verdict }: Judgement): Judgement['findings'] {
  const deciding = findings.filter((finding) => finding.verdict === verdict);
  return deciding.length > 0 ? deciding : findings;
}

/** What the first rule that decides says to do instead; empty if it says nothing. */
function adviceOf(judgement: Judgement, dialect: Dialect): string {
  const [first] = decidingOf(judgement);
  const rule = judgement.rules?.ruleset.rules.find(({ id }) => id === first?.rule);
  return rule === undefined ? '' : toLine(helpFor(rule, dialect), MAX_HELP);
}

/** What a client is told about a query that is blocked, or that it is warned of. */
export interface Explanation {
  readonly message: string;
  /** The rules that decided. */
  readonly detail: string | undefined;
  readonly hint?: string;
  /** What to do instead, for people and programs. It never names an exemption. */
  readonly advice?: string;
}

/** @param event the id of the query's event; empty if there is none */
export function explainBlock(judgement: Judgement, event: string, policies: Policies, dialect: Dialect): Explanation {
  const closed = policies.closed?.();
  const { rules, text } = closed === undefined ? reasons(judgement) : { rules: '', text: closed };
  const version = judgement.rules?.version;
  const source = version === undefined ? '' : ` of ruleset version ${version}`;
  return {
    message: `blocked by Querygate: ${text || 'there are no rules to judge it'}`,
    detail: rules === '' ? undefined : `Rule ${rules}${source}.`,
    hint: `The query did not run.${event === '' ? '' : ` Event ${event} has the details.`}`,
    advice: closed === undefined ? adviceOf(judgement, dialect) : '',
  };
}

export function explainWarning(judgement: Judgement): Explanation {
  const { rules, text } = reasons(judgement);
  return { message: `Querygate: ${text}`, detail: rules === '' ? undefined : `Rule ${rules}.` };
}
