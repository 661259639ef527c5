import type { ProblemCode } from '../../contract/index.ts';
import { ProblemError } from '../problems/error.ts';

interface Parameter {
  readonly form: RegExp;
  readonly code: ProblemCode;
  readonly detail: string;
}

const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** What a part of a path must look like, and what is said of one that cannot lead anywhere. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  workspace: { form: ID, code: 'workspace_not_found', detail: 'there is no such workspace' },
  id: { form: ID, code: 'simulation_not_found', detail: 'there is no such simulation' },
  key: { form: ID, code: 'key_not_found', detail: 'there is no such API key' },
  // The greatest that a version can be is the greatest integer of the store.
  version: { form: /^[1-9]\d{0,8}$/, code: 'version_not_found', detail: 'no ruleset has this version' },
  hash: {
    form: /^[0-9a-f]{64}$/,
    code: 'text_hash_wrong',
    detail: 'the address must end with the SHA-256 of the text: 64 hex digits in lower case',
  },
};

/** Refuses what no id can look like, so that it never reaches the store. Raises ProblemError of the parameter's kind. */
export function checkParameters(parameters: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    const parameter = PARAMETERS[name];
    if (!parameter) throw new Error(`the contract has a parameter \`${name}\` whose form nobody has written down`);
    if (!parameter.form.test(value)) throw new ProblemError(parameter.code, parameter.detail);
  }
}
