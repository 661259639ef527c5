// The tables of docs/service-api.md, from the contract.
import { z } from 'zod';
import { CALLS, LIMITS, PROBLEMS, SCOPES, simulateRequestSchema } from '../src/service/index.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function callTable(): string {
  const rows = Object.values(CALLS).map((call) => [
    `\`${call.method} ${call.path}\``,
    'scope' in call ? `\`${call.scope}\`` : '',
    String(call.answers),
  ]);
  return table(['call', 'scope', 'answers'], rows);
}

export function scopeTable(): string {
  return table(
    ['scope', 'what a key with it may do'],
    Object.entries(SCOPES).map(([scope, summary]) => [`\`${scope}\``, summary]),
  );
}

export function problemTable(): string {
  return table(
    ['status', '`code`', 'meaning'],
    Object.entries(PROBLEMS).map(([code, { status, summary }]) => [String(status), `\`${code}\``, summary]),
  );
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** One row for each field, those of what it holds after it. */
function fieldRows({ properties = {}, required = [] }: JsonSchema, prefix = ''): readonly (readonly string[])[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const inner = value.items?.properties ? `${name}[].` : `${name}.`;
    return [
      [`\`${name}\`${required.includes(key) ? ' (needed)' : ''}`, value.description ?? value.type ?? ''],
      ...fieldRows(value.items ?? value, inner),
    ];
  });
}

export function requestTable(): string {
  const schema = z.toJSONSchema(simulateRequestSchema, { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
  return table(['field', 'meaning'], fieldRows(schema));
}

export function limitTable(): string {
  const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
  return table(
    ['what', 'at most'],
    [
      ['body of a request', mib(LIMITS.requestBytes)],
      ['body of an answer that the client reads', mib(LIMITS.responseBytes)],
      ['files of a ruleset', String(LIMITS.ruleFiles)],
      ['characters (UTF-16 code units) of a file', LIMITS.fileCharacters.toLocaleString('en')],
      ['characters of a path', LIMITS.pathCharacters.toLocaleString('en')],
      ['time for which an `Idempotency-Key` is remembered', `${LIMITS.idempotencyHours} hours`],
    ],
  );
}
