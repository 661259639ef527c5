import {
  type CallerFacts,
  type FileFacts,
  type FileTree,
  type Operation,
  type Statement,
  type StatementFacts,
  UNKNOWN_SURROUNDINGS,
} from '../../src/model/index.ts';
import type { JudgeContext } from '../../src/rules/index.ts';

/** A tree of text files in memory. A value of `null` is a symbolic link. */
export function treeOf(files: Readonly<Record<string, string | Uint8Array | null>>, commit?: string): FileTree {
  return {
    label: 'test tree',
    commit,
    async read(path) {
      if (!Object.hasOwn(files, path)) return { kind: 'missing' };
      const content = files[path];
      if (content === null || content === undefined) return { kind: 'link' };
      return { kind: 'file', bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content };
    },
    async list(folder) {
      const prefix = folder === '' ? '' : `${folder}/`;
      return Object.keys(files)
        .filter((path) => path.startsWith(prefix) && files[path] !== null)
        .sort();
    },
  };
}

const OPERATION: Operation = {
  kind: 'drop_table',
  place: 'statement',
  target: { name: 'users', schema: '', quoted: false, text: 'users' },
  constraint: '',
  table: '',
  language: '',
  objectType: '',
  revokes: false,
  enumValue: '',
  options: [],
  lostOptions: [],
  rowSecurity: false,
  unindexedKeys: [],
  rowsCopied: false,
  valuesCopied: false,
  valuesMoved: false,
  columns: [],
  filter: '',
  filterColumns: [],
  pinnedColumns: [],
  cascade: false,
  ifExists: false,
  ifNotExists: false,
  orReplace: false,
  concurrently: false,
  temporary: false,
  createdHere: false,
  tableCreatedHere: false,
  columnsCreatedHere: false,
  keepsValues: false,
  rebuilt: false,
  recreated: false,
  replacesNothing: false,
  rolledBack: false,
  deferred: false,
  onlyDefined: false,
  locksTable: false,
  indexGap: false,
  tableDroppedHere: false,
  lockRepeated: false,
  lockedTables: [],
  tableFilledHere: false,
  tableEmptied: false,
  partitioned: false,
  refusedInTransaction: false,
  checkedDomain: false,
  boundsChecked: false,
  dataTypes: [],
  oldType: '',
  typeChange: '',
  changeEffects: [],
  notNull: false,
  hasDefault: false,
  defaultKind: '',
  hasPrimaryKey: false,
  constraintType: '',
  notValid: false,
  inline: false,
  usingIndex: false,
  notNullChecked: false,
  unique: false,
  privileges: [],
  grantees: [],
  grantOption: false,
  maintenance: '',
  algorithm: '',
  lockOption: '',
  indexType: '',
  endpoint: '',
  readable: true,
  span: { start: 0, end: 10 },
  readers: ['tokens'],
};

const FACTS: StatementFacts = {
  dialect: 'postgresql',
  tablesRead: [],
  tablesWritten: [],
  joinedTables: 0,
  functions: [],
  readOnly: true,
  effects: [],
  columnsRead: [],
  unnamedColumns: false,
  selectStar: false,
  hasLimit: false,
  limit: 0,
  hasOffset: false,
  offset: 0,
  longestInList: 0,
  valuesRows: 0,
  leadingWildcard: false,
  pinnedColumns: [],
  ...UNKNOWN_SURROUNDINGS,
  inTransaction: false,
  usesNewEnumValue: false,
  ddlInTransaction: false,
  lockTimeoutSet: false,
  statementTimeoutSet: false,
};

export function operationOf(facts: Partial<Operation> = {}): Operation {
  return { ...OPERATION, ...facts };
}

export function statementFactsOf(facts: Partial<StatementFacts> = {}): StatementFacts {
  return { ...FACTS, ...facts };
}

export function statementOf(
  operations: readonly Partial<Operation>[],
  facts: Partial<StatementFacts> = {},
  rest: Partial<Statement> = {},
): Statement {
  return {
    span: { start: 0, end: 10 },
    operations: operations.map(operationOf),
    facts: statementFactsOf(facts),
    section: '',
    sectionTools: [],
    shape: 'shape',
    readers: ['tokens'],
    unreadable: [],
    comments: [],
    ...rest,
  };
}

export const FILE: FileFacts = { path: 'migrations/1.sql', section: '' };

export const CALLER: CallerFacts = { user: 'app', role: 'app', application: 'web', database: 'main', tags: {} };

export function contextOf(context: Partial<JudgeContext> = {}): JudgeContext {
  return { file: FILE, caller: undefined, today: '2026-11-20', ...context };
}

/** A rule file with one rule for all operations, with this condition. */
export function ruleFile(when: string): string {
  return JSON.stringify({
    version: 1,
    rules: [{ id: 'no-x', operations: ['any'], when, verdict: 'block', message: 'x' }],
  });
}
