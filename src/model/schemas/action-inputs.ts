import { z } from 'zod';
import { DIALECTS } from '../dialect.ts';
import { FAIL_ON, FINDINGS_MODES, ON_UNKNOWN } from '../verdict.ts';

/** The runner gives every declared input; one that nobody set is an empty string. */
function given<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

const text = given(z.string());
const globs = given(z.string().transform(splitGlobs));

/** An input, how the runner fills it when the workflow says nothing, and what the docs say of that. */
interface InputMeta {
  readonly description: string;
  /** `default` of action.yml. */
  readonly default?: string;
  /** What holds without a value, for the docs, where action.yml has no `default`: the configuration may decide. */
  readonly fallback?: string;
}

function input<T extends z.ZodType>(schema: T, meta: InputMeta): T {
  return schema.meta({ ...meta });
}

/** The inputs of the `check` Action: action.yml and docs/inputs.md are made from this table. */
export const actionInputsSchema = z.object({
  paths: input(globs, {
    description: 'Globs of the SQL files to check, separated by newlines or commas.',
    fallback: '`paths` of the configuration, else `**/*.sql`',
  }),
  ignore: input(globs, { description: 'Globs of files to leave out, separated by newlines or commas.' }),
  dialect: input(given(z.enum(DIALECTS)), {
    description: `SQL dialect of the files: ${choice(DIALECTS)}.`,
    fallback: "the configuration's, by path",
  }),
  rules: input(text, {
    description:
      'Ruleset: a file or folder of the repository, read from the base branch, or a path outside it that the workflow has checked out.',
    fallback: '`.querygate/rules.yml`, else `.querygate/rules/`, else the built-in `querygate:recommended`',
  }),
  config: input(text, {
    description: 'Configuration file of the repository, read from the base branch.',
    fallback: '`.querygate/config.yml`',
  }),
  'fail-on': input(given(z.enum(FAIL_ON)), {
    description: `Lowest verdict that fails the step: ${choice(FAIL_ON)}.`,
    fallback: "the configuration's, else `block`",
  }),
  'on-unknown': input(given(z.enum(ON_UNKNOWN)), {
    description: `What something that could not be decided does to the step: ${choice(ON_UNKNOWN)}.`,
    fallback: "the configuration's, else `fail`",
  }),
  findings: input(given(z.enum(FINDINGS_MODES)), {
    description: 'Which findings count: `new` (not in the base version of a changed file) or `all`.',
    fallback: "the configuration's, else `new`",
  }),
  comment: input(
    given(z.enum(['true', 'false'])).transform((value) => value === 'true'),
    {
      description: 'Whether to keep one comment on the pull request up to date; needs `pull-requests: write`.',
      default: 'false',
    },
  ),
  'github-token': input(text, {
    description:
      'Token to fetch the base branch, to list changed files, and to comment. Read access is enough to check.',
    default: '${{ github.token }}',
  }),
  report: input(text, {
    description: 'Where to write the JSON report: a path in the workspace.',
    fallback: "a file in the runner's temporary folder",
  }),
  'base-url': input(text, {
    description: 'Address of a Querygate service to check with. Without one, rules come from the repository.',
    fallback: '`SERVICE_BASE_URL` of the environment',
  }),
  'api-key': input(text, {
    description: 'API key of the service.',
    fallback: '`SERVICE_API_KEY` of the environment',
  }),
  workspace: input(text, {
    description: 'Workspace of the service.',
    fallback: '`SERVICE_WORKSPACE_ID` of the environment',
  }),
  matrix: input(text, {
    description: 'Tells the comments of the entries of a matrix apart; there is no need to set it.',
    default: '${{ toJSON(matrix) }}',
  }),
});
export type ActionInputs = z.output<typeof actionInputsSchema>;
export type ActionInputName = keyof typeof actionInputsSchema.shape;

/** What action.yml and the docs need of an input. */
export function describeInput(name: ActionInputName): InputMeta {
  const meta = actionInputsSchema.shape[name].meta();
  return {
    description: String(meta?.description ?? ''),
    ...(typeof meta?.['default'] === 'string' ? { default: meta['default'] } : {}),
    ...(typeof meta?.['fallback'] === 'string' ? { fallback: meta['fallback'] } : {}),
  };
}

/** The outputs of the `check` Action. All are set whatever happens; counts are 0 where nothing could be judged. */
export const ACTION_OUTPUTS = {
  verdict: '`allow`, `warn`, `block` or `unknown`: the strictest of all statements.',
  'exit-code': 'What the command-line client would exit with (docs/exit-codes.md). The step itself exits 0 or 1.',
  files: 'Number of SQL files judged.',
  statements: 'Number of statements judged.',
  blocked: 'Number of new findings that block.',
  warned: 'Number of new findings that warn.',
  unknown: 'Number of things that could not be decided.',
  existing: 'Number of findings that the base version had already.',
  suppressed: 'Number of findings that a comment in the SQL file exempts.',
  'new-suppressions': 'Number of exemptions that the change adds or widens.',
  report: 'Path of the JSON report; empty where there is none.',
} as const;
export type ActionOutputName = keyof typeof ACTION_OUTPUTS;

/** Splits at newlines and commas, but not at the commas of `{a,b}`. Empty parts fall out. */
function splitGlobs(value: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of value) {
    if (character === '{') depth++;
    else if (character === '}') depth = Math.max(0, depth - 1);
    if (character === '\n' || (character === ',' && depth === 0)) {
      parts.push(part);
      part = '';
      depth = 0;
    } else part += character;
  }
  parts.push(part);
  return parts.map((text) => text.trim()).filter((text) => text !== '');
}

function choice(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
