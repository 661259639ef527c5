import { FRAMEWORK_TOOLS } from './framework-tools.ts';
import { JAVASCRIPT_TOOLS } from './javascript-tools.ts';
import { SQL_COMMENT_TOOLS } from './sql-comment-tools.ts';
import { SQL_FILE_TOOLS } from './sql-file-tools.ts';
import type { PrintedSql, ToolSigns } from './tool-signs.ts';

/** Every migration tool that is recognised. */
export const TOOLS: readonly ToolSigns[] = [
  ...SQL_COMMENT_TOOLS,
  ...SQL_FILE_TOOLS,
  ...JAVASCRIPT_TOOLS,
  ...FRAMEWORK_TOOLS,
];

/** A tool whose migrations are not SQL. */
export type CodeTool = ToolSigns & { readonly printedSql: PrintedSql; readonly content: RegExp };

function isCodeTool(tool: ToolSigns): tool is CodeTool {
  return tool.printedSql !== undefined && tool.content !== undefined;
}

const CODE_TOOLS = TOOLS.filter(isCodeTool);

/** The tool that a file could be a migration of, if it is not SQL. Its content decides: see `isMigrationOf`. */
export function codeToolsFor(path: string): readonly CodeTool[] {
  return CODE_TOOLS.filter(({ files }) => files.test(path));
}
