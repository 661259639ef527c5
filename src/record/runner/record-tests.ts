import { createRecordedTests } from '../../history/index.ts';
import type { CallerMask, ProposedMasks } from '../../model/index.ts';
import { type RecordRequest, type RecordResult, runBehindRecorder, withScratch } from './behind-recorder.ts';
import { CUT_OFF } from './scratch.ts';

interface RecordTestsRequest extends RecordRequest {
  /** Names of callers that change from run to run, such as those of parallel databases. */
  readonly callerMasks: readonly CallerMask[];
}

interface RecordTestsResult extends RecordResult {
  /** Masks that are probably missing. */
  readonly proposals: ProposedMasks;
}

const FAILED = 'the tests failed, so that some of their queries did not run';
const NO_STATEMENT =
  'no statement was recorded: the tests read their database from somewhere else; name the variable by `--env`';

/**
 * Runs tests in front of a scratch database, and writes a snapshot of what they execute there. Nothing is written if that
 * is not complete, so that an earlier snapshot stays. Their output and exit code are the tests'. Raises ConfigError if
 * nothing could be recorded.
 */
export function recordTests(request: RecordTestsRequest): Promise<RecordTestsResult> {
  return withScratch(request, async (scratch) => {
    const { dialect, note } = scratch;
    const tests = await createRecordedTests();
    const found = new Set<string>();
    const observer = await scratch.observe({
      query: (query) => {
        const { session, rows, at, outcome, sqlstate } = query;
        if (query.text() === undefined) found.add('a text was sent in an encoding that cannot be read');
        // Tests end sessions and drop databases: whether such a query ran is not known, and it is one that they send.
        tests.add({ session, rows, at, hasFailed: outcome !== 'ok' && sqlstate !== CUT_OFF });
      },
      problem: (what) => found.add(what),
    });
    const exitCode = await runBehindRecorder(scratch, observer, request);
    await observer.finish();
    if (exitCode !== 0) found.add(FAILED);
    if (tests.isEmpty) found.add(NO_STATEMENT);
    const problems = [...found];
    if (problems.length > 0)
      return { exitCode, statements: 0, problems, note, proposals: { masks: [], isCutOff: false } };
    const { callerMasks, now, output } = request;
    const { header, proposals } = await tests.write(output, { dialect, callerMasks, now });
    return { exitCode, statements: header.statements, problems, note, proposals };
  });
}
