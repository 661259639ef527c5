import type { Random } from './random.ts';
import type { ValueKind } from './values.ts';

export interface Column {
  readonly name: string;
  readonly kind: ValueKind;
}

export interface Table {
  readonly name: string;
  /** The first is `id`, the second `tenant_id`. */
  readonly columns: readonly Column[];
}

const NOUNS =
  'users accounts teams orders order_items products categories carts cart_lines payments refunds invoices invoice_lines customers addresses shipments parcels warehouses stocks suppliers purchases coupons discounts reviews ratings comments messages threads attachments events sessions devices tokens roles permissions audits webhooks deliveries exports imports jobs schedules locks settings features plans subscriptions usages meters campaigns segments contacts leads deals notes tasks boards columns labels pages blocks revisions media folders shares'.split(
    ' ',
  );
const MODULES = ['', '', 'crm_', 'stock_', 'cms_'];

const COLUMNS: readonly (readonly [string, ValueKind])[] = [
  ['name', 'name'],
  ['email', 'email'],
  ['status', 'status'],
  ['state', 'status'],
  ['kind', 'status'],
  ['channel', 'status'],
  ['title', 'text'],
  ['description', 'text'],
  ['summary', 'text'],
  ['body', 'long'],
  ['amount', 'money'],
  ['total', 'money'],
  ['price', 'money'],
  ['tax_rate', 'money'],
  ['quantity', 'small'],
  ['position', 'small'],
  ['priority', 'small'],
  ['attempts', 'small'],
  ['version', 'small'],
  ['currency', 'code'],
  ['country', 'code'],
  ['locale', 'code'],
  ['external_id', 'uuid'],
  ['public_id', 'uuid'],
  ['trace_id', 'hex'],
  ['checksum', 'hex'],
  ['slug', 'slug'],
  ['phone', 'digits'],
  ['url', 'url'],
  ['image_url', 'url'],
  ['payload', 'json'],
  ['settings', 'json'],
  ['deleted_at', 'time'],
  ['expires_at', 'time'],
  ['started_at', 'time'],
  ['finished_at', 'time'],
  ['last_seen_at', 'time'],
  ['due_on', 'date'],
  ['valid_from', 'date'],
  ['published', 'bool'],
  ['active', 'bool'],
  ['locked', 'bool'],
  ['visible', 'bool'],
  ['parent_id', 'id'],
  ['owner_id', 'id'],
  ['customer_id', 'id'],
  ['product_id', 'id'],
  ['order_id', 'id'],
  ['user_id', 'id'],
  ['account_id', 'id'],
  ['source_id', 'bigId'],
];

/** The tables of one company's databases. */
export function makeTables(random: Random): readonly Table[] {
  return NOUNS.flatMap((noun) =>
    [...new Set(MODULES.filter((module, at) => at === 0 || (module !== '' && random.chance(0.5))))].map((module) => ({
      name: `${module}${noun}`,
      columns: [
        { name: 'id', kind: 'id' as const },
        { name: 'tenant_id', kind: 'id' as const },
        ...random.sample(COLUMNS, random.between(5, 20)).map(([name, kind]) => ({ name, kind })),
        { name: 'created_at', kind: 'time' as const },
        { name: 'updated_at', kind: 'time' as const },
      ],
    })),
  );
}
