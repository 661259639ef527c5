import type { MigrationTool } from '../migration-tool.ts';
import type { Program } from '../program.ts';

/** How a file runs, according to the configuration of the base branch. */
export interface FileRun {
  readonly tool?: MigrationTool | undefined;
  /** The program that runs the file; undefined: that of the tool, or not known. */
  readonly runBy?: Program | undefined;
  /** Whether the tool runs the file in a transaction; undefined: what the tool does by default. */
  readonly transaction?: boolean | undefined;
  /** In MySQL's form: 160000 for PostgreSQL 16, 80012 for MySQL 8.0.12. Undefined if it is not known. */
  readonly serverVersion?: number | undefined;
}
