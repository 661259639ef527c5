import { type ExpiredException, expiredExceptionsOf, expiryNotice } from '../../check/index.ts';
import type { CompletedDryRun } from '../../client/index.ts';
import { type Change, type ClientSource, counted, type Finding, isAvailable, type Notice } from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import { migrationsFolder } from '../inputs/moved-files.ts';
import { announcements } from '../inputs/select-files.ts';
import type { Sides } from '../inputs/sides.ts';
import { serviceNotices } from '../report-parts/service-notices.ts';

/** A notice about the whole run. */
export function runNotice(level: Notice['level'], message: string): Notice {
  return { level, message, path: undefined, location: undefined };
}

export function changeNotices(change: Change, source: ClientSource | undefined): readonly Notice[] {
  const notices = [...announcements(change, source)];
  if (!isAvailable(change.diffBase) && change.untrusted === undefined)
    notices.push(
      runNotice(
        'warning',
        `the base version of the files cannot be read (${change.diffBase.unavailable}), so every finding counts as new`,
      ),
    );
  return notices;
}

/** Notices about a change of the configuration. */
function settingNotices({ edited, removed, introduces }: Sides): readonly Notice[] {
  const notices: Notice[] = [];
  if (edited && !introduces)
    notices.push(
      runNotice(
        'notice',
        'the change edits the configuration: until it is merged, the stricter value of each setting applies',
      ),
    );
  if (edited && introduces)
    notices.push(
      runNotice(
        'notice',
        'the change adds the first configuration: until it is merged, the default of a setting applies where it is stricter',
      ),
    );
  if (removed)
    notices.push(
      runNotice('notice', 'the change removes the configuration: it still applies until the change is merged'),
    );
  return notices;
}

/**
 * Notices about the two rulesets of a change that edits the rules.
 *
 * @param counting findings that count
 */
export function sideNotices(
  sides: Sides,
  judges: number,
  counting: readonly Finding[],
  answer: CompletedDryRun | undefined,
): readonly Notice[] {
  const onlyBase = counting.filter(({ side, onceMerged }) => side === 'base' || onceMerged !== undefined).length;
  const source = answer ? `the active ruleset of workspace \`${answer.workspace}\`` : 'the rules in force';
  const effect = answer ? 'is activated there' : 'is merged';
  return [
    ...(onlyBase > 0
      ? [
          runNotice(
            'notice',
            `${onlyBase} of the findings ${onlyBase === 1 ? 'comes' : 'come'} from ${source}, which ${answer ? 'still applies' : 'still apply'} until the change ${effect}: the rules that it loosens take effect then`,
          ),
        ]
      : []),
    ...settingNotices(sides),
    ...(sides.headDecides && judges > 1
      ? [
          runNotice(
            'warning',
            answer
              ? `\`head-rules: decide\` in the base configuration is ignored with a service: ${source} judges, and the stricter verdict decides`
              : 'the edited rules decide (`head-rules: decide` in the base configuration): review what they let through',
          ),
        ]
      : []),
  ];
}

/** Notices about findings that the baseline accepts under the old path of their file. */
export function movedNotices(
  findings: readonly Finding[],
  moved: ReadonlyMap<string, string>,
  change: Change | undefined,
): readonly Notice[] {
  const accepted = findings.filter(({ fingerprint, acceptedAs }) => (acceptedAs ?? fingerprint) !== fingerprint);
  const [first, ...others] = new Set(accepted.map(({ path }) => path));
  if (first === undefined) return [];
  // In a change, only a file that the change itself moves has a former path.
  const isMovedNow = change !== undefined;
  const files = `\`${moved.get(first) ?? ''}\` is now \`${first}\`${others.length > 0 ? `, and ${counted(others.length, 'more file')}` : ''}`;
  return [
    runNotice(
      isMovedNow ? 'warning' : 'notice',
      `${counted(accepted.length, 'finding')} accepted by the baseline under the old path of a moved file (${files}); ${
        isMovedNow ? 'check that your migration tool does not run it again, and ' : ''
      }record the new path with \`querygate baseline update\``,
    ),
  ];
}

/** A notice about files that the change moves with their folder, or renames within it, if they have findings. */
export function movedAlongNotices(
  findings: readonly Finding[],
  movedAlong: ReadonlyMap<string, string>,
): readonly Notice[] {
  const [first, ...others] = new Set(findings.map(({ path }) => path).filter((path) => movedAlong.has(path)));
  if (first === undefined) return [];
  const files = `\`${movedAlong.get(first) ?? ''}\` is now \`${first}\`${others.length > 0 ? `, and ${counted(others.length, 'more file')}` : ''}`;
  const isFolder = migrationsFolder(first) !== migrationsFolder(movedAlong.get(first) ?? '');
  const what = isFolder ? 'moves a folder with its files' : 'renames a migration and leaves its version';
  const message = `the change ${what} (${files}): what they had in the base does not count; check that your migration tool does not run them again`;
  return [runNotice('notice', message)];
}

/** Notices about expired exceptions of the repository's own rules. */
export function expiredOwnExceptions({ rules }: Sides, today: string): readonly Notice[] {
  const [first] = rules;
  return first ? expiredExceptionsOf(first.ruleset, today).map(expiryNotice) : [];
}

/** Notices about the answer of the service. */
export function answerNotices({ today, change }: CheckRequest, done: CompletedDryRun): readonly Notice[] {
  const { workspace, ruleset } = done;
  const messages = serviceNotices(done, new Date(`${today}T23:59:59Z`), {
    own: change ? 'the base branch' : 'the working directory',
    consequence: 'the active one judged',
  });
  return [
    ...messages.map((message) => runNotice('notice', message)),
    ...ruleset.expired.map((exception) => runNotice('warning', expiredInWorkspace(exception, workspace))),
  ];
}

/** Names the workspace, since its rule file need not exist in the repository. */
function expiredInWorkspace(exception: ExpiredException, workspace: string): string {
  const { file, line } = exception.place;
  return `${expiryNotice(exception).message} (${file}${line === undefined ? '' : `:${line}`} of workspace \`${workspace}\`)`;
}
