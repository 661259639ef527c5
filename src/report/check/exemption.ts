import type { CheckReport, Finding, MigrationTool } from '../../model/index.ts';
import { moreAbout } from '../text/docs-link.ts';
import { firstSentence } from '../text/help.ts';
import { visible, visibleLiteral } from '../text/visible.ts';
import { conditionScalar, scalar } from '../text/yaml.ts';

/** How a finding can be exempted, if at all. `line` and `yaml` are safe to print; `ask`, a sentence, is raw text. */
export type Exemption =
  /** A comment to put directly above the statement; the reader fills in the reason. */
  | { readonly by: 'comment'; readonly line: string }
  /** An entry of the ruleset's `exceptions`, which the owner of the rules must approve. */
  | { readonly by: 'exception'; readonly ask: string; readonly yaml: readonly string[] }
  /** Lines of the configuration: the finding counts only because no tool is named for the file. */
  | { readonly by: 'tool'; readonly ask: string; readonly yaml: readonly string[] };

/** What stands in front of the advice. */
export const EXEMPTION_LABELS: Readonly<Record<Exemption['by'], string>> = {
  comment: 'exempt',
  exception: 'exempt',
  tool: 'config',
};

/** A placeholder that a migration tool replaces before the SQL runs: the target is not its real name. */
const PLACEHOLDER = /[$%{}:?]/;

/** The narrowest CEL condition that matches the finding: its target, or else its file. */
function condition({ operation, path }: Finding): string {
  if (operation?.kind === 'meta_command')
    return `operation.target.name == ${visibleLiteral(commandName(operation.target))}`;
  const parts = operation === undefined || operation.target === '' ? [] : operation.target.split('.');
  const [first, second] = parts;
  if (first === undefined || parts.length > 2 || PLACEHOLDER.test(operation?.target ?? ''))
    return `file.path == ${visibleLiteral(path)}`;
  if (second === undefined) return `operation.target.name == ${visibleLiteral(first)}`;
  const schema = `operation.target.schema == ${visibleLiteral(first)}`;
  return `${schema} && operation.target.name == ${visibleLiteral(second)}`;
}

/** The name of a client command, which is the same however it is written: `\c`, `.read`, `SOURCE`, `!!dir`. */
function commandName(written: string): string {
  const name = written.replace(/^[\\.:](?=.)/, '').toLowerCase();
  return name.startsWith('!') ? '!' : name;
}

/** Where an exception goes: the last file of the ruleset. Raw text. */
function rulesFile({ judges, service }: CheckReport): string {
  if (service) return `the ruleset of workspace ${service.workspace ?? ''}`;
  const files = judges.flatMap(({ sources }) => sources).filter((source) => !source.startsWith('querygate:'));
  return files.at(-1) ?? '.querygate/rules.yml';
}

const HASH_COMMENTS = /\.(?:py|rb|exs?)$/i;
const SLASH_COMMENTS = /\.(?:[cm]?[jt]sx?|php|cs|fs|java|kt|groovy|go)$/i;

/** What begins a comment in a SQL file, or in the source of a migration that was recorded. */
function commentMark(path: string): string {
  if (HASH_COMMENTS.test(path)) return '#';
  return SLASH_COMMENTS.test(path) ? '//' : '--';
}

/** The comment that exempts a statement of the file from rules. Safe to print. */
export function commentFor(rules: readonly string[], path: string, { policy }: Pick<CheckReport, 'policy'>): string {
  const until = policy.lastExemptionDay === undefined ? '' : ` until ${policy.lastExemptionDay}`;
  return `${commentMark(path)} querygate:allow ${rules.map(visible).join(', ')}${until}: <reason>`;
}

/**
 * What to write to exempt a finding. Undefined if that is not possible: no rule matched an operation, but the SQL could
 * not be read. `--` starts a comment in every dialect, so the comment is the same in all of them.
 */
export function exemptionFor(finding: Finding, report: CheckReport): Exemption | undefined {
  if (finding.operation === undefined) return undefined;
  if (finding.downTools) return namingOf(finding.downTools, finding);
  if (finding.suppressible) return { by: 'comment', line: commentFor([finding.rule], finding.path, report) };
  const owner = finding.owner ?? '';
  const when = conditionScalar(condition(finding));
  return {
    by: 'exception',
    ask: `a comment cannot exempt this; ask ${owner === '' ? 'the owners of the rules' : owner} for an exception in ${rulesFile(report)}`,
    yaml: [
      `- { rule: ${scalar(finding.rule)},`,
      `    when: ${when},`,
      `    reason: <reason>, owner: ${owner === '' ? '<owner>' : scalar(owner)}, until: ${report.policy.lastExemptionDay ?? '<YYYY-MM-DD>'} }`,
    ],
  };
}

function namingOf([tool, ...others]: readonly MigrationTool[], { path }: Finding): Exemption {
  if (tool === undefined) return { by: 'tool', ask: 'merge the configuration before the migration', yaml: [] };
  const folder = path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/**` : path;
  const more = others.length === 0 ? '' : `   # or ${others.join(', ')}`;
  return {
    by: 'tool',
    ask: `if ${[tool, ...others].join(' or ')} runs this file, set \`tool: ${tool}\` for it in .querygate/config.yml: a down section does not run on deployment`,
    yaml: ['files:', `  - paths: [${scalar(folder)}]`, `    tool: ${tool}${more}`],
  };
}

/** What a reader can do about a finding. */
export interface Advice {
  /** The first sentence of the rule's help; undefined if it has none. Raw text. */
  readonly fix: string | undefined;
  readonly exemption: Exemption | undefined;
  /** Where to read about the rule. Raw text. */
  readonly more: string | undefined;
}

export function adviceOf(finding: Finding, report: CheckReport): Advice {
  return {
    fix: firstSentence(finding.help) || undefined,
    exemption: exemptionFor(finding, report),
    more: moreAbout(finding, report),
  };
}
