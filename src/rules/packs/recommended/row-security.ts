import { is, not } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Which rows somebody may see, and what watches over writes. */
export const ROW_SECURITY: readonly PackRule[] = [
  {
    id: 'no-disable-row-security',
    operations: ['disable_row_security'],
    when: not(is('createdHere')),
    verdict: 'block',
    suppressible: false,
    message: 'every row of {operation.target} opens to whoever may read the table',
    description: 'With row security off, or not forced, policies are ignored: each tenant sees the rows of all others.',
    help: 'Change the policy that is in the way, under review, and leave row security on.',
    examples: [
      {
        block: ['ALTER TABLE users DISABLE ROW LEVEL SECURITY', 'ALTER TABLE users NO FORCE ROW LEVEL SECURITY'],
        pass: ['ALTER TABLE users ENABLE ROW LEVEL SECURITY', 'ALTER TABLE users FORCE ROW LEVEL SECURITY'],
      },
    ],
  },
  {
    id: 'no-policy-change',
    operations: ['alter_policy', 'drop_policy'],
    when: not(is('createdHere')),
    verdict: 'block',
    suppressible: false,
    message: 'a policy that decides which rows are seen is changed or dropped: {operation.target}',
    description:
      'A policy that is dropped or rewritten decides anew who sees and who writes which rows. Nothing fails when it opens too much.',
    help: 'Let whoever owns the data agree, by an exception that names the policy.',
    examples: [
      {
        block: ['DROP POLICY tenant ON users', 'ALTER POLICY tenant ON users USING (true)'],
        pass: ['CREATE POLICY tenant ON users USING (tenant_id = 1)'],
      },
    ],
  },
  {
    id: 'no-create-policy',
    operations: ['create_policy'],
    verdict: 'warn',
    suppressible: false,
    message: 'policy {operation.target} adds rows that may be seen or written',
    description: 'Policies are added together: each permissive one opens more rows than those before it.',
    help: 'Read the policy as an addition to those that are there, or make it `AS RESTRICTIVE`.',
    examples: [
      {
        block: ['CREATE POLICY everybody ON users USING (true)'],
        pass: ['ALTER TABLE users ENABLE ROW LEVEL SECURITY'],
      },
    ],
  },
  {
    id: 'no-disable-trigger',
    operations: ['disable_trigger'],
    when: not(is('createdHere')),
    verdict: 'block',
    suppressible: false,
    message: 'triggers of {operation.target} are switched off, those of foreign keys and audits among them',
    description:
      'While triggers are off (also by `session_replication_role = replica`), foreign keys are not checked and audit rows ' +
      'are not written. What came in meanwhile is never checked later.',
    help: 'Write the change so that it passes the triggers, or give the trigger a condition for it.',
    examples: [
      {
        block: ['ALTER TABLE users DISABLE TRIGGER ALL', "SET session_replication_role = 'replica'"],
        pass: ['ALTER TABLE users ENABLE TRIGGER ALL'],
      },
      { dialect: 'transactsql', block: ['DISABLE TRIGGER audit ON users'] },
    ],
  },
  {
    id: 'no-drop-trigger',
    operations: ['drop_trigger'],
    when: not(is('createdHere')),
    verdict: 'warn',
    message: 'trigger {operation.target} no longer watches over writes',
    description:
      'Triggers check rows and keep the audit. Without one, writes succeed and nothing is checked or recorded, ' +
      'and no error says so. A trigger that is created again at once leaves a gap as well, unless a transaction holds both.',
    help: 'Replace it in one statement or one transaction (`CREATE OR REPLACE TRIGGER`), or say why it is not needed.',
    examples: [
      {
        block: ['DROP TRIGGER audit ON users', 'DROP EVENT TRIGGER guard'],
        pass: ['CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f(); DROP TRIGGER t ON users'],
      },
      { dialect: 'mysql', block: ['DROP TRIGGER IF EXISTS audit'] },
      { dialect: 'transactsql', block: ['DROP TRIGGER guard ON DATABASE'] },
    ],
  },
];
