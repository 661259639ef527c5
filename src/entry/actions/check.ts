import { readActionInputs, workspaceFiles } from '../../ci/index.ts';
import { checkDeservesComment, runCheck } from '../../commands/index.ts';
import { type CheckReport, dayOf } from '../../model/index.ts';
import type { ActionInputs, ActionOutputName } from '../../model/schemas/index.ts';
import { commentMarkdown, FORMATS, suggestionsOf } from '../../report/index.ts';
import { readRecordings, testsOf } from '../shared/recording.ts';
import { type Action, runAction } from './run-action.ts';

const CHECK: Action<ActionInputs, CheckReport, ActionOutputName> = {
  job: 'check',
  read: readActionInputs,
  run: async (inputs, common, cwd) =>
    runCheck({
      ...common,
      today: dayOf(new Date()),
      paths: inputs.paths,
      ignore: inputs.ignore,
      dialect: inputs.dialect,
      failOn: inputs['fail-on'],
      onUnknown: inputs['on-unknown'],
      findings: inputs.findings,
      recordings: await readRecordings(inputs.recording, cwd),
      tests: testsOf(inputs.tests, cwd),
      disk: workspaceFiles(cwd),
    }),
  formats: FORMATS,
  comment: commentMarkdown,
  deservesComment: checkDeservesComment,
  suggestions: (report) => suggestionsOf(report, 'github'),
  outputsOf: ({ totals }) => ({
    files: totals.files,
    statements: totals.statements,
    blocked: totals.blocked,
    warned: totals.warned,
    unknown: totals.unknown,
    existing: totals.existing,
    suppressed: totals.suppressed,
    'new-suppressions': totals.newSuppressions,
  }),
  noOutputs: {
    files: 0,
    statements: 0,
    blocked: 0,
    warned: 0,
    unknown: 0,
    existing: 0,
    suppressed: 0,
    'new-suppressions': 0,
    report: '',
  },
};

/** The GitHub Action `check`. */
export async function checkAction(): Promise<void> {
  await runAction(CHECK);
}
