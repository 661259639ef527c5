import type { PlainForm } from '../plain-form.ts';

// The forms of DDL that make up migrations. Each reads the syntax that PostgreSQL's grammar accepts, or less: `form.done`
// must be true afterwards. None contains an expression but a literal, so the grammar could add no fact.

type Form = (form: PlainForm) => boolean;

/** Plain statements other than queries, by their first word. */
export const PLAIN_DDL: Readonly<Record<string, Form>> = {
  ALTER: (form) => form.take('ALTER') && (form.take('TABLE') ? altersTable(form) : altersType(form)),
  CREATE: (form) => {
    if (!form.take('CREATE')) return false;
    if (form.take('TABLE')) return createsTable(form);
    if (form.take('UNIQUE')) return form.take('INDEX') && createsIndex(form);
    if (form.take('INDEX')) return createsIndex(form);
    if (form.take('TYPE'))
      return form.table(false) && form.takeAll('AS', 'ENUM', '(') && form.texts() && form.take(')');
    return form.take('EXTENSION') && ifNotExists(form) && form.name();
  },
  DROP: (form) => form.take('DROP') && drops(form),
  COMMENT: (form) => {
    if (!form.takeAll('COMMENT', 'ON')) return false;
    if (!(form.take('TABLE') ? form.table(false) : form.take('COLUMN') && columnOf(form))) return false;
    return form.take('IS') && (form.take('NULL') || form.text());
  },
  SET: (form) => {
    if (!form.take('SET')) return false;
    if (!form.take('LOCAL')) form.take('SESSION');
    return SETTINGS.some((name) => form.take(name)) && (form.take('=') || form.take('TO')) && form.literal();
  },
  BEGIN: (form) => form.take('BEGIN'),
  COMMIT: (form) => form.take('COMMIT'),
  ROLLBACK: (form) => form.take('ROLLBACK'),
};

const SETTINGS = ['LOCK_TIMEOUT', 'STATEMENT_TIMEOUT', 'IDLE_IN_TRANSACTION_SESSION_TIMEOUT', 'CLIENT_MIN_MESSAGES'];

/** `t.c`, `s.t.c`: not a column alone. */
function columnOf(form: PlainForm): boolean {
  return form.name() && form.take('.') && form.table(false);
}

function ifExists(form: PlainForm): boolean {
  return !form.take('IF') || form.take('EXISTS');
}

function ifNotExists(form: PlainForm): boolean {
  return !form.take('IF') || form.takeAll('NOT', 'EXISTS');
}

function behaviour(form: PlainForm): boolean {
  if (!form.take('CASCADE')) form.take('RESTRICT');
  return true;
}

function separated(form: PlainForm, part: Form): boolean {
  do if (!part(form)) return false;
  while (form.take(','));
  return true;
}

const inParentheses = (form: PlainForm, part: Form) => form.take('(') && separated(form, part) && form.take(')');
const columnList: Form = (form) => inParentheses(form, (each) => each.name());

function drops(form: PlainForm): boolean {
  if (form.take('INDEX')) form.take('CONCURRENTLY');
  else if (form.take('TYPE')) return ifExists(form) && separated(form, typeOwned) && behaviour(form);
  else if (!['TABLE', 'VIEW', 'SEQUENCE'].some((word) => form.take(word))) return false;
  return ifExists(form) && separated(form, relation) && behaviour(form);
}

/** Not a name that the token reader takes for a word of another server. */
function relation(form: PlainForm): boolean {
  return !form.next('ONLINE') && !form.next('OFFLINE') && form.table(false);
}

function createsIndex(form: PlainForm): boolean {
  form.take('CONCURRENTLY');
  const named = form.next('IF');
  if (!ifNotExists(form)) return false;
  if ((named || !form.next('ON')) && !form.name()) return false;
  if (!form.take('ON') || !form.table(false)) return false;
  if (form.take('USING') && !form.name()) return false;
  return inParentheses(form, (each) => {
    if (!each.name()) return false;
    if (!each.take('ASC')) each.take('DESC');
    return !each.take('NULLS') || each.take('FIRST') || each.take('LAST');
  });
}

function altersType(form: PlainForm): boolean {
  if (!form.take('TYPE') || !form.table(false) || !form.takeAll('ADD', 'VALUE')) return false;
  if (!ifNotExists(form) || !form.text()) return false;
  return !(form.take('BEFORE') || form.take('AFTER')) || form.text();
}

function altersTable(form: PlainForm): boolean {
  if (!ifExists(form)) return false;
  form.take('ONLY');
  if (!form.table(false)) return false;
  if (!form.take('RENAME')) return separated(form, action);
  if (form.take('TO')) return form.name();
  return (form.take('CONSTRAINT') || namesColumn(form)) && form.name() && form.take('TO') && form.name();
}

function action(form: PlainForm): boolean {
  if (form.take('ADD')) return isTableConstraint(form) ? tableConstraint(form) : addsColumn(form);
  if (form.take('DROP')) {
    // The grammar takes the name of a dropped constraint for a column: a fact that rules can read.
    return namesColumn(form) && ifExists(form) && form.name() && behaviour(form);
  }
  return form.take('ALTER') && altersColumn(form);
}

function addsColumn(form: PlainForm): boolean {
  return namesColumn(form) && ifNotExists(form) && column(form);
}

/** Words that the token reader, which reads all dialects alike, takes for something else than a column. */
const OBJECTS = ['EXCLUDE', 'FULLTEXT', 'INDEX', 'KEY', 'PARTITION', 'PERIOD', 'SPATIAL'];

function namesColumn(form: PlainForm): boolean {
  return form.take('COLUMN') || !OBJECTS.some((word) => form.next(word));
}

function altersColumn(form: PlainForm): boolean {
  if (!namesColumn(form) || !form.name()) return false;
  if (form.take('DROP')) return form.take('DEFAULT') || form.takeAll('NOT', 'NULL');
  if (form.take('TYPE')) return type(form);
  if (!form.take('SET')) return false;
  if (form.take('DATA')) return form.take('TYPE') && type(form);
  return form.take('DEFAULT') ? defaultValue(form) : form.takeAll('NOT', 'NULL');
}

function createsTable(form: PlainForm): boolean {
  return (
    ifNotExists(form) &&
    form.table(false) &&
    inParentheses(form, (each) => (isTableConstraint(each) ? tableConstraint(each) : column(each)))
  );
}

const isTableConstraint: (form: PlainForm) => boolean = (form) =>
  ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN'].some((word) => form.next(word));

function tableConstraint(form: PlainForm): boolean {
  if (form.take('CONSTRAINT') && !form.name()) return false;
  if (form.take('PRIMARY')) return form.take('KEY') && columnList(form);
  if (form.take('UNIQUE')) return columnList(form);
  if (!form.takeAll('FOREIGN', 'KEY') || !columnList(form) || !references(form)) return false;
  return !form.take('NOT') || form.take('VALID');
}

function column(form: PlainForm): boolean {
  if (!form.name() || !type(form)) return false;
  for (;;) {
    const read = columnConstraint(form);
    if (read !== true) return read === undefined;
  }
}

/** Undefined if there is none. */
function columnConstraint(form: PlainForm): boolean | undefined {
  if (form.take('NOT')) return form.take('NULL');
  if (form.take('PRIMARY')) return form.take('KEY');
  if (form.take('DEFAULT')) return defaultValue(form);
  if (form.next('REFERENCES')) return references(form);
  return form.take('UNIQUE') || form.take('NULL') || undefined;
}

function references(form: PlainForm): boolean {
  if (!form.take('REFERENCES') || !form.table(false)) return false;
  if (form.next('(') && !columnList(form)) return false;
  const seen = new Set<string>();
  while (form.take('ON')) {
    const event = ['DELETE', 'UPDATE'].find((word) => form.take(word));
    if (event === undefined || seen.has(event)) return false;
    seen.add(event);
    if (form.take('SET')) {
      if (!form.take('NULL') && !form.take('DEFAULT')) return false;
    } else if (form.take('NO')) {
      if (!form.take('ACTION')) return false;
    } else if (!form.take('CASCADE') && !form.take('RESTRICT')) return false;
  }
  return true;
}

function defaultValue(form: PlainForm): boolean {
  return (
    ['NULL', 'TRUE', 'FALSE', 'CURRENT_TIMESTAMP', 'CURRENT_DATE'].some((word) => form.take(word)) || form.literal()
  );
}

/** Types with words of their own in the grammar, and how many sizes each takes. */
const TYPES: Readonly<Record<string, number>> = {
  BIGINT: 0,
  BOOLEAN: 0,
  CHAR: 1,
  DECIMAL: 2,
  INT: 0,
  INTEGER: 0,
  NUMERIC: 2,
  REAL: 0,
  SMALLINT: 0,
  VARCHAR: 1,
};

function type(form: PlainForm): boolean {
  if (!typeName(form)) return false;
  return !form.take('[') || form.take(']');
}

function typeName(form: PlainForm): boolean {
  for (const word in TYPES) if (form.take(word)) return !form.next('(') || form.sizes(TYPES[word] ?? 0);
  if (form.take('CHARACTER')) return form.take('VARYING') && (!form.next('(') || form.sizes(1));
  if (form.take('DOUBLE')) return form.take('PRECISION');
  if (form.take('TIMESTAMP')) {
    if (form.next('(') && !form.sizes(1)) return false;
    if (form.take('WITH') || form.take('WITHOUT')) return form.takeAll('TIME', 'ZONE');
    return true;
  }
  return typeOwned(form);
}

/** A type without words of its own in the grammar: those that have some are left to it. */
function typeOwned(form: PlainForm): boolean {
  return !WITH_SYNTAX.some((word) => form.next(word)) && form.table(false);
}

const WITH_SYNTAX = ['INTERVAL', 'POSITION', 'TIME', 'TIMESTAMP'];
