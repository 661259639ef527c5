import type { PlainForm } from '../plain-form.ts';
import {
  casts,
  column,
  columnList,
  defaultValue,
  type Form,
  inParentheses,
  isTableConstraint,
  separated,
  tableConstraint,
  type,
  typeOwned,
} from './plain-columns.ts';

// The forms of DDL that make up migrations. Each reads the syntax that PostgreSQL's grammar accepts, or less: `form.done`
// must be true afterwards.

/** Plain statements other than queries, by their first word. */
export const PLAIN_DDL: Readonly<Record<string, Form>> = {
  ALTER: (form) => form.take('ALTER') && alters(form),
  CREATE: (form) => form.take('CREATE') && creates(form),
  DROP: (form) => form.take('DROP') && drops(form),
  COMMENT: (form) => {
    if (!form.takeAll('COMMENT', 'ON')) return false;
    if (!(form.take('TABLE') ? form.table(false) : form.take('COLUMN') && columnOf(form))) return false;
    return form.take('IS') && (form.take('NULL') || form.text());
  },
  GRANT: (form) => form.take('GRANT') && grants(form),
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

function drops(form: PlainForm): boolean {
  if (form.take('TRIGGER'))
    return ifExists(form) && form.name() && form.take('ON') && form.table(false) && behaviour(form);
  if (form.take('INDEX')) form.take('CONCURRENTLY');
  else if (form.take('TYPE')) return ifExists(form) && separated(form, typeOwned) && behaviour(form);
  else if (form.take('FUNCTION')) return ifExists(form) && separated(form, signature) && behaviour(form);
  else if (form.take('MATERIALIZED')) {
    if (!form.take('VIEW')) return false;
  } else if (!['TABLE', 'VIEW', 'SEQUENCE'].some((word) => form.take(word))) return false;
  return ifExists(form) && separated(form, relation) && behaviour(form);
}

/** `f`, `f()`, `f(text, int)`. */
function signature(form: PlainForm): boolean {
  if (!typeOwned(form)) return false;
  return !form.take('(') || form.take(')') || (separated(form, type) && form.take(')'));
}

/** Not a name that the token reader takes for a word of another server. */
function relation(form: PlainForm): boolean {
  return !form.next('ONLINE') && !form.next('OFFLINE') && form.table(false);
}

function creates(form: PlainForm): boolean {
  if (form.take('TABLE')) return createsTable(form);
  if (form.take('UNIQUE')) return form.take('INDEX') && createsIndex(form);
  if (form.take('INDEX')) return createsIndex(form);
  if (form.take('TYPE')) return form.table(false) && form.takeAll('AS', 'ENUM', '(') && form.texts() && form.take(')');
  if (form.take('OR') && !(form.take('REPLACE') && (form.next('VIEW') || form.next('TRIGGER')))) return false;
  if (form.take('VIEW')) return form.table(false) && form.take('AS') && form.select();
  if (form.take('TRIGGER')) return createsTrigger(form);
  if (form.take('SCHEMA')) return ifNotExists(form) && form.name();
  return form.take('EXTENSION') && ifNotExists(form) && form.name();
}

function createsTable(form: PlainForm): boolean {
  return (
    ifNotExists(form) &&
    form.table(false) &&
    inParentheses(form, (each) => (isTableConstraint(each) ? tableConstraint(each) : column(each)))
  );
}

function createsIndex(form: PlainForm): boolean {
  form.take('CONCURRENTLY');
  const named = form.next('IF');
  if (!ifNotExists(form)) return false;
  if ((named || !form.next('ON')) && !form.name()) return false;
  if (!form.take('ON') || !form.table(false)) return false;
  if (form.take('USING') && !form.name()) return false;
  if (!inParentheses(form, indexed)) return false;
  if (form.take('INCLUDE') && !columnList(form)) return false;
  return !form.take('WHERE') || form.condition();
}

/** `c`, `lower(c)`, with an operator class and an order. */
function indexed(form: PlainForm): boolean {
  if (!(form.take('LOWER') ? form.take('(') && form.column() && form.take(')') : form.name())) return false;
  if (!ORDER.some((word) => form.next(word))) form.name();
  if (!form.take('ASC')) form.take('DESC');
  return !form.take('NULLS') || form.take('FIRST') || form.take('LAST');
}

const ORDER = ['ASC', 'DESC', 'NULLS'];

function createsTrigger(form: PlainForm): boolean {
  if (!form.name() || !(form.take('BEFORE') || form.take('AFTER'))) return false;
  const seen = new Set<string>();
  do {
    const event = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'].find((word) => form.take(word));
    if (event === undefined || seen.has(event)) return false;
    seen.add(event);
    if (event === 'UPDATE' && form.take('OF') && !form.names()) return false;
  } while (form.take('OR'));
  if (!form.take('ON') || !form.table(false) || !form.take('FOR')) return false;
  form.take('EACH');
  if (!form.take('ROW') && !form.take('STATEMENT')) return false;
  if (!form.take('EXECUTE') || !(form.take('FUNCTION') || form.take('PROCEDURE'))) return false;
  return typeOwned(form) && form.takeAll('(', ')');
}

const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'USAGE'];

function grants(form: PlainForm): boolean {
  if (form.take('ALL')) form.take('PRIVILEGES');
  else if (!separated(form, (each) => PRIVILEGES.some((word) => each.take(word)))) return false;
  if (!form.take('ON')) return false;
  if (form.take('SCHEMA')) {
    if (!form.names()) return false;
  } else {
    if (!form.take('TABLE')) form.take('SEQUENCE');
    if (!separated(form, relation)) return false;
  }
  return form.take('TO') && form.names();
}

function alters(form: PlainForm): boolean {
  if (form.take('TABLE')) return altersTable(form);
  if (form.take('INDEX')) return ifExists(form) && form.table(false) && renames(form);
  if (form.take('SEQUENCE')) {
    if (!ifExists(form) || !form.table(false)) return false;
    return form.next('OWNED') ? form.takeAll('OWNED', 'BY') && columnOf(form) : renames(form);
  }
  return form.take('TYPE') && altersType(form);
}

function renames(form: PlainForm): boolean {
  return form.takeAll('RENAME', 'TO') && form.name();
}

function altersType(form: PlainForm): boolean {
  if (!form.table(false)) return false;
  if (form.take('RENAME')) {
    if (form.take('VALUE')) return form.text() && form.take('TO') && form.text();
    return form.take('TO') && form.name();
  }
  if (!form.takeAll('ADD', 'VALUE') || !ifNotExists(form) || !form.text()) return false;
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
  if (form.take('DROP'))
    return (form.take('CONSTRAINT') || namesColumn(form)) && ifExists(form) && form.name() && behaviour(form);
  if (form.take('VALIDATE')) return form.take('CONSTRAINT') && form.name();
  if (form.take('OWNER')) return form.take('TO') && form.name();
  if (form.take('ENABLE') || form.take('DISABLE'))
    return form.take('TRIGGER') ? form.take('ALL') || form.take('USER') || form.name() : form.takeAll(...ROW_SECURITY);
  return form.take('ALTER') && altersColumn(form);
}

const ROW_SECURITY = ['ROW', 'LEVEL', 'SECURITY'];

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
  if (form.take('TYPE')) return newType(form);
  if (!form.take('SET')) return false;
  if (form.take('DATA')) return form.take('TYPE') && newType(form);
  return form.take('DEFAULT') ? defaultValue(form) : form.takeAll('NOT', 'NULL');
}

/** `int`, `int USING c::int`, `e USING (c::text::e)`. */
function newType(form: PlainForm): boolean {
  if (!type(form)) return false;
  if (!form.take('USING')) return true;
  if (form.take('(')) return form.column() && casts(form) && form.take(')') && casts(form);
  return form.column() && casts(form);
}
