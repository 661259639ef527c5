// Which columns a trigger may set to a constant, by their names.

/** Names of columns with data of users, which no trigger replaces by a constant. */
export const DATA =
  /^(?:.*_)?(?:amount|price|cost|salary|e?mail|(?:first|last|full|user)?name|phone|address|currency|title|body|content|description|comment|message|password_hash|encrypted_password)$/i;
/** States, marks and what the server keeps: what a trigger may set to a constant. */
const KEPT =
  /^(?:(?:is|has|had|needs|was|can|should|may|no)_.*|(?:.*_)?(?:status|state|stage|step|flags?|enabled|disabled|active|dirty|stale|synced|processed|verified|valid|locked|deleted|archived|version|revision|cache\w*|at|on|by|date|time|timestamp|type|kind|level|priority|position|rank|order|sort\w*|source|origin|count|counter|attempts|retries|tsv|vector|search\w*|document|hash|checksum|etag|key|nonce|id|uuid|role|mode|schema\w*|created\w*|updated\w*|modified\w*|last_\w+))$/i;

/** The columns that are assigned in `a = 1 , b = 2`. */
export function columnsIn(assignments: string): readonly string[] {
  return [...assignments.matchAll(/(\S+) = /g)].map(([, column = '']) => column.replace(/[`"[\]]/g, ''));
}

/**
 * Whether constants replace what is written to the columns, by their names. A trigger for INSERT may give a value that a new row
 * begins with, but not several.
 */
export function overwritesData(columns: readonly string[], isInsert: boolean): boolean {
  if (columns.some((column) => DATA.test(column))) return true;
  const others = new Set(columns.filter((column) => !KEPT.test(column)).map((column) => column.toLowerCase()));
  return isInsert ? others.size > 1 : others.size > 0;
}
