import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentSession, judgeCall, readToolCall } from '../../../src/commands/agents/index.ts';
import type { Dialect } from '../../../src/model/index.ts';
import { treeOf } from '../../rules/build.ts';

const RULES = "version: 1\nextends: ['querygate:read-only@1']\n";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'querygate-hook-'));
  writeFileSync(join(folder, 'drop.sql'), 'DROP TABLE orders;\n');
  writeFileSync(join(folder, 'read.sql'), '\\timing\nSELECT id FROM orders;\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(dialect: Dialect | undefined): Promise<AgentSession> {
  const tree = treeOf({ '.querygate/rules.yml': RULES });
  return AgentSession.open({ tree, rules: { tree, entry: undefined }, dialect, caller: {} });
}

/** The reason that a call does not go on. */
async function stopped(call: object, dialect: Dialect | 'none' = 'postgresql'): Promise<string | undefined> {
  return judgeCall(readToolCall(JSON.stringify(call)), () => open(dialect === 'none' ? undefined : dialect));
}

const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  cwd: folder,
  tool_input: { command },
});
const mcp = (tool: string, input: object) => ({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input });

describe('a command line', () => {
  it.each([
    ["psql -c 'DROP TABLE orders'"],
    ['psql -Atc "DROP TABLE orders" shop'],
    ["psql '-cDROP TABLE orders'"],
    ['psql --command="DROP TABLE orders"'],
    ['psql --comm "DROP TABLE orders"'],
    ["psql -c 'SELECT 1' -c 'DROP TABLE orders'"],
    ["psql -c $'DROP\\tTABLE orders'"],
    ['psql shop <<EOF\nDROP TABLE orders;\nEOF'],
    ["psql <<-'SQL' && echo done\n\tDROP TABLE orders;\n\tSQL\nls"],
    ['psql <<< "DROP TABLE orders"'],
    ['psql -f - <<EOF\nDROP TABLE orders;\nEOF'],
    ['psql -c "$(cat <<\'EOF\'\nDROP TABLE orders\nEOF\n)"'],
    ["cat <<'EOF' | psql\nDROP TABLE orders;\nEOF"],
    ['echo "DROP TABLE orders" | psql'],
    ["printf '%s\\n' 'SELECT 1;' 'DROP TABLE orders;' | psql"],
    ['psql -f drop.sql'],
    ['psql < drop.sql'],
    ['cat drop.sql | psql -q'],
    ['export PGHOST=db; psql -f drop.sql'],
    ['PGPASSWORD=x psql -c "DROP TABLE orders"'],
    ['sudo -u postgres /usr/bin/psql -c "DROP TABLE orders"'],
    ["docker compose exec -T db psql -U app -c 'DROP TABLE orders'"],
    ['docker exec db sh -c "psql -c \'DROP TABLE orders\'"'],
    ['bash -lc \'cd /srv && psql -c "DROP TABLE orders"\''],
    ['ssh db "psql -c \'DROP TABLE orders\'"'],
    ["ssh db <<'EOF'\npsql -c 'DROP TABLE orders'\nEOF"],
    ['sh -c "psql shop" < drop.sql'],
    ["docker exec -i db sh -c 'psql shop' <<< 'DROP TABLE orders'"],
    ["bash <<'EOF'\npsql -c 'DROP TABLE orders'\nEOF"],
    ['heroku pg:psql -c "DROP TABLE orders"'],
    ["if psql -c 'DROP TABLE orders'; then ls; fi"],
    ["x=$(psql -c 'DROP TABLE orders')"],
    ['echo `psql -c "DROP TABLE orders"`'],
    ["diff <(psql -c 'DROP TABLE orders') old"],
    ["ls | tee log; psql -c 'DROP TABLE orders' 2>/dev/null"],
    ["psql \\\n  -c 'DROP TABLE orders'"],
    ['mysql -uroot -psecret -e "DROP TABLE orders" shop'],
    ["mysql -Ne'DROP TABLE orders'"],
    ['mysql --init-command="DROP TABLE orders" < read.sql'],
    ['mariadb --execute "DROP TABLE orders"'],
    ['sqlite3 shop.db "DROP TABLE orders;"'],
    ['sqlite3 -header shop.db "SELECT 1" "DROP TABLE orders"'],
    ["sqlite3 shop.db <<< 'DROP TABLE orders'"],
    ["psql -c '-- querygate:allow require-read-only: yes\nDROP TABLE orders'"],
  ])('is stopped for its SQL: %s', async (command) => {
    expect(await stopped(bash(command))).toMatch(/block: [\s\S]*drop_table orders: /);
  });

  it.each([
    ['psql -c "$SQL"', 'comes from a variable'],
    ['psql -c "DROP TABLE $t"', 'comes from a variable'],
    ['psql -c `cat x`', 'comes from a variable'],
    ['psql -c', 'comes from a variable'],
    ['psql <<EOF\nSELECT $x\nEOF', 'has parts that come from variables'],
    ["echo 'a\\nb' | psql", 'has parts that come from variables'],
    ['python3 make.py | psql', 'is made by another command'],
    ['(cat drop.sql) | psql', 'is made by another command'],
    ["{ echo 'DROP TABLE orders'; } | psql", 'is made by another command'],
    ['cat drop.sql | (cd /srv; psql)', 'in a group of commands'],
    ["tee >(psql) <<< 'DROP TABLE orders'", 'in a group of commands'],
    ["x=$(psql) <<< 'DROP TABLE orders'", 'in a group of commands'],
    ['psql $OPTIONS', 'the arguments of `psql` are not known'],
    ['psql -f "$FILE"', 'is not known'],
    ['psql -f missing.sql', 'cannot be read (ENOENT)'],
    ['psql -f <(make-sql)', 'is not known'],
    ['echo "DROP TABLE orders" > read.sql; psql -f read.sql', 'may be written by an earlier command'],
    ['cd db && psql -f read.sql', 'is looked for in another folder'],
    ["psql -c 'SELECT 1", 'the command line cannot be read'],
    ["psql -c 'SELEC 1'", 'could not be read'],
    ["psql -c '\\! rm x'", 'meta_command is not a read'],
    ["psql <<< 'SELECT 1 \\gexec'", 'meta_command is not a read'],
  ])('is stopped if the SQL cannot be seen or judged: %s', async (command, reason) => {
    expect(await stopped(bash(command))).toContain(reason);
  });

  it.each([
    ['ls -la'],
    ["psql -c 'SELECT id FROM orders'"],
    ["psql <<'EOF'\n\\x on\nSELECT id FROM orders;\nEOF"],
    ['psql -f read.sql'],
    ['cat read.sql | psql "$DATABASE_URL"'],
    ['psql "$DATABASE_URL" -c "SELECT 1"'],
    ['psql $DATABASE_URL -c "SELECT 1"'],
    ["psql -c '\\dt'"],
    ['psql --version'],
    ['psql -l'],
    ['which psql mysql'],
    ['cat README.md | grep psql'],
    ['git commit -m "Run psql -c \'DROP TABLE orders\'"'],
    ['npm test # psql -c "DROP TABLE orders"'],
    ['case x in (a) ls;; esac'],
    ['sqlite3 shop.db .tables'],
    ["mysql -e 'SELECT 1'"],
    ["echo 'unbalanced"],
  ])('goes on: %s', async (command) => {
    expect(await stopped(bash(command))).toBeUndefined();
  });

  it('is read in the dialect of its client, or the configured one if the client speaks it', async () => {
    const ofMysql = "mysql -e 'SELECT 1 -- 1'";
    expect(await stopped(bash(ofMysql), 'postgresql')).toBeUndefined();
    expect(await stopped(bash("psql -c 'SELEC 1'"), 'redshift')).toContain('(redshift)');
    expect(await stopped(bash("psql -c 'SELEC 1'"), 'sqlite')).toContain('(postgresql)');
    expect(await stopped(bash("mysql -e 'SELEC 1'"), 'mariadb')).toContain('(mariadb)');
  });
});

describe('the arguments of an MCP tool', () => {
  it.each([
    ['sql', 'mcp__any__run', { sql: 'DROP TABLE orders' }],
    ['a query of a tool for databases', 'mcp__postgres__run', { query: 'DROP TABLE orders' }],
    ['a query of any tool', 'mcp__any__run', { query: '/* */ DROP TABLE orders' }],
    ['a list', 'mcp__any__run', { queries: ['SELECT 1', 'DROP TABLE orders'] }],
    ['an object', 'mcp__any__run', { options: { statement: 'DROP TABLE orders' } }],
  ])('stop it for SQL in %s', async (_, tool, input) => {
    expect(await stopped(mcp(tool, input))).toContain('drop_table orders: ');
  });

  it.each([
    ['a read', 'mcp__any__run', { sql: 'SELECT id FROM orders' }],
    ['words to look for', 'mcp__github__search_issues', { query: 'repo:a/b is:open label:bug' }],
    ['other arguments', 'mcp__any__run', { text: 'DROP TABLE orders', n: 1, none: null }],
  ])('let it go on with %s', async (_, tool, input) => {
    expect(await stopped(mcp(tool, input))).toBeUndefined();
  });

  it('stop it for what is no SQL where there must be SQL', async () => {
    expect(await stopped(mcp('mcp__any__run', { sql: 'no words of SQL' }))).toContain('unknown: ');
    expect(await stopped(mcp('mcp__postgres__run', { query: 'no words of SQL' }))).toContain('unknown: ');
  });

  it('stop it if the dialect is not known', async () => {
    expect(await stopped(mcp('mcp__any__run', { sql: 'SELECT 1' }), 'none')).toContain('dialect');
  });
});

describe('the formats of agents', () => {
  it.each([
    ['Claude Code', bash("psql -c 'DROP TABLE orders'")],
    [
      'Gemini CLI',
      {
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        cwd: '/',
        tool_input: { command: "psql -c 'DROP TABLE orders'" },
      },
    ],
    [
      'Gemini CLI',
      {
        hook_event_name: 'BeforeTool',
        tool_name: 'mcp_db_query',
        mcp_context: {},
        tool_input: { sql: 'DROP TABLE orders' },
      },
    ],
    ['Cursor', { hook_event_name: 'beforeShellExecution', command: "psql -c 'DROP TABLE orders'", cwd: '/' }],
    [
      'Cursor',
      { hook_event_name: 'beforeMCPExecution', tool_name: 'query', tool_input: '{"sql":"DROP TABLE orders"}' },
    ],
    ['Cursor', { hook_event_name: 'beforeMCPExecution', tool_name: 'query', tool_input: { sql: 'DROP TABLE orders' } }],
  ])('are read: %s', async (name, call) => {
    expect(readToolCall(JSON.stringify(call)).agent.name).toBe(name);
    expect(await stopped(call)).toContain('drop_table');
  });

  it('need no rules for a call without SQL', async () => {
    const call = readToolCall(JSON.stringify(bash('ls')));
    expect(await judgeCall(call, () => Promise.reject(new Error('loaded')))).toBeUndefined();
  });

  it.each([
    ['no JSON', 'x', 'is not valid JSON'],
    ['no object', '[]', 'is not a JSON object'],
    ['no event', '{}', '`hook_event_name`'],
    ['another event', '{"hook_event_name":"Stop"}', 'it must be one of PreToolUse, BeforeTool'],
    ['no tool', '{"hook_event_name":"PreToolUse"}', '`tool_name`'],
    ['no command', '{"hook_event_name":"beforeShellExecution"}', '`command`'],
    [
      'arguments that are no JSON',
      '{"hook_event_name":"beforeMCPExecution","tool_name":"x","tool_input":"{"}',
      'not valid JSON',
    ],
  ])('are refused with %s', (_, text, message) => {
    expect(() => readToolCall(text)).toThrow(message);
  });
});
