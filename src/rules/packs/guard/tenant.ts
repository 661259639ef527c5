import { quoteCel } from '../../cel/format.ts';
import type { GuardPack, GuardRule, Values } from './parameters.ts';

function tenantRules({ column: [column = ''] = [], except = [] }: Values): readonly GuardRule[] {
  const shared = `[${except.map(quoteCel).join(', ')}]`;
  return [
    {
      id: 'require-tenant-in-reads',
      operations: ['any'],
      when: `statement.tablesRead.exists(t, !(t in ${shared}) && !((t + ${quoteCel(`.${column}`)}) in statement.pinnedColumns))`,
      verdict: 'block',
      message: `reads {statement.tablesRead}, but names a ${column} for {statement.pinnedColumns} only`,
      description:
        'Wherever a statement uses a table, it must say whose rows it means: the tenant’s column is compared with a value by `=` or `IN`, in every branch of OR, in joins, subqueries and WITH clauses alike.',
      help: {
        default: `Add \`${column} = …\` for every table of the statement. List tables without the column under \`except\`.`,
      },
      per: 'statement',
      suppressible: false,
      examples: [
        {
          block: [
            'SELECT * FROM orders WHERE id = 1',
            'SELECT * FROM orders WHERE tenant_id > 0',
            'SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE o.tenant_id = 1',
            'SELECT * FROM orders WHERE tenant_id = 1 OR id = 2',
          ],
          pass: [
            'SELECT * FROM orders WHERE tenant_id = 1 AND id = 2',
            'SELECT * FROM orders o JOIN items i ON i.order_id = o.id AND i.tenant_id = o.tenant_id WHERE o.tenant_id = 1',
            'SELECT * FROM countries',
          ],
        },
      ],
    },
    {
      id: 'require-tenant-in-writes',
      operations: ['update', 'delete', 'merge', 'merge_delete', 'truncate', 'truncate_partition'],
      when: `!(${quoteCel(column)} in operation.pinnedColumns)`,
      verdict: 'block',
      message: `a write to {operation.target} must be filtered by ${column}`,
      description: 'A write must say whose rows it changes: otherwise it changes those of every tenant.',
      help: { default: `Add \`${column} = …\` to the condition.` },
      suppressible: false,
      examples: [
        {
          block: [
            "UPDATE orders SET state = 'paid' WHERE id = 1",
            'DELETE FROM items WHERE tenant_id = 7 OR paid',
            'TRUNCATE orders',
          ],
          pass: ['DELETE FROM orders WHERE tenant_id = 7 AND id = 1'],
        },
      ],
    },
    {
      id: 'require-tenant-in-inserts',
      operations: ['insert', 'replace', 'copy_from'],
      when: `operation.kind == "replace" || !(${quoteCel(column)} in operation.columns)`,
      verdict: 'block',
      message: `rows of {operation.target} must have a ${column}, and must not replace those of another tenant`,
      description: 'A new row must say whose it is. REPLACE deletes the row with the same key, whatever its tenant.',
      help: { default: `Name \`${column}\` among the columns of the INSERT.` },
      suppressible: false,
      examples: [
        {
          block: ['INSERT INTO orders (id) VALUES (1)'],
          pass: ['INSERT INTO orders (id, tenant_id) VALUES (1, 7)'],
        },
        { dialect: 'mysql', block: ['REPLACE INTO orders (id, tenant_id) VALUES (1, 7)'] },
      ],
    },
  ];
}

export const TENANT: GuardPack = {
  name: 'querygate:tenant@1',
  docs: 'packs/tenant',
  parameters: {
    column: {
      type: 'name',
      required: true,
      pattern: /^[^\s'"`\\.]+$/,
      form: 'the name of a column, as in `tenant_id`',
      example: 'tenant_id',
      description: 'The column that says to whom a row belongs, by the same name in every table.',
    },
    except: {
      type: 'names',
      pattern: /^[^\s'"`\\]+$/,
      form: 'the name of a table, as in `countries`',
      example: '[countries, plans]',
      description: 'Tables without the column, whose rows belong to everyone.',
    },
  },
  exampleValues: { column: ['tenant_id'], except: ['countries'] },
  rules: tenantRules,
};
