// Generates the blocks of hand-written pages: the text between `<!-- generated: name -->` and `<!-- end -->`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { EXPORTS, type ExportName, exportPipeline, type SourceExport } from '../src/history/index.ts';
import { REPORT_FORMATS } from '../src/model/index.ts';
import { configFileSchema, simulateInputsSchema, simulateSchema } from '../src/model/schemas/index.ts';
import { FORMATS, SIMULATION_FORMATS } from '../src/report/index.ts';
import { TOOLS } from '../src/repository/migrations/index.ts';
import { TOOL_ENTRIES } from '../src/sql/text/migration-tools.ts';
import { judgementText, lockTable, repositoryTable, ruleTable, shareTable } from './accuracy-tables.ts';
import { layersPicture, subfolderTable } from './architecture-blocks.ts';
import { ownGaps, speedTable, statementTable, unreadTable, versionTable } from './comparison-tables.ts';
import { guardBlocks } from './guard-pages.ts';
import { recordPeers } from './record-tables.ts';
import {
  auditTable,
  callTable,
  createKeyTable,
  dryRunTable,
  eventRefusalTable,
  eventTable,
  limitTable,
  policyTable,
  problemTable,
  queryTable,
  scopeTable,
  simulateTable,
  statusTable,
} from './service-tables.ts';

const CLIENT = fileURLToPath(new URL('../src/entry/cli/main.ts', import.meta.url));
const LIBRARY = fileURLToPath(new URL('../src/library/api.d.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../src/entry/server/program.ts', import.meta.url));

/** The commands in docs/client.md, by the name of their block. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  querygate: [],
  check: ['check'],
  simulate: ['simulate'],
  explain: ['explain'],
  record: ['record'],
  'history collect': ['history', 'collect'],
  'history export-sql': ['history', 'export-sql'],
  'history show': ['history', 'show'],
  'history merge': ['history', 'merge'],
  'rules list': ['rules', 'list'],
  'rules show': ['rules', 'show'],
  'rules test': ['rules', 'test'],
  'rules compare': ['rules', 'compare'],
  'baseline create': ['baseline', 'create'],
  'baseline update': ['baseline', 'update'],
  'baseline prune': ['baseline', 'prune'],
  suppressions: ['suppressions'],
  uses: ['uses'],
  init: ['init'],
  serve: ['serve'],
  proxy: ['proxy'],
  admin: ['admin'],
  lsp: ['lsp'],
  mcp: ['mcp'],
  hook: ['hook'],
};

/** Whether the command belongs to the service's own program, which the client only starts. */
export function isOfServer([name = '']: readonly string[]): boolean {
  return ['serve', 'proxy', 'admin', 'lsp', 'mcp', 'hook'].includes(name);
}

function help(command: readonly string[]): string {
  // Without a terminal the width is 80 columns on every machine.
  const text = execFileSync(process.execPath, [isOfServer(command) ? SERVER : CLIENT, ...command, '--help'], {
    encoding: 'utf8',
    env: {},
  });
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
}

function valuesOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.type === 'array') return schema.items?.type === 'object' ? 'list, see below' : 'list of strings';
  if (schema.properties) return 'see below';
  if (schema.type === 'object') return 'map of strings';
  if (schema.anyOf?.some(({ type }) => type === 'number')) return 'string, or number';
  if (typeof schema.type === 'object') return schema.type.join(', or ');
  return schema.type ?? 'string, or list of strings';
}

/** Returns one row per key; the keys of nested objects follow their parent. */
function configRows(schema: JsonSchema, prefix = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const needed = schema.required?.includes(key) ? ' (required)' : '';
    const description = value.description ?? '';
    const row = `| \`${name}\`${needed} | ${valuesOf(value)} | ${description.replaceAll('|', '\\|')} |`;
    const inner = value.type === 'array' ? value.items : value;
    return [row, ...(inner?.properties ? configRows(inner, `${name}${value.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

function configTable(): string {
  const schema = z.toJSONSchema(configFileSchema, { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
  return `| key | value | meaning |\n|---|---|---|\n${configRows(schema).join('\n')}`;
}

/** The settings that decide when a simulation fails, and which flows count. */
function thresholdTable(): string {
  const { properties = {} } = z.toJSONSchema(simulateSchema, { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
  const rows = Object.entries(properties)
    .filter(([key]) => !['history', 'on-missing-key'].includes(key))
    .map(([key, { description = '' }]) => {
      const also = key in simulateInputsSchema.shape ? `\`--${key}\`, input \`${key}\`` : '';
      return `| \`${key}\` | ${description} | ${also} |`;
    });
  return `| setting | meaning | also as |\n|---|---|---|\n${rows.join('\n')}`;
}

function formatTable(): string {
  const rows = REPORT_FORMATS.map(
    (name) => `| \`${name}\` | ${FORMATS[name].summary} | ${SIMULATION_FORMATS[name].summary} |`,
  );
  return `| format | with \`check\` | with \`simulate\` |\n|---|---|---|\n${rows.join('\n')}`;
}

/** The declarations of the library, functions first, without the comment for its developers. */
function libraryTypes(): string {
  const [, ...parts] = readFileSync(LIBRARY, 'utf8').trimEnd().split('\n\n');
  const isFunction = (part: string): boolean => /^export function /m.test(part);
  const ordered = [...parts.filter(isFunction), ...parts.filter((part) => !isFunction(part))];
  return `\`\`\`ts\n${ordered.join('\n\n')}\n\`\`\``;
}

/** The migration tools that `init` and `unread-migrations` recognise. */
function toolTable(): string {
  const rows = TOOLS.toSorted((a, b) => a.name.localeCompare(b.name, 'en')).map(
    ({ name, printedSql, dialect, tool }) => {
      const from =
        typeof dialect === 'string'
          ? `always \`${dialect}\``
          : dialect.length > 0
            ? 'from its configuration'
            : 'guessed from the SQL';
      const files =
        printedSql === undefined
          ? 'SQL'
          : printedSql.command === undefined
            ? 'code'
            : `code; \`${printedSql.command}\` prints the SQL`;
      return `| ${name} | ${files} | ${from} | ${tool === undefined ? '' : `\`tool: ${tool}\``} |`;
    },
  );
  return `| tool | its migrations | dialect | in the configuration |\n|---|---|---|---|\n${[...new Set(rows)].join('\n')}`;
}

/** What each `tool` of the configuration makes of a file. */
function toolRowTable(): string {
  const rows = TOOL_ENTRIES.map(
    ([tool, { sections, separators, transactions, triedWith }]) =>
      `| \`${tool}\` | ${transactions.summary} | ${sections.map(({ written }) => written).join(', ')} | ${separators ?? ''} | ${triedWith ?? ''} |`,
  );
  return `| \`tool\` | runs a file in a transaction | undoes a migration | ends a statement, beside \`;\` | tried with |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

/** What `history export-sql` prints, and how it is used. */
function exportTable(): string {
  const rows = (Object.entries(EXPORTS) as [ExportName, SourceExport][]).map(
    ([name, { title, format, columns, tested }]) =>
      `| \`${name}\` | ${title} | \`${format}\` | ${columns.map((column) => `\`${column}\``).join(', ')} | ${tested ? 'yes' : '**no**'} |`,
  );
  const pipelines = (Object.keys(EXPORTS) as ExportName[]).map((name) => exportPipeline(name));
  return [
    '| source | exports | `--format` | columns, or keys of JSON Lines | run against the real product |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '```sh',
    ...pipelines,
    '```',
  ].join('\n');
}

type Blocks = Readonly<Record<string, () => string>>;

/** The blocks of each page. */
export const DOC_BLOCKS: Readonly<Record<string, Blocks>> = {
  'docs/accuracy.md': {
    shares: shareTable,
    repositories: repositoryTable,
    rules: ruleTable,
    locks: lockTable,
    judgements: judgementText,
  },
  'docs/architecture.md': { layers: layersPicture, subfolders: subfolderTable },
  'docs/client.md': Object.fromEntries(
    Object.entries(COMMANDS).map(([name, command]) => [`help ${name}`, () => help(command)]),
  ),
  'docs/comparison.md': {
    tools: versionTable,
    statements: statementTable,
    unread: unreadTable,
    speed: speedTable,
    gaps: ownGaps,
  },
  'docs/config.md': { keys: configTable, tools: toolTable, 'tool-rows': toolRowTable },
  'docs/formats.md': { formats: formatTable },
  'docs/history-sources.md': { exports: exportTable },
  'docs/library.md': { types: libraryTypes },
  ...guardBlocks(),
  'docs/record.md': { peers: recordPeers },
  'docs/simulate.md': { thresholds: thresholdTable },
  'docs/service-api.md': {
    calls: callTable,
    scopes: scopeTable,
    'dry run': dryRunTable,
    simulation: simulateTable,
    query: queryTable,
    event: eventTable,
    'proxy status': statusTable,
    'event refusals': eventRefusalTable,
    key: createKeyTable,
    policy: policyTable,
    'audit trail': auditTable,
    problems: problemTable,
    limits: limitTable,
  },
};

/** Returns the page with all its blocks generated anew. Raises if a block is missing or unknown. */
export function withBlocks(path: string, page: string): string {
  const blocks = DOC_BLOCKS[path] ?? {};
  const seen = new Set<string>();
  const text = page.replace(/<!-- generated: (.+?) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const render = blocks[name];
    if (!render) throw new Error(`${path} has an unknown block \`${name}\``);
    seen.add(name);
    return `<!-- generated: ${name} -->\n${render()}\n<!-- end -->`;
  });
  const missing = Object.keys(blocks).filter((name) => !seen.has(name));
  if (missing.length > 0) throw new Error(`${path} lacks the blocks ${missing.join(', ')}`);
  return text;
}
