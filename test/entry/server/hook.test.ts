import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { read } from '../../docs/repository.ts';
import { SERVER } from '../../e2e/packaged.ts';
import { type Folder, newFolder } from '../cli/client.ts';

// Runs `querygate hook` as a coding agent does.

let folder: Folder;

beforeEach(() => {
  folder = newFolder();
  write('.git/HEAD', 'ref: refs/heads/main\n');
  write('.querygate/rules.yml', "version: 1\nextends: ['querygate:read-only@1']\n");
});
afterEach(() => folder.remove());

function write(path: string, text: string): void {
  mkdirSync(dirname(folder.path(path)), { recursive: true });
  writeFileSync(folder.path(path), text);
}

function hook(call: object | string, ...args: readonly string[]) {
  const input = typeof call === 'string' ? call : JSON.stringify(call);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(SERVER, 'index.js'), 'hook', ...args], {
    cwd: folder.dir,
    encoding: 'utf8',
    input,
  });
  return { status, answer: stdout === '' ? undefined : JSON.parse(stdout), stderr };
}

const DROP = "psql -c 'DROP TABLE orders'";
const REASON = expect.stringMatching(/^Querygate stopped this call\.\nblock: [\s\S]*require-read-only/);
const claude = (command: string) => ({
  session_id: 'x',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'Drop it' },
});

it.each<[string, object, object]>([
  [
    'Claude Code',
    claude(DROP),
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: REASON,
      },
    },
  ],
  [
    'Gemini CLI',
    { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: DROP } },
    { decision: 'deny', reason: REASON },
  ],
  [
    'Cursor',
    { hook_event_name: 'beforeShellExecution', command: DROP, cwd: '/' },
    { permission: 'deny', user_message: REASON, agent_message: REASON },
  ],
])('stops a call in the format of %s', (_, call, answer) => {
  expect(hook(call)).toEqual({ status: 0, answer, stderr: '' });
});

it('names a form that passes', () => {
  const { answer } = hook(claude("psql -c 'DELETE FROM orders'"));
  expect(answer.hookSpecificOutput.permissionDecisionReason).toMatch(/\nEXPLAIN DELETE FROM orders$/);
});

it.each([['ls'], ["psql -c 'SELECT id FROM orders'"]])('leaves what passes to the agent: %s', (command) => {
  expect(hook(claude(command))).toEqual({ status: 0, answer: {}, stderr: '' });
});

it('takes other rules', () => {
  expect(hook(claude("psql -c 'INSERT INTO orders VALUES (1)'"), '--rules', 'querygate:recommended@1').answer).toEqual(
    {},
  );
});

it.each<[string, object | string, readonly string[]]>([
  ['a call that is no JSON', 'x', []],
  ['another event', { hook_event_name: 'Stop' }, []],
  ['rules that do not load', claude(DROP), ['--rules', 'missing.yml']],
  ['an option that does not exist', claude('ls'), ['--no-such-option']],
])('exits with 2, which stops the call, for %s', (_, call, args) => {
  const { status, answer, stderr } = hook(call, ...args);
  expect([status, answer, stderr]).toEqual([2, undefined, expect.stringMatching(/./)]);
});

describe('the settings in the docs', () => {
  const blocks = [...read('docs/agents.md').matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  const commands = blocks.flatMap((text) =>
    [...text.matchAll(/"command": "querygate (hook .*)" ?}/g)].map(([, line = '']) => line),
  );

  it('are valid, and name options that exist', () => {
    for (const text of blocks) JSON.parse(text);
    expect(commands.length).toBe(4);
    for (const command of commands) {
      const [, ...args] = command.replace(/\\"\$CLAUDE_PROJECT_DIR\\"\//, '').split(' ');
      expect(hook(claude(DROP), ...args).answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    }
  });
});
