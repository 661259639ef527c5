import type { ProblemCode } from '../../../contract/index.ts';
import { ProblemError } from '../../problems/error.ts';

interface Parameter {
  readonly form: RegExp;
  readonly code: ProblemCode;
  readonly detail: string;
}

const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** Formats of path parameters, and the problem for a value that does not match. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  workspace: { form: ID, code: 'workspace_not_found', detail: 'there is no such workspace' },
  id: { form: ID, code: 'simulation_not_found', detail: 'there is no such simulation' },
  key: {
    form: ID,
    code: 'key_not_found',
    detail: 'there is no such API key; `querygate admin keys list` shows the keys of a workspace',
  },
  query: { form: ID, code: 'query_not_found', detail: 'the workspace has no such query' },
  flow: { form: /^[0-9a-f]{12}$/, code: 'flow_not_found', detail: 'the workspace has no such flow' },
  run: { form: ID, code: 'dry_run_not_found', detail: 'the workspace has no such dry run' },
  user: { form: ID, code: 'member_not_found', detail: 'the workspace has no such member' },
  invitation: { form: ID, code: 'invitation_not_found', detail: 'the workspace has no such pending invitation' },
  session: { form: /^ses_[0-9a-f]{32}$/, code: 'session_not_found', detail: 'you have no such session' },
  identity: {
    form: /^idn_[0-9a-f]{32}$/,
    code: 'identity_not_found',
    detail: 'your account is not connected to this identity',
  },
  // A version is a 32-bit integer in the store.
  version: { form: /^[1-9]\d{0,8}$/, code: 'version_not_found', detail: 'there is no such ruleset version' },
  hash: {
    form: /^[0-9a-f]{64}$/,
    code: 'text_hash_wrong',
    detail: 'the path must end with the SHA-256 of the text: 64 hex digits in lower case',
  },
};

/** Refuses values that cannot be ids, so that they never reach the store. Raises the ProblemError of the parameter. */
export function checkParameters(parameters: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    const parameter = PARAMETERS[name];
    if (!parameter) throw new Error(`the contract has a parameter \`${name}\` without a format`);
    if (!parameter.form.test(value)) throw new ProblemError(parameter.code, parameter.detail);
  }
}
