/** A line of pgaudit: `AUDIT: SESSION,1,1,READ,SELECT,,,"SELECT $1","it's"`. */
export interface AuditRecord {
  /** Numbers the statements of a session, and those that one statement runs inside (functions). */
  readonly statement: string;
  readonly substatement: string;
  readonly command: string;
  readonly text: string;
  readonly parameters: string;
}

const NOT_GIVEN = new Set(['', '<none>', '<not logged>', '<previously logged>']);

/** The record in the text behind `AUDIT: `; undefined where it is none. */
export function auditRecord(line: string): AuditRecord | undefined {
  const [type, statement, substatement, , command, , , text, parameters = ''] = csvFields(line) ?? [];
  if ((type !== 'SESSION' && type !== 'OBJECT') || text === undefined) return undefined;
  if (statement === undefined || substatement === undefined || command === undefined) return undefined;
  return { statement, substatement, command, text, parameters };
}

/** The values bound, which stand in one field as CSV of their own; pgaudit writes NULL and the empty string alike. */
export function auditBinds(parameters: string): readonly (string | null)[] | undefined {
  if (NOT_GIVEN.has(parameters)) return undefined;
  return csvFields(parameters)?.map((value) => (value === '' ? null : value));
}

/** Fields of one CSV record, with doubled quotes, over several lines where quoted. */
function csvFields(text: string): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end < 0) return undefined;
        if (text[end + 1] !== '"') break;
        end += 2;
      }
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && text[at] !== ',') return undefined;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma < 0 ? text.length : comma;
      fields.push(text.slice(at, end));
      at = end;
    }
    if (at >= text.length) return fields;
    at++;
  }
}
