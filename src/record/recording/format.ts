import { ConfigError } from '../../model/index.ts';
import type { RecordedStatement, RecordingHeader } from '../../model/schemas/index.ts';

/** What a command executed, in the order in which the answers came. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly statements: readonly RecordedStatement[];
  readonly exitCode: number;
  /** Why it is not complete, each one line. */
  readonly problems: readonly string[];
  /** Whether the statements make the schema that the command left was compared; `recordingEndSchema` has its values. */
  readonly schema: string | undefined;
}

const CUT_OFF = 'the recording has no end: `querygate record` was stopped, or the file was cut off';

/** Reads a recording. Raises ConfigError for a file of something else. */
export async function parseRecording(text: string, file: string): Promise<Recording> {
  const { recordedStatementSchema, recordingEndSchema, recordingHeaderSchema } = await import(
    '../../model/schemas/index.ts'
  );
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const header = recordingHeaderSchema.safeParse(jsonOf(lines[0] ?? ''));
  if (!header.success)
    throw new ConfigError('this is not a recording of this version; make one with `querygate record`', { file });
  const statements: RecordedStatement[] = [];
  for (const [at, line] of lines.slice(1).entries()) {
    const value = jsonOf(line);
    const end = recordingEndSchema.safeParse(value);
    if (end.success) {
      const { exitCode, statements: count, problems, schema } = end.data.end;
      const missing =
        count === statements.length
          ? []
          : [`${count} statements were recorded, and ${statements.length} are in the file`];
      const after = at + 2 < lines.length ? ['the file goes on after its end'] : [];
      return { header: header.data, statements, exitCode, problems: [...problems, ...missing, ...after], schema };
    }
    const statement = recordedStatementSchema.safeParse(value);
    if (!statement.success) throw new ConfigError('this line does not belong to a recording', { file, line: at + 2 });
    statements.push(statement.data);
  }
  return { header: header.data, statements, exitCode: 0, problems: [CUT_OFF], schema: undefined };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
