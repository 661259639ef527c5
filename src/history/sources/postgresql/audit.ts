/** A line of pgaudit: `AUDIT: SESSION,1,1,READ,SELECT,,,"SELECT $1","it's"`. */
export interface AuditRecord {
  /** Numbers of the statement in its session, and of statements that run inside it (functions). */
  readonly statement: string;
  readonly substatement: string;
  readonly command: string;
  readonly text: string;
  readonly parameters: string;
}

const NOT_GIVEN = new Set(['', '<none>', '<not logged>', '<previously logged>']);

/** Parses the text after `AUDIT: `; undefined if it is not an audit record. */
export function auditRecord(line: string): AuditRecord | undefined {
  const [type, statement, substatement, , command, , , text, parameters = ''] = csvFields(line) ?? [];
  if ((type !== 'SESSION' && type !== 'OBJECT') || text === undefined) return undefined;
  if (statement === undefined || substatement === undefined || command === undefined) return undefined;
  return { statement, substatement, command, text, parameters };
}

/** The bind values, which are CSV inside one field. pgaudit writes NULL and the empty string alike. */
export function auditBinds(parameters: string): readonly (string | null)[] | undefined {
  if (NOT_GIVEN.has(parameters)) return undefined;
  return csvFields(parameters)?.map((value) => (value === '' ? null : value));
}

/** Fields of one CSV record, with doubled quotes, over several lines if quoted. */
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
