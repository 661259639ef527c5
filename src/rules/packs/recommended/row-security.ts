import { and, is, not } from '../../conditions/term.ts';
import type { PackRule } from '../pack-rule.ts';

/** Row-level security policies and triggers. */
export const ROW_SECURITY: readonly PackRule[] = [
  {
    id: 'no-disable-row-security',
    operations: ['disable_row_security'],
    when: not(is('createdHere')),
    verdict: 'block',
    suppressible: false,
    message: 'every row of {operation.target} becomes visible to all roles that can read the table',
    description:
      'When row security is off, or not forced, policies are ignored and each tenant sees the rows of all others.',
    help: 'Leave row security on. Change the policy that is in the way, and have the change reviewed.',
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
    when: and(not(is('createdHere')), not(is('recreated'))),
    verdict: 'block',
    suppressible: false,
    message: 'policy {operation.target}, which decides who can see or write rows, is changed or dropped',
    description:
      'Dropping or rewriting a policy changes who can see and write which rows. If it gives too much access, ' +
      'nothing fails. A policy that the same file drops and creates again is reported as a new one only if the SQL of ' +
      'the base branch shows that it gives no more access than before: the same command and roles, and conditions that ' +
      'restrict the same columns to given values.',
    help: 'Ask the owner of the data to agree, and add an exception that names the policy.',
    examples: [
      {
        block: [
          'DROP POLICY tenant ON users',
          'ALTER POLICY tenant ON users USING (true)',
          'DROP POLICY tenant ON users; CREATE POLICY tenant ON orders USING (tenant_id = 1)',
        ],
        pass: ['CREATE POLICY tenant ON users USING (tenant_id = 1)'],
      },
      {
        base: 'CREATE POLICY tenant ON users USING (tenant_id = app_tenant());',
        block: [
          'DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (true)',
          'DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (tenant_id IS NOT NULL)',
          'DROP POLICY tenant ON users; CREATE POLICY tenant ON users FOR SELECT USING (tenant_id = app_tenant())',
        ],
        pass: ['DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (tenant_id = (SELECT app_tenant()))'],
      },
    ],
  },
  {
    id: 'no-create-policy',
    operations: ['create_policy'],
    verdict: 'warn',
    suppressible: false,
    message: 'policy {operation.target} can make more rows visible or writable',
    description: 'Policies add up: each permissive policy gives access to more rows than the ones before it.',
    help: 'Review the policy together with the existing ones, or make it `AS RESTRICTIVE`.',
    examples: [
      {
        block: [
          'CREATE POLICY everybody ON users USING (true)',
          'DROP POLICY tenant ON users; CREATE POLICY tenant ON users USING (true)',
        ],
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
    message: 'triggers of {operation.target} are disabled, which can include foreign-key checks and audit triggers',
    description:
      'While triggers are disabled (also by `session_replication_role = replica`), foreign keys are not checked ' +
      'and audit rows are not written. Rows written in the meantime are never checked later.',
    help:
      'Write the change so that it passes the triggers, or add a condition to the trigger that lets the change ' +
      'through.',
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
    when: and(not(is('createdHere')), not(is('recreated'))),
    verdict: 'warn',
    message: 'trigger {operation.target} no longer checks or records writes',
    description:
      'Triggers check rows and write audit records. Without the trigger, writes succeed with no check, no record ' +
      'and no error. The rule does not match if the same file creates the trigger again on the same table; use one ' +
      'transaction for both, or writes between them pass unchecked.',
    help:
      'Replace the trigger in one statement or one transaction (`CREATE OR REPLACE TRIGGER`), or explain why it ' +
      'is no longer needed.',
    examples: [
      {
        block: [
          'DROP TRIGGER audit ON users',
          'DROP EVENT TRIGGER guard',
          'DROP TRIGGER audit ON users; CREATE TRIGGER audit AFTER INSERT ON orders EXECUTE FUNCTION f()',
        ],
        pass: [
          'CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f(); DROP TRIGGER t ON users',
          'DROP TRIGGER t ON users; CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION f()',
        ],
      },
      { dialect: 'mysql', block: ['DROP TRIGGER IF EXISTS audit'] },
      { dialect: 'transactsql', block: ['DROP TRIGGER guard ON DATABASE'] },
    ],
  },
];
