import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Command, Option } from 'commander';
import { z } from 'zod';
import {
  type AgentAnswer,
  type AgentSession,
  answerText,
  QueryEvents,
  type QueryRun,
  type ReadDatabase,
  type RuleInForce,
  readDatabase,
  runQuery,
} from '../../commands/agents/index.ts';
import { ConfigError, DIALECTS, docsPage, PRODUCT } from '../../model/index.ts';
import { visibleLines } from '../../report/index.ts';
import { integer } from '../shared/option-values.ts';
import { type AgentOptions, openSession, withAgentOptions } from './agent-session.ts';

/** Settings of `querygate mcp`, from the command line or the environment. */
export interface McpOptions extends AgentOptions {
  readonly databaseUrl?: string;
  readonly statementTimeout: number;
  readonly maxRows: number;
  readonly events?: string;
}

export function mcpCommand(): Command {
  const command = new Command('mcp').description(
    'MCP server for agents, on standard input and output: checks and explains SQL, lists the rules, and runs queries that pass',
  );
  return withAgentOptions(command)
    .addOption(
      new Option(
        '--database-url <url>',
        'PostgreSQL in which one query at a time may run if the rules allow it, in a read-only transaction; better given by the environment, since others can read a command line',
      ).env('QUERYGATE_DATABASE_URL'),
    )
    .addOption(
      new Option('--statement-timeout <seconds>', 'how long a query may run').default(10).argParser(integer(1, 3600)),
    )
    .addOption(new Option('--max-rows <n>', 'rows of an answer').default(100).argParser(integer(1, 10_000)))
    .addOption(
      new Option('--events <path>', 'file to which each query that was to run is appended, for `history collect`').env(
        'QUERYGATE_MCP_EVENTS',
      ),
    )
    .addHelpText('after', `\nDocs: ${docsPage('agents')}`)
    .action(async (options: McpOptions) => serveMcp(options));
}

/** Serves one program until it closes standard input. */
async function serveMcp(options: McpOptions): Promise<void> {
  const session = await openSession(options);
  if (options.events !== undefined && options.databaseUrl === undefined)
    throw new ConfigError('`--events` is about queries that run; give `--database-url` too');
  const server = new McpServer({ name: PRODUCT.name, version: PRODUCT.version });
  addCheck(server, session);
  addExplain(server, session);
  addRules(server, session);
  if (options.databaseUrl !== undefined) {
    const limits = { timeout: options.statementTimeout * 1000, rows: options.maxRows };
    const database = readDatabase(options.databaseUrl, limits);
    addRun(
      server,
      session,
      database,
      options.events === undefined ? undefined : await QueryEvents.open(options.events),
    );
  }
  await server.connect(new StdioServerTransport());
}

const sql = z.string().max(1_000_000).describe('The SQL, as it would be sent to the database.');
const dialect = z
  .enum(DIALECTS)
  .optional()
  .describe('The dialect. Default: that of the configuration of the repository.');

/** The answer of `check_sql`, and a part of that of `run_query`. */
const answerShape = {
  verdict: z
    .enum(['allow', 'warn', 'block', 'unknown'])
    .describe('Only `allow` passes. `unknown`: it could not be read or decided.'),
  dialect: z.enum(DIALECTS),
  statements: z.number(),
  ruleset: z.object({ sources: z.array(z.string()), hash: z.string(), rules: z.number() }),
  reasons: z.array(
    z.object({
      rule: z.string(),
      verdict: z.enum(['block', 'warn', 'unknown']),
      reason: z.string(),
      seen: z.object({ operation: z.string(), target: z.string(), sql: z.string() }),
      help: z.string(),
      docs: z.string().optional(),
    }),
  ),
  more: z.number().describe('Reasons that are left out.'),
  instead: z
    .object({ kind: z.enum(['limit', 'dry-run']), sql: z.string() })
    .optional()
    .describe('SQL that passes and does less.'),
  example: z.string().optional().describe('SQL that shows what the first rule lets pass.'),
};

function addCheck(server: McpServer, session: AgentSession): void {
  server.registerTool(
    'check_sql',
    {
      title: 'Check SQL',
      description:
        'Judges SQL against the rules in force, without running it. Says which rule stops it, what was seen, and SQL that passes. Comments cannot exempt SQL here.',
      inputSchema: {
        sql,
        dialect,
        user: z.string().optional().describe('The database user who would run it.'),
        application: z.string().optional().describe('The application that would run it.'),
        database: z.string().optional().describe('The database in which it would run.'),
      },
      outputSchema: answerShape,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ sql: text, dialect: given, ...caller }) =>
      answering(async () => {
        const answer = await session.check({ sql: text, dialect: given, caller });
        return { text: answerText(answer), structured: answer };
      }),
  );
}

function addExplain(server: McpServer, session: AgentSession): void {
  server.registerTool(
    'explain_sql',
    {
      title: 'Explain SQL',
      description:
        'Says what each statement does, as the rules see it: operations, tables, functions, effects. It does not run the SQL, and is not EXPLAIN of a database.',
      inputSchema: { sql, dialect },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ sql: text, dialect: given }) =>
      answering(async () => ({ text: await session.explain({ sql: text, dialect: given }) })),
  );
}

function addRules(server: McpServer, session: AgentSession): void {
  server.registerTool(
    'list_rules',
    {
      title: 'List the rules',
      description: 'Lists the rules in force: what they stop, why, and what to do instead.',
      outputSchema: {
        sources: z.array(z.string()),
        hash: z.string(),
        rules: z.array(
          z.object({
            rule: z.string(),
            verdict: z.enum(['block', 'warn']),
            operations: z.array(z.string()),
            when: z.string().optional(),
            description: z.string(),
            help: z.string(),
            docs: z.string().optional(),
          }),
        ),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async () =>
      answering(async () => {
        const { sources, hash } = session.ruleset;
        const rules = session.rules();
        return { text: rulesText(rules), structured: { sources, hash, rules } };
      }),
  );
}

function rulesText(rules: readonly RuleInForce[]): string {
  return rules.map(({ rule, verdict, description }) => `${rule} (${verdict}): ${description}`).join('\n');
}

function addRun(
  server: McpServer,
  session: AgentSession,
  database: ReadDatabase,
  events: QueryEvents | undefined,
): void {
  server.registerTool(
    'run_query',
    {
      title: 'Run a query',
      description:
        'Runs one SELECT, SHOW or EXPLAIN in the database if the rules allow it, in a read-only transaction with a timeout, and returns a limited number of rows. Anything else does not run, and the answer says why.',
      inputSchema: { sql },
      outputSchema: {
        outcome: z.enum(['ok', 'failed', 'blocked']),
        judged: z.object(answerShape),
        columns: z.array(z.string()).optional(),
        rows: z.array(z.array(z.string().nullable())).optional(),
        cut: z.enum(['rows', 'size']).optional().describe('Why rows are missing, if some are.'),
        error: z.string().optional().describe('What the database reported.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ sql: text }) =>
      answering(async () => {
        const run = await runQuery(text, session, database, events);
        return { text: runText(run), structured: runContent(run), isError: run.outcome !== 'ok' };
      }),
  );
}

function runContent(run: QueryRun): object {
  const { outcome, answer } = run;
  if (outcome === 'blocked') return { outcome, judged: answer };
  if (outcome === 'failed') return { outcome, judged: answer, error: run.error };
  const { columns, rows, cut } = run.result;
  return { outcome, judged: answer, columns, rows, ...(cut && { cut }) };
}

function runText(run: QueryRun): string {
  if (run.outcome === 'blocked') return `The query did not run.\n${answerText(run.answer)}`;
  if (run.outcome === 'failed') return `The query failed: ${run.error}`;
  const { columns, rows, cut } = run.result;
  const missing =
    cut === undefined ? '' : `\nThere are more rows: the limit of ${cut === 'rows' ? 'rows' : 'the size'} is reached.`;
  return `${JSON.stringify(columns)}\n${rows.map((row) => JSON.stringify(row)).join('\n')}${missing}`;
}

interface Answer {
  readonly text: string;
  readonly structured?: AgentAnswer | object;
  readonly isError?: boolean;
}

/** A mistake of the caller is an answer, and never looks like SQL that passes. */
async function answering(make: () => Promise<Answer>): Promise<CallToolResult> {
  try {
    const { text, structured, isError = false } = await make();
    return {
      content: [{ type: 'text', text: visibleLines(text) }],
      // Without the keys that are undefined, which JSON does not have.
      ...(structured && { structuredContent: JSON.parse(JSON.stringify(structured)) }),
      isError,
    };
  } catch (error) {
    const text = error instanceof ConfigError ? error.toLine() : `internal error: ${String(error)}`;
    return { content: [{ type: 'text', text: visibleLines(text) }], isError: true };
  }
}
