import { schemaLine } from './config-text.ts';

/** The text of the rule file. */
export function rulesText(schemas: string, { supabase }: { readonly supabase: boolean }): string {
  const rules = supabase ? RULES.replace(AVAILABILITY, `${AVAILABILITY}${SUPABASE}`) : RULES;
  return `${schemaLine(schemas, 'rules.v1')}${rules}`;
}

const AVAILABILITY = '  - querygate:availability@1\n';
const SUPABASE = `  # What the API exposes: tables without row security, views without security_invoker.
  - querygate:supabase@1
`;

const RULES = `# Querygate: which SQL may run. How to write rules: docs/rulesets.md of Querygate.
# Read from the base branch: an edit takes effect once it is merged.
version: 1

# The built-in rules. \`recommended\` blocks data loss, unfiltered writes, privileges, code execution and unreadable SQL;
# \`availability\` warns about locks and rewrites of tables that the same file does not create.
extends:
  - querygate:recommended@1
  - querygate:availability@1

# Your own rules, and overrides of inherited rules (the id, and the keys to replace).
rules: []
#  - id: no-drop-column
#    verdict: warn
#  - id: require-tenant-filter
#    operations: [update, delete]
#    when: '!("tenant_id" in operation.pinnedColumns)'
#    verdict: block
#    message: '{operation.target} is written without a filter on tenant_id'
#    examples:
#      block: ["DELETE FROM orders WHERE id = 1"]
#      pass: ["DELETE FROM orders WHERE id = 1 AND tenant_id = 2"]

# Exceptions to rules, each with a reason, an owner and a last day.
exceptions: []
`;
