import { T } from '../../text/tokens.ts';
import { decodeString } from '../body.ts';
import type { Facts } from '../operation.ts';
import type { Scan } from '../scan.ts';
import type { Members } from './table.ts';

const PARAMETERS: Readonly<Record<string, 'role' | 'member'>> = {
  '@rolename': 'role',
  '@membername': 'member',
  '@loginame': 'member',
  '@name_in_db': 'member',
};

/** A further argument of a procedure for accounts may be a password. */
const ORDERS: Readonly<Record<Members, readonly ('role' | 'member')[]>> = {
  'role, member': ['role', 'member'],
  'member, role': ['member', 'role'],
  account: ['member'],
};

/** The role and the account that the arguments from `at` on name; no facts for what is not a literal. */
export function membersIn(scan: Scan, members: Members, at: number, to: number): Facts {
  // Facts of traffic do not depend on literals.
  if (scan.out.isTraffic) return {};
  const { tokens } = scan;
  const found: { role?: string; member?: string } = {};
  for (const [index, { from }] of scan.commaParts(at, to).slice(0, 4).entries()) {
    const isNamed = tokens.kind(from) === T.param && tokens.word(from + 1) === '=';
    const parameter = isNamed ? PARAMETERS[tokens.raw(from).toLowerCase()] : ORDERS[members][index];
    const name = parameter && literalAt(scan, isNamed ? from + 2 : from);
    if (parameter && name !== undefined) found[parameter] = name;
  }
  const { role, member } = found;
  if (members === 'account') return targetOf(member ?? role);
  return {
    ...targetOf(role),
    ...(role !== undefined && { privileges: [role] }),
    ...(member !== undefined && { grantees: [member] }),
  };
}

function targetOf(name: string | undefined): Facts {
  return name === undefined ? {} : { target: { name, schema: '', quoted: false, text: name } };
}

/** A string or a name, folded as T-SQL compares names. */
function literalAt({ tokens }: Scan, at: number): string | undefined {
  const kind = tokens.kind(at);
  if (kind !== T.string && kind !== T.quoted && kind !== T.word) return undefined;
  return (kind === T.word ? tokens.raw(at) : decodeString(tokens.raw(at), false)).toLowerCase();
}
