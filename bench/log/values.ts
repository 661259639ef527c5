import type { Random } from './random.ts';

/** Kind of value of a column or a literal. */
export const VALUE_KINDS = [
  'id',
  'bigId',
  'small',
  'money',
  'status',
  'name',
  'email',
  'slug',
  'digits',
  'url',
  'code',
  'uuid',
  'hex',
  'time',
  'date',
  'bool',
  'text',
  'long',
  'json',
  'pattern',
  'prefix',
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

const BARE: ReadonlySet<ValueKind> = new Set(['id', 'bigId', 'small', 'money', 'bool']);

const FIRST = ['Ana', 'Bo', 'Chloé', 'Dmitri', 'Ewa', 'Femi', 'Goran', 'Hana', 'Íris', 'Jun', '李', 'Maeve', 'Noor'];
const LAST = ['Abe', "O'Brien", 'Costa', 'Dąbrowski', 'Eze', 'Ferrari', "D'Souza", 'Haddad', 'Ito', 'Müller', 'Nguyễn'];
const STATES = ['open', 'paid', 'sent', 'cancelled', 'pending', 'active', 'archived', 'failed', 'draft', 'queued'];
const CODES = ['EUR', 'USD', 'GBP', 'de', 'fr', 'en-GB', 'pt-BR', 'SEK'];
const WORDS =
  'the order was sent again because address could not be found customer asked for refund and invoice stays open until payment comes in please call back tomorrow; see note (2) "urgent" 50% off, café, naïve, don\'t ship'.split(
    ' ',
  );

function hex(random: Random, digits: number): string {
  let text = '';
  while (text.length < digits) text += random.below(0x1000000).toString(16).padStart(6, '0');
  return text.slice(0, digits);
}

function words(random: Random, count: number): string {
  let text = random.pick(WORDS);
  for (let word = 1; word < count; word++) text += ` ${random.pick(WORDS)}`;
  return text;
}

function uuid(random: Random): string {
  const text = hex(random, 32);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
}

/** A day in 2026, and a time. */
function day(random: Random): string {
  return `2026-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`;
}

function time(random: Random): string {
  const two = (below: number) => String(random.below(below)).padStart(2, '0');
  return `${day(random)} ${two(24)}:${two(60)}:${two(60)}.${String(random.below(1_000_000)).padStart(6, '0')}`;
}

/** A value as an application has it, without quotes. */
export function rawValue(kind: ValueKind, random: Random): string {
  switch (kind) {
    case 'id':
      return String(random.between(1, 5_000_000));
    case 'bigId':
      return String(7_000_000_000_000 + random.below(2_000_000_000) * 977);
    case 'small':
      return String(random.below(40));
    case 'money':
      return `${random.below(20_000)}.${String(random.below(100)).padStart(2, '0')}`;
    case 'status':
      return random.pick(STATES);
    case 'name':
      return `${random.pick(FIRST)} ${random.pick(LAST)}`;
    case 'email':
      return `user${random.below(900_000)}@example.com`;
    case 'slug':
      return `${words(random, 2).replace(/[^a-z]+/g, '-')}-${random.below(10_000)}`;
    case 'digits':
      return `+49${String(random.below(1_000_000_000)).padStart(9, '0')}`;
    case 'url':
      return `https://example.com/items/${random.below(1_000_000)}?ref=${hex(random, 8)}`;
    case 'code':
      return random.pick(CODES);
    case 'uuid':
      return uuid(random);
    case 'hex':
      return hex(random, 40);
    case 'time':
      return time(random);
    case 'date':
      return day(random);
    case 'bool':
      return random.chance(0.5) ? 'true' : 'false';
    case 'text':
      return words(random, random.between(4, 16));
    case 'long':
      return `${words(random, random.between(20, 60))}\n\n${words(random, random.between(20, 60))}`;
    case 'json':
      return `{"id": ${random.below(1_000_000)}, "state": "${random.pick(STATES)}", "tags": ["${random.pick(CODES)}", "${hex(random, 6)}"], "note": "${random.pick(STATES)} ${hex(random, 12)}", "at": "${time(random)}"}`;
    case 'pattern':
      return `%${random.pick(STATES).slice(0, random.between(3, 6))}%`;
    case 'prefix':
      return `${random.pick(STATES).slice(0, random.between(2, 5))}%`;
  }
}

/**
 * A value as written into SQL, for servers that do not treat a backslash in a string as an escape (or with the
 * backslash doubled).
 */
export function literal(kind: ValueKind, random: Random): string {
  const raw = rawValue(kind, random);
  return BARE.has(kind) ? raw : `'${raw.replaceAll("'", "''")}'`;
}
