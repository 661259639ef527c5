import type { z } from 'zod';
import { ConfigError, suggestion } from '../model/index.ts';
import {
  type ActionInputs,
  actionInputsSchema,
  type RecordInputs,
  recordInputsSchema,
  type SimulateInputs,
  simulateInputsSchema,
} from '../model/schemas/index.ts';
import { inputVariable } from './input-variable.ts';

/** Reads the inputs of a `check` step. Raises ConfigError with the input, its value and the allowed values. */
export function readActionInputs(env: NodeJS.ProcessEnv): ActionInputs {
  return readInputs(env, actionInputsSchema);
}

/** Reads the inputs of a `simulate` step. */
export function readSimulateInputs(env: NodeJS.ProcessEnv): SimulateInputs {
  return readInputs(env, simulateInputsSchema);
}

/** Reads the inputs of a `record` step. */
export function readRecordInputs(env: NodeJS.ProcessEnv): RecordInputs {
  return readInputs(env, recordInputsSchema);
}

function readInputs<T extends z.ZodObject>(env: NodeJS.ProcessEnv, schema: T): z.output<T> {
  const names = Object.keys(schema.shape);
  const raw = Object.fromEntries(names.map((name) => [name, (env[inputVariable(name)] ?? '').trim()]));
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? '');
  const values = issue?.code === 'invalid_value' ? issue.values.map(String) : [];
  const given = raw[name] ?? '';
  const listed = values.map((value) => `\`${value}\``).join(', ');
  const advice = values.length > 0 ? `use ${listed}` : (issue?.message ?? 'invalid value');
  throw new ConfigError(`the input \`${name}\` is \`${given}\`${suggestion(given, values)}: ${advice}`);
}
