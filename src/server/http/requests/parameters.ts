import { PATH_PARAMETERS, type PathParameter, type ProblemCode } from '../../../contract/index.ts';
import { ProblemError } from '../../problems/error.ts';

type CheckedParameter = Exclude<PathParameter, 'workspace'>;

/** The problem for a path parameter with an invalid format. Authorisation refuses an invalid workspace. */
const PROBLEMS: Readonly<Record<CheckedParameter, readonly [code: ProblemCode, detail: string]>> = {
  id: ['simulation_not_found', 'there is no such simulation'],
  key: ['key_not_found', 'there is no such API key; `querygate admin keys list` shows the keys of a workspace'],
  query: ['query_not_found', 'the workspace has no such query'],
  flow: ['flow_not_found', 'the workspace has no such flow'],
  run: ['dry_run_not_found', 'the workspace has no such dry run'],
  user: ['member_not_found', 'the workspace has no such member'],
  invitation: ['invitation_not_found', 'the workspace has no such pending invitation'],
  session: ['session_not_found', 'you have no such session'],
  identity: ['identity_not_found', 'your account is not connected to this identity'],
  trust: ['trust_not_found', 'the workspace has no such trust'],
  version: ['version_not_found', 'there is no such ruleset version'],
  hash: ['text_hash_wrong', 'the path must end with the SHA-256 of the text: 64 hex digits in lower case'],
};

/** Refuses values that cannot be ids, so that they never reach the store. Raises ProblemError. */
export function checkParameters(parameters: Readonly<Partial<Record<CheckedParameter, string>>>): void {
  for (const [name, value] of Object.entries(parameters) as [CheckedParameter, string][]) {
    if (!PATH_PARAMETERS[name].safeParse(value).success) throw new ProblemError(...PROBLEMS[name]);
  }
}
