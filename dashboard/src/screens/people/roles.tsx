import type { ReactNode } from 'react';
import type { Role } from '../../../../src/contract/index.ts';
import { ROLES } from '../../contract/scopes.ts';
import { ROLE_WORDS } from '../../session/session.ts';
import styles from './people.module.css';

/** What each role may do, in one line. */
export const ROLE_ABOUT: Readonly<Record<Role, string>> = {
  owner: 'Everything, also other owners.',
  admin: 'API keys, rules, people and the data policy.',
  member: 'Reads queries, simulations and the audit trail. No API keys.',
  viewer: 'Reads the ruleset and the data policy.',
};

/** Chooses a role. Only owners make owners. */
export function RoleChoice({
  role,
  onRole,
  mine,
}: {
  readonly role: Role;
  readonly onRole: (role: Role) => void;
  /** The role of the user who chooses. */
  readonly mine: Role;
}): ReactNode {
  return (
    <fieldset className={styles.roles}>
      <legend>Role</legend>
      {ROLES.filter((each) => each !== 'owner' || mine === 'owner').map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name="role" checked={role === each} onChange={() => onRole(each)} />
          <span>
            {ROLE_WORDS[each]}
            <small>{ROLE_ABOUT[each]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
