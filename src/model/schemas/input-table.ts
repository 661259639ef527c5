import { z } from 'zod';
import { readReportOutput } from '../results/report-formats.ts';

// Building blocks for the input tables of both Actions.

/** An optional input. The runner passes inputs that the workflow does not set as empty strings. */
export function optionalInput<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

export const text = optionalInput(z.string());
export const globs = optionalInput(z.string().transform(splitGlobs));
/** Lines of `<format>=<path>`. */
const outputs = optionalInput(
  z.string().transform((value, context) =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const output = readReportOutput(line);
        if (typeof output !== 'string') return output;
        context.addIssue({ code: 'custom', message: `${output}; one per line` });
        return z.NEVER;
      }),
  ),
);
export const flag = optionalInput(z.enum(['true', 'false'])).transform((value) => value === 'true');

/** A number passed as text. An empty text is not 0. */
export function numericInput<T extends z.ZodType<number, number>>(schema: T) {
  return optionalInput(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'use a number')
      .transform(Number)
      .pipe(schema),
  );
}

/** The description and default of an input, for action.yml and the docs. */
interface InputMeta {
  readonly description: string;
  /** `default` of action.yml. */
  readonly default?: string;
  /** The default, for the docs, for inputs that the configuration or environment may set. */
  readonly fallback?: string;
}

export function input<T extends z.ZodType>(schema: T, meta: InputMeta): T {
  return schema.meta({ ...meta });
}

/** Returns what action.yml and the docs need about each input. */
export function describeInputs(table: z.ZodObject): readonly (InputMeta & { readonly name: string })[] {
  return Object.entries(table.shape).map(([name, schema]) => {
    const meta = (schema as z.ZodType).meta();
    return {
      name,
      description: String(meta?.description ?? ''),
      ...(typeof meta?.['default'] === 'string' ? { default: meta['default'] } : {}),
      ...(typeof meta?.['fallback'] === 'string' ? { fallback: meta['fallback'] } : {}),
    };
  });
}

export function choice(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

export const RULES =
  'Ruleset: a file or folder in the repository, read from the base branch, or a path outside it that the workflow checked out.';

/** Inputs of both Actions. */
export const COMMON_INPUTS = {
  config: input(text, {
    description: 'Configuration file in the repository, read from the base branch.',
    fallback: '`.querygate/config.yml`',
  }),
  comment: input(flag, {
    description: 'Post one comment on the pull request and keep it up to date. Needs `pull-requests: write`.',
    default: 'false',
  }),
  report: input(text, {
    description: 'Path for the JSON report, inside the workspace of the job.',
    fallback: "a file in the runner's temporary folder",
  }),
  outputs: input(outputs, {
    description:
      'Further reports, one `<format>=<path>` per line, such as `sarif=querygate.sarif`. Paths are inside the workspace of the job; docs/formats.md lists the formats.',
  }),
  'api-key': input(text, {
    description:
      'API key for the service. A job with `id-token: write` needs none, if the workspace trusts it (docs/ci-without-keys.md).',
    fallback: 'environment variable `SERVICE_API_KEY`',
  }),
  workspace: input(text, {
    description: 'Id of the workspace in the service.',
    fallback: 'environment variable `SERVICE_WORKSPACE_ID`',
  }),
  timeout: input(numericInput(z.int().min(1)), {
    description: 'Timeout for the service, in seconds.',
    fallback: '`600`',
  }),
  matrix: input(text, {
    description: 'Keeps the comments of matrix jobs apart. You do not need to set it.',
    default: '${{ toJSON(matrix) }}',
  }),
};

/** Splits at newlines and commas, but not at commas inside `{a,b}`. Drops empty parts. */
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
