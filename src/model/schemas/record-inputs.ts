import { z } from 'zod';
import { input, optionalInput, text } from './input-table.ts';

/** The inputs of the `record` Action. record/action.yml and docs/inputs.md are generated from this table. */
export const recordInputsSchema = z.object({
  run: input(text, {
    description:
      "The command that migrates, or that runs the tests, for `sh -e -c`. It is the change's own code, so the job must have no secrets.",
  }),
  as: input(
    optionalInput(z.enum(['migrations', 'tests'])).transform((value) => value ?? 'migrations'),
    {
      description: '`migrations`, or `tests`: the recording is then a snapshot, a history of what the tests execute.',
      default: 'migrations',
    },
  ),
  'caller-patterns': input(text, {
    description: 'Of tests: names that differ from run to run, such as `database=app_test_*`, separated by spaces.',
  }),
  upstream: input(text, {
    description:
      'URL of a scratch database, `postgresql://user:password@host:5432/database` or `mysql://root:password@host:3306/database`, such as the one of a service container.',
    fallback: 'a PostgreSQL server that is installed on the runner is started',
  }),
  scratch: input(
    z.string().transform((value) => value === 'true'),
    {
      description: 'Whether the database of `upstream` may be changed although it holds rows: `true` or `false`.',
      default: 'false',
    },
  ),
  seed: input(text, {
    description:
      'SQL file to run on the scratch database first, such as a dump of a schema with some rows. PostgreSQL only.',
  }),
  env: input(text, {
    description:
      'Variables from which the command reads the URL of its database, separated by spaces. Those that hold such a URL already are found.',
    fallback: '`DATABASE_URL`, if no variable holds a URL',
  }),
  output: input(text, {
    description: 'File of the recording.',
    fallback: '`querygate-recording.jsonl`, or `querygate-tests.jsonl.gz` of tests',
  }),
});
export type RecordInputs = z.output<typeof recordInputsSchema>;

/** The outputs of the `record` Action. */
export const RECORD_OUTPUTS = {
  'exit-code': 'Exit code of the command. The step itself exits with 0 or 1.',
  statements: 'Number of statements that were recorded.',
  recording: 'Path of the recording; empty if none was written.',
} as const;
export type RecordOutputName = keyof typeof RECORD_OUTPUTS;
