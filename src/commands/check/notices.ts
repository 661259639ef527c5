import { type ExpiredException, expiredIn, expiryNotice } from '../../check/index.ts';
import type { CompletedDryRun } from '../../client/index.ts';
import { type Change, type Finding, isAvailable, type Notice } from '../../model/index.ts';
import type { CheckRequest } from '../inputs/check-request.ts';
import { announcements } from '../inputs/select-files.ts';
import type { Sides } from '../inputs/sides.ts';
import { serviceNotices } from '../report-parts/service-notices.ts';

/** Something about the whole run. */
export function runNotice(level: Notice['level'], message: string): Notice {
  return { level, message, path: undefined, location: undefined };
}

export function changeNotices(change: Change): readonly Notice[] {
  const notices = [...announcements(change)];
  if (!isAvailable(change.diffBase) && change.untrusted === undefined)
    notices.push(
      runNotice(
        'warning',
        `the old side of the change cannot be read (${change.diffBase.unavailable}), so every finding counts as new`,
      ),
    );
  return notices;
}

/** What the configuration of two sides makes worth saying. */
function settingNotices({ edited, removed, introduces }: Sides): readonly Notice[] {
  const notices: Notice[] = [];
  if (edited && !introduces)
    notices.push(
      runNotice(
        'notice',
        'the change edits the configuration: of each setting the stricter value counts until it is merged',
      ),
    );
  if (edited && introduces)
    notices.push(
      runNotice(
        'notice',
        'the change brings the first configuration: where the default of a setting is stricter, it counts until that is merged',
      ),
    );
  if (removed)
    notices.push(runNotice('notice', 'the change takes the configuration away: it counts until that is merged'));
  return notices;
}

/** What two rulesets make worth saying. */
export function sideNotices(
  sides: Sides,
  judges: number,
  findings: readonly Finding[],
  asked: CompletedDryRun | undefined,
): readonly Notice[] {
  const onlyBase = findings.filter(({ status, side }) => status === 'new' && side === 'base').length;
  const source = asked ? `the active ruleset of workspace \`${asked.workspace}\`` : 'the rules in force';
  const effect = asked ? 'is made active there' : 'is merged';
  return [
    ...(onlyBase > 0
      ? [
          runNotice(
            'notice',
            `${onlyBase} of the findings come from ${source} and not from the edited ones: what the change loosens takes effect once it ${effect}`,
          ),
        ]
      : []),
    ...settingNotices(sides),
    ...(sides.headDecides && judges > 1
      ? [
          runNotice(
            'warning',
            asked
              ? `\`head-rules: decide\` in the base configuration does not hold with a service: ${source} judges, and the stricter verdict decides`
              : 'the edited rules decide (`head-rules: decide` in the base configuration): review what they let through',
          ),
        ]
      : []),
  ];
}

/** Exceptions that hold no more, of the repository's own rules. */
export function expiredHere({ rules }: Sides, today: string): readonly Notice[] {
  const [first] = rules;
  return first ? expiredIn(first.ruleset, today).map(expiryNotice) : [];
}

/** What the answer of the service makes worth saying. */
export function answerNotices({ today, change }: CheckRequest, done: CompletedDryRun): readonly Notice[] {
  const { workspace, ruleset } = done;
  const said = serviceNotices(done, new Date(`${today}T23:59:59Z`), {
    own: change ? 'the base branch has' : 'is here',
    consequence: 'the active one judged',
  });
  return [
    ...said.map((message) => runNotice('notice', message)),
    ...ruleset.expired.map((exception) => runNotice('warning', expiredThere(exception, workspace))),
  ];
}

/** Its place is in a file of the workspace, which need not be one of the repository. */
function expiredThere(exception: ExpiredException, workspace: string): string {
  const { file, line } = exception.place;
  return `${expiryNotice(exception).message} (${file}${line === undefined ? '' : `:${line}`} of workspace \`${workspace}\`)`;
}
