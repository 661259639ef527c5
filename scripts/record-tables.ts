// Generates the block of docs/record.md from bench/record-peers/results.json.
import { type Count, readRecordResults } from '../bench/record-peers/results.ts';
import { counted } from '../src/model/index.ts';

/** The hazards that a recording, the SQL that frameworks print, and pgfence show. */
export function recordPeers(): string {
  const { date, versions, rows } = readRecordResults();
  const cell = (count: Count | undefined) => {
    if (!count) return '';
    const falsely = count.falsely > 0 ? `, and ${count.falsely} harmless` : '';
    return `${count.reported}${falsely}${count.unread > 0 ? `; ${count.unread} not read` : ''}`;
  };
  const lines = rows.map(({ framework, hazards, harmless, counts: { record, printed, pgfence } }) =>
    [framework, String(hazards), String(harmless), cell(record), cell(printed), cell(pgfence)].join(' | '),
  );
  const total = rows.reduce((sum, { hazards }) => sum + hazards, 0);
  const found = rows.reduce((sum, { counts }) => sum + (counts['record']?.reported ?? 0), 0);
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `| framework | migrations with a hazard | harmless ones | a recording | the SQL that it prints | pgfence |
|---|---|---|---|---|---|
${lines.map((line) => `| ${line} |`).join('\n')}

The recordings show ${found} of ${counted(total, 'hazard')}. Measured on ${date} with ${named.join(', ')}.`;
}
