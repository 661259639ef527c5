import { ConfigError } from '../../../model/index.ts';

// The tool calls of agents, as their hooks before a tool call get them, and the answers that they take.

/** An agent whose hooks are understood. */
export interface AgentFormat {
  readonly name: string;
  /** The answer that stops the tool call, as JSON. */
  deny(reason: string): object;
}

/** What an agent is about to do. */
export interface ToolCall {
  readonly agent: AgentFormat;
  /** Where the agent works; undefined if it does not say. */
  readonly cwd: string | undefined;
  /** Of an MCP server, or `undefined` for the tools of the agent. */
  readonly mcpTool: string | undefined;
  /** The command line of a shell. */
  readonly command: string | undefined;
  /** The arguments of the tool. */
  readonly input: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const CLAUDE_CODE: AgentFormat = {
  name: 'Claude Code',
  deny: (reason) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }),
};
const GEMINI_CLI: AgentFormat = { name: 'Gemini CLI', deny: (reason) => ({ decision: 'deny', reason }) };
const CURSOR: AgentFormat = {
  name: 'Cursor',
  deny: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
};

/** How to read each event that comes before a tool call. */
const EVENTS: Readonly<Record<string, (fields: Fields) => ToolCall>> = {
  PreToolUse: (fields) => named(CLAUDE_CODE, fields),
  BeforeTool: (fields) => named(GEMINI_CLI, fields),
  beforeShellExecution: (fields) => ({
    ...{ agent: CURSOR, cwd: textOf(fields, 'cwd'), mcpTool: undefined, input: undefined },
    command: required(textOf(fields, 'command'), 'command'),
  }),
  beforeMCPExecution: (fields) => ({
    ...{ agent: CURSOR, cwd: undefined, command: undefined, input: argumentsOf(fields['tool_input']) },
    mcpTool: required(textOf(fields, 'tool_name'), 'tool_name'),
  }),
};

/** Reads what an agent writes to its hook. Raises ConfigError for anything else: then the agent must not go on. */
export function readToolCall(text: string): ToolCall {
  const fields = parsed(text);
  if (!isFields(fields)) throw new ConfigError('the tool call on standard input is not a JSON object');
  const event = textOf(fields, 'hook_event_name') ?? '';
  const read = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (!read)
    throw new ConfigError(
      `\`hook_event_name\` of the tool call is \`${event}\`; it must be one of ${Object.keys(EVENTS).join(', ')}`,
    );
  return read(fields);
}

/** Tools have a name, and those of an MCP server begin with `mcp_`. */
function named(agent: AgentFormat, fields: Fields): ToolCall {
  const tool = required(textOf(fields, 'tool_name'), 'tool_name');
  const input = fields['tool_input'];
  const isMcp = tool.startsWith('mcp_') || fields['mcp_context'] !== undefined;
  return {
    ...{ agent, cwd: textOf(fields, 'cwd'), input },
    mcpTool: isMcp ? tool : undefined,
    command: !isMcp && isFields(input) ? textOf(input, 'command') : undefined,
  };
}

/** Cursor writes the arguments as JSON in a string. */
function argumentsOf(input: unknown): unknown {
  return typeof input === 'string' ? parsed(input) : input;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError('the tool call on standard input is not valid JSON');
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new ConfigError(`the tool call on standard input has no \`${name}\``);
  return value;
}
