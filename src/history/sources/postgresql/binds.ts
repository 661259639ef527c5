import { decode } from '../../input/byte-text.ts';

/** PostgreSQL's maximum number of parameters. */
const MAX_BINDS = 65_535;

/**
 * Parses the values of a detail like `parameters: $1 = 'it''s', $2 = NULL` (capitalised since PostgreSQL 16). A value
 * cut by `log_parameter_max_length` ends in `...` in the result too. `undefined` if the detail is not such a list.
 */
export function bindsOf(bytes: Uint8Array, start: number, end: number): readonly (string | null)[] | undefined {
  return bindsOfText(decode(bytes, start, end));
}

export function bindsOfText(detail: string): readonly (string | null)[] | undefined {
  const colon = detail.indexOf(': $1 = ');
  if (colon < 0 || colon > 30) return undefined;
  const binds: (string | null)[] = [];
  let at = colon + 2;
  while (binds.length < MAX_BINDS) {
    const lead = `$${binds.length + 1} = `;
    if (!detail.startsWith(lead, at)) return undefined;
    at += lead.length;
    if (detail.startsWith('NULL', at)) {
      binds.push(null);
      at += 4;
    } else {
      const value = quotedAt(detail, at);
      if (value === undefined) return undefined;
      binds.push(value.text);
      at = value.end;
    }
    if (at === detail.length) return binds;
    if (!detail.startsWith(', ', at)) return undefined;
    at += 2;
  }
  return undefined;
}

function quotedAt(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  if (text[start] !== "'") return undefined;
  let doubled = false;
  for (let at = start + 1; ; at += 2) {
    const quote = text.indexOf("'", at);
    if (quote < 0) return undefined;
    if (text[quote + 1] !== "'") {
      const value = text.slice(start + 1, quote);
      return { text: doubled ? value.replaceAll("''", "'") : value, end: quote + 1 };
    }
    doubled = true;
    at = quote;
  }
}
