import { z } from 'zod';

// What the tables of inputs of both Actions are made of.

/** The runner gives every declared input; one that nobody set is an empty string. */
export function given<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

export const text = given(z.string());
export const globs = given(z.string().transform(splitGlobs));
export const flag = given(z.enum(['true', 'false'])).transform((value) => value === 'true');

/** A number as text; an empty one would read as 0. */
export function numeral<T extends z.ZodType<number, number>>(schema: T) {
  return given(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'use a number')
      .transform(Number)
      .pipe(schema),
  );
}

/** An input, how the runner fills it when the workflow says nothing, and what the docs say of that. */
interface InputMeta {
  readonly description: string;
  /** `default` of action.yml. */
  readonly default?: string;
  /** What holds without a value, for the docs, where action.yml has no `default`: the configuration may decide. */
  readonly fallback?: string;
}

export function input<T extends z.ZodType>(schema: T, meta: InputMeta): T {
  return schema.meta({ ...meta });
}

/** What action.yml and the docs need of each input. */
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
  'Ruleset: a file or folder of the repository, read from the base branch, or a path outside it that the workflow has checked out.';

/** Inputs that both Actions have. */
export const COMMON_INPUTS = {
  config: input(text, {
    description: 'Configuration file of the repository, read from the base branch.',
    fallback: '`.querygate/config.yml`',
  }),
  comment: input(flag, {
    description: 'Whether to keep one comment on the pull request up to date; needs `pull-requests: write`.',
    default: 'false',
  }),
  report: input(text, {
    description: 'Where to write the JSON report: a path in the workspace.',
    fallback: "a file in the runner's temporary folder",
  }),
  'api-key': input(text, {
    description: 'API key of the service.',
    fallback: '`SERVICE_API_KEY` of the environment',
  }),
  workspace: input(text, {
    description: 'Workspace of the service.',
    fallback: '`SERVICE_WORKSPACE_ID` of the environment',
  }),
  timeout: input(numeral(z.int().min(1)), {
    description: 'Seconds that the service may take.',
    fallback: '`600`',
  }),
  matrix: input(text, {
    description: 'Tells the comments of the entries of a matrix apart; there is no need to set it.',
    default: '${{ toJSON(matrix) }}',
  }),
};

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
