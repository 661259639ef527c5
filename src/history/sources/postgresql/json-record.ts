import type { AuditRecord } from './audit.ts';

/** A log record from JSON.parse. */
interface JsonRecord {
  readonly unread?: undefined;
  readonly passedOver?: undefined;
  readonly session: string | undefined;
  readonly timestamp: string;
  readonly severity: string;
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly message: string;
  readonly detail: string | undefined;
  /** Text of the statement that caused it. */
  readonly statement: string | undefined;
  /** What the process was doing, such as `SELECT` or `BIND`. */
  readonly step: string;
  readonly raised: boolean;
  /** What pgaudit logged, if the operator has parsed it. */
  readonly audit: AuditRecord | undefined;
}

interface NoRecord {
  readonly session?: undefined;
  readonly unread?: string;
  readonly passedOver?: string;
}

/** Field names of a record: PostgreSQL's own, and CloudNativePG's. */
const JSONLOG = {
  session: 'session_id',
  pid: 'pid',
  timestamp: 'timestamp',
  user: 'user',
  database: 'dbname',
  statement: 'statement',
  step: 'ps',
};
const CLOUD_NATIVE_PG: typeof JSONLOG = {
  session: 'session_id',
  pid: 'process_id',
  timestamp: 'log_time',
  user: 'user_name',
  database: 'database_name',
  statement: 'query',
  step: 'command_tag',
};

interface Fields {
  readonly [key: string]: unknown;
}

/** Reads the record of a line: PostgreSQL's own fields, or those of CloudNativePG in `record`. */
export function jsonRecord(text: string): JsonRecord | (NoRecord & ({ unread: string } | { passedOver: string })) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { unread: 'line is not valid JSON' };
  }
  if (!isFields(value)) return { unread: 'JSON line that is not a log record' };
  const inner = value['record'];
  if (isFields(inner)) return recordOf(inner, CLOUD_NATIVE_PG);
  // The operator's own lines are mixed with those of the server.
  const operator = value['logger'] !== undefined || (value['level'] !== undefined && value['msg'] !== undefined);
  if (operator && value['error_severity'] === undefined) {
    return { passedOver: 'line of another program' };
  }
  return recordOf(value, JSONLOG);
}

function recordOf(fields: Fields, names: typeof JSONLOG): ReturnType<typeof jsonRecord> {
  const text = (key: string) => {
    const value = fields[key];
    return typeof value === 'string' ? value : undefined;
  };
  const pid = fields[names.pid];
  const session = text(names.session) || (typeof pid === 'number' ? String(pid) : text(names.pid));
  const audit = fields['audit'];
  const message = text('message') ?? (isFields(audit) ? '' : undefined);
  const severity = text('error_severity');
  if (message === undefined || severity === undefined) return { unread: 'JSON line that is not a log record' };
  const statement = text(names.statement);
  return {
    session: session === '' ? undefined : session,
    timestamp: text(names.timestamp) ?? '',
    severity,
    user: text(names.user) ?? '',
    database: text(names.database) ?? '',
    application: text('application_name') ?? '',
    message,
    detail: text('detail'),
    statement,
    step: text(names.step) ?? '',
    raised: statement !== undefined || text('context') !== undefined,
    audit: isFields(audit) ? auditOf(audit) : undefined,
  };
}

function auditOf(audit: Fields): AuditRecord {
  const text = (key: string) => {
    const value = audit[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    statement: text('statement_id'),
    substatement: text('substatement_id'),
    command: text('command'),
    text: text('statement'),
    parameters: text('parameter'),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
