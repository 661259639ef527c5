// The same YAML as in the reports of `simulate`; a test keeps the two equal.

/** The part of a flow that is used. */
interface BrokenFlow {
  readonly id: string;
  readonly affectedCalls: number;
  readonly causes: readonly { readonly rule: string }[];
  readonly proposal?: { readonly rule: string; readonly when: string } | undefined;
}

/** The part of a result that is used. */
interface Changes {
  readonly ruleChanges: readonly { readonly rule: string; readonly owner?: string | undefined }[];
}

const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*$/;
/** Words that YAML 1.2, or an older YAML parser, does not read as text. */
const KEYWORD = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** Characters that a reader does not see. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text as JSON, which YAML reads too, in which every character is visible. */
function literal(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function scalar(text: string): string {
  return PLAIN.test(text) && !KEYWORD.test(text) ? text : literal(text);
}

/** A condition in single quotes if possible, so that its own quotes need no escapes. */
function condition(text: string): string {
  return new RegExp(INVISIBLE).test(text) ? literal(text) : `'${text.replaceAll("'", "''")}'`;
}

function ownerOf(rule: string, { ruleChanges }: Changes): string {
  const owner = ruleChanges.find((change) => change.rule === rule)?.owner;
  return owner === undefined || owner === '' ? '<owner>' : scalar(owner);
}

/** The exception that keeps a flow working, to paste under `exceptions:` of a rule file. */
export function exceptionYaml({ id, proposal }: BrokenFlow, result: Changes): string | undefined {
  if (!proposal) return undefined;
  return [
    `- rule: ${scalar(proposal.rule)} # flow ${id}`,
    `  when: ${condition(proposal.when)}`,
    '  reason: <reason>',
    `  owner: ${ownerOf(proposal.rule, result)}`,
    '  until: <YYYY-MM-DD>',
    '',
  ].join('\n');
}

/** An acknowledgement of the break, to paste under `acknowledge:` of a rule file. */
export function acknowledgementYaml({ id, causes, affectedCalls }: BrokenFlow, result: Changes): string {
  const rules = [...new Set(causes.map(({ rule }) => rule))];
  return rules
    .map((rule) =>
      [
        `- rule: ${scalar(rule)}`,
        `  flow: "${id}"`,
        `  reason: "<why ${affectedCalls} recorded calls may stop>"`,
        `  owner: ${ownerOf(rule, result)}`,
        '  until: <YYYY-MM-DD>',
        '',
      ].join('\n'),
    )
    .join('');
}
