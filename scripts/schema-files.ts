// Generates the JSON Schemas of the files in .querygate/, for editors, from the schemas that validate them.
import { z } from 'zod';
import { schemaId } from '../src/model/index.ts';
import {
  baselineSchema,
  configFileSchema,
  flowsFileSchema,
  historyHeaderSchema,
  historyRowSchema,
  recordedStatementSchema,
  recordingEndSchema,
  recordingHeaderSchema,
  ruleFileSchema,
} from '../src/model/schemas/index.ts';

const SCHEMAS = {
  rules: ruleFileSchema,
  config: configFileSchema,
  baseline: baselineSchema,
  flows: flowsFileSchema,
  // Describes one line of a snapshot.
  history: z.union([historyHeaderSchema, historyRowSchema]),
  // The same of a recording.
  recording: z.union([recordingHeaderSchema, recordedStatementSchema, recordingEndSchema]),
} as const;

/** Returns every schema file by its path from the repository's root. */
export function schemaFiles(): Map<string, string> {
  return new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => {
      const path = `schemas/${name}.v1.json`;
      const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
      const file = { $schema, $id: schemaId(`${name}.v1`), title: `Querygate ${name}`, ...rest };
      return [path, `${JSON.stringify(file, undefined, 2)}\n`];
    }),
  );
}
