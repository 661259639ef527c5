import { ConfigError } from '../model/index.ts';
import { type ActionInputs, actionInputsSchema } from '../model/schemas/index.ts';
import { inputVariable } from './input-variable.ts';

/** Reads the inputs of the step. Throws ConfigError naming the input, its value and what it may be. */
export function readActionInputs(env: NodeJS.ProcessEnv): ActionInputs {
  const names = Object.keys(actionInputsSchema.shape);
  const raw = Object.fromEntries(names.map((name) => [name, (env[inputVariable(name)] ?? '').trim()]));
  const result = actionInputsSchema.safeParse(raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? '');
  const values = issue?.code === 'invalid_value' ? issue.values.map((value) => `\`${String(value)}\``) : [];
  const advice = values.length > 0 ? `use ${values.join(', ')}` : (issue?.message ?? 'invalid value');
  throw new ConfigError(`the input \`${name}\` is \`${raw[name]}\`: ${advice}`);
}
