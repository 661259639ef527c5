import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { SERVER } from '../../e2e/packaged.ts';

/** What a tool answers. */
export interface ToolAnswer {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any tool
  readonly structured: any;
  readonly isError: boolean;
}

/** `querygate mcp` behind the client of the SDK. */
export class McpClient {
  readonly client = new Client({ name: 'test', version: '1' });

  /** Starts the server, as an agent does. */
  static async start(
    cwd: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<McpClient> {
    const started = new McpClient();
    await started.client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(SERVER, 'index.js'), 'mcp', ...args],
        cwd,
        env: { PATH: process.env['PATH'] ?? '', ...env },
      }),
    );
    return started;
  }

  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    const { content, structuredContent, isError } = await this.client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly text: string }[];
    return { text: first?.text ?? '', structured: structuredContent, isError: isError === true };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
