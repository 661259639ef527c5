import type { Edit } from './generated-edits.ts';

/** A rule file: packs, rules and exceptions, each a YAML flow mapping. */
interface Text {
  readonly packs?: string;
  readonly rules?: readonly string[];
  readonly exceptions?: readonly string[];
}

const BOTH = 'querygate:recommended@1, querygate:availability@1';

function file({ packs = BOTH, rules = [], exceptions = [] }: Text): string {
  const list = (key: string, items: readonly string[]) =>
    items.length === 0 ? '' : `${key}:\n${items.map((item) => `  - {${item}}\n`).join('')}`;
  return `version: 1\nextends: [${packs}]\n${list('rules', rules)}${list('exceptions', exceptions)}`;
}

function edit(name: string, base: Text, head: Text): Edit {
  return { name, base: file(base), head: file(head) };
}

const rule = (id: string, operations: string, when: string | undefined, verdict = 'block') =>
  `id: ${id}, operations: [${operations}], ${when === undefined ? '' : `when: '${when}', `}verdict: ${verdict}, message: m`;
const own = (operations: string, when: string | undefined, verdict?: string): Text => ({
  rules: [rule('own-rule', operations, when, verdict)],
});
const override = (id: string, keys: string): Text => ({ rules: [`id: ${id}, ${keys}`] });
const exception = (id: string, when: string, until = '2027-06-30') =>
  `rule: ${id}, when: '${when}', reason: agreed with the team, owner: data, until: ${until}`;

/** A linter for migrations: rules are excluded, made warnings or errors, and paths are left out. */
const LINTER: readonly Edit[] = [
  ...(
    [
      ['no-drop-table', 'off'],
      ['no-drop-table', 'warn'],
      ['no-drop-database', 'warn'],
      ['no-truncate', 'off'],
      ['no-unfiltered-delete', 'warn'],
      ['no-grant-to-public', 'off'],
      ['no-blocking-index', 'block'],
      ['no-blocking-index', 'off'],
      ['no-rewriting-column', 'off'],
      ['no-blocking-alter', 'block'],
      ['no-rename', 'block'],
      ['no-disable-trigger', 'warn'],
      ['no-drop-schema', 'warn'],
      ['no-role-change', 'warn'],
    ] as const
  ).map(([id, verdict]) => edit(`linter: ${id} becomes ${verdict}`, {}, override(id, `verdict: ${verdict}`))),
  edit('linter: the rules about locks are added', { packs: 'querygate:recommended@1' }, {}),
  edit('linter: the rules about locks are removed', {}, { packs: 'querygate:recommended@1' }),
  edit(
    'linter: a folder is excluded',
    own('drop_table', undefined),
    own('drop_table', '!has(file.path) || !file.path.startsWith("db/legacy/")'),
  ),
  edit(
    'linter: two more folders are excluded',
    own('drop', '!has(file.path) || !file.path.startsWith("old/")'),
    own('drop', '!has(file.path) || !(file.path.startsWith("old/") || file.path.startsWith("older/"))'),
  ),
  edit(
    'linter: only one folder is checked',
    own('ddl', undefined, 'warn'),
    own('ddl', 'has(file.path) && file.path.endsWith(".up.sql")', 'warn'),
  ),
  edit(
    'linter: an excluded folder is checked again',
    own('drop', '!has(file.path) || !file.path.startsWith("old/")'),
    own('drop', undefined),
  ),
  edit(
    'linter: a rule for newer servers only',
    own('add_column', 'operation.notNull'),
    own('add_column', 'operation.notNull && !(has(statement.serverVersion) && statement.serverVersion >= 110000)'),
  ),
  edit(
    'linter: the minimal server version is raised',
    own('create_index', 'has(statement.serverVersion) && statement.serverVersion >= 110000'),
    own('create_index', 'has(statement.serverVersion) && statement.serverVersion >= 150000'),
  ),
  edit(
    'linter: transactions are assumed',
    own('create_index', 'statement.inTransaction && operation.concurrently'),
    own('create_index', 'operation.concurrently'),
  ),
];

/** SQL review of a team: levels, names, required columns, limits. */
const REVIEW: readonly Edit[] = [
  edit(
    'review: a name pattern for tables',
    own('create_table', '!operation.target.name.matches("^app_")'),
    own('create_table', '!operation.target.name.matches("^(app|core)_")'),
  ),
  edit(
    'review: the name pattern is stricter',
    own('create_table', '!operation.target.name.matches("^(app|core)_")'),
    own('create_table', '!operation.target.name.matches("^app_")'),
  ),
  edit(
    'review: a pattern with a class of characters',
    own('create_table', '!operation.target.name.matches("^[a-z]+$")'),
    own('create_table', '!operation.target.name.matches("^[a-z_]+$")'),
  ),
  edit(
    'review: index names',
    own('create_index', '!operation.target.name.startsWith("idx_")'),
    own('create_index', '!(operation.target.name.startsWith("idx_") || operation.target.name.startsWith("ix_"))'),
  ),
  edit(
    'review: a required column',
    own('create_table', '!("id" in operation.columns)'),
    own('create_table', '!("id" in operation.columns) || !("created_at" in operation.columns)'),
  ),
  edit(
    'review: a required column is dropped',
    own('create_table', '!("id" in operation.columns) || !("created_at" in operation.columns)'),
    own('create_table', '!("id" in operation.columns)'),
  ),
  edit('review: a primary key is required', {}, own('create_table', '!operation.hasPrimaryKey')),
  edit(
    'review: no primary key for temporary tables',
    own('create_table', '!operation.hasPrimaryKey'),
    own('create_table', '!operation.hasPrimaryKey && !operation.temporary'),
  ),
  edit(
    'review: banned types grow',
    own('add_column, create_table', 'operation.dataTypes.exists(t, t in ["json"])'),
    own('add_column, create_table', 'operation.dataTypes.exists(t, t in ["json", "money", "timestamp"])'),
  ),
  edit(
    'review: a banned type is allowed',
    own('add_column', 'operation.dataTypes.exists(t, t in ["json", "serial"])'),
    own('add_column', 'operation.dataTypes.exists(t, t == "json")'),
  ),
  edit(
    'review: SELECT * becomes an error',
    own('select', 'statement.selectStar', 'warn'),
    own('select', 'statement.selectStar', 'block'),
  ),
  edit(
    'review: SELECT * only of big tables',
    own('select', 'statement.selectStar'),
    own('select', 'statement.selectStar && statement.tablesRead.exists(t, t in ["events", "audit_log"])'),
  ),
  edit(
    'review: the limit is raised',
    own('select', '!statement.hasLimit || statement.limit > 1000'),
    own('select', '!statement.hasLimit || statement.limit > 5000'),
  ),
  edit(
    'review: the limit is lowered',
    own('select', '!statement.hasLimit || statement.limit > 1000'),
    own('select', '!statement.hasLimit || statement.limit > 100'),
  ),
  edit(
    'review: the limit in other words',
    own('select', 'statement.limit > 1000'),
    own('select', 'statement.limit >= 1001'),
  ),
  edit(
    'review: a longer IN list',
    own('select, update, delete', 'statement.longestInList > 100'),
    own('select, update, delete', 'statement.longestInList > 500'),
  ),
  edit(
    'review: fewer rows in one insert',
    own('insert', 'statement.valuesRows > 1000'),
    own('insert', 'statement.valuesRows > 200'),
  ),
  edit(
    'review: more joins',
    own('select', 'statement.joinedTables > 4', 'warn'),
    own('select', 'statement.joinedTables > 8', 'warn'),
  ),
  edit('review: leading wildcards', own('select', 'statement.leadingWildcard', 'warn'), {}),
  edit('review: columns of an insert are required', {}, own('insert', 'operation.columns.size() == 0', 'warn')),
  edit(
    'review: at most ten columns',
    own('create_table', 'operation.columns.size() > 10', 'warn'),
    own('create_table', 'operation.columns.size() > 20', 'warn'),
  ),
  edit('review: foreign keys are refused', {}, own('add_constraint', 'operation.constraintType == "foreign_key"')),
  edit(
    'review: only checked foreign keys are refused',
    own('add_constraint', 'operation.constraintType == "foreign_key"'),
    own('add_constraint', 'operation.constraintType == "foreign_key" && !operation.notValid'),
  ),
  edit(
    'review: more constraint types',
    own('add_constraint', 'operation.constraintType in ["foreign_key"]'),
    own('add_constraint', 'operation.constraintType in ["foreign_key", "unique"]'),
  ),
  edit(
    'review: concurrently is required',
    own('create_index', '!operation.concurrently && operation.unique'),
    own('create_index', '!operation.concurrently'),
  ),
  edit(
    'review: one dialect only',
    own('drop_table', undefined),
    own('drop_table', 'statement.dialect == "postgresql"'),
  ),
  edit(
    'review: one more dialect',
    own('drop_table', 'statement.dialect in ["postgresql"]'),
    own('drop_table', 'statement.dialect in ["postgresql", "mysql"]'),
  ),
];

/** Admission policies of clusters: audit or enforce, excluded names, parameters of constraints. */
const ADMISSION: readonly Edit[] = [
  edit(
    'admission: from audit to enforce',
    own('drop_table', 'operation.target.schema == "billing"', 'warn'),
    own('drop_table', 'operation.target.schema == "billing"', 'block'),
  ),
  edit(
    'admission: from enforce to audit',
    own('drop_table', 'operation.target.schema == "billing"', 'block'),
    own('drop_table', 'operation.target.schema == "billing"', 'warn'),
  ),
  edit(
    'admission: one more excluded schema',
    own('drop', '!(operation.target.schema in ["scratch"])'),
    own('drop', '!(operation.target.schema in ["scratch", "sandbox"])'),
  ),
  edit(
    'admission: an excluded schema fewer',
    own('drop', '!(operation.target.schema in ["scratch", "sandbox"])'),
    own('drop', '!(operation.target.schema in ["scratch"])'),
  ),
  edit(
    'admission: an excluded prefix',
    own('drop_table', undefined),
    own('drop_table', '!operation.target.name.startsWith("tmp_")'),
  ),
  edit(
    'admission: a longer excluded prefix',
    own('drop_table', '!operation.target.name.startsWith("tmp_")'),
    own('drop_table', '!operation.target.name.startsWith("tmp_2026_")'),
  ),
  edit(
    'admission: prefix becomes contains',
    own('drop_table', 'operation.target.name.startsWith("prod_")'),
    own('drop_table', 'operation.target.name.contains("prod_")'),
  ),
  edit(
    'admission: contains becomes prefix',
    own('drop_table', 'operation.target.name.contains("prod_")'),
    own('drop_table', 'operation.target.name.startsWith("prod_")'),
  ),
  edit(
    'admission: suffix',
    own('drop_table', 'operation.target.name.endsWith("_archive")'),
    own('drop_table', 'operation.target.name.endsWith("archive")'),
  ),
  edit(
    'admission: upper case counts too',
    own('drop_table', 'operation.target.name == "users"'),
    own('drop_table', 'operation.target.name.lowerAscii() == "users"'),
  ),
  edit(
    'admission: an allow list of tables grows',
    own('write', '!(operation.target.name in ["jobs"])'),
    own('write', '!(operation.target.name in ["jobs", "queues"])'),
  ),
  edit(
    'admission: a deny list of tables grows',
    own('write', 'operation.target.name in ["users"]'),
    own('write', 'operation.target.name in ["users", "payments"]'),
  ),
  edit(
    'admission: a deny list of tables shrinks',
    own('delete, update', 'operation.target.name in ["users", "payments"]'),
    own('delete, update', 'operation.target.name in ["users"]'),
  ),
  edit('admission: one more kind', own('drop_table', undefined), own('drop_table, drop_view', undefined)),
  edit('admission: one kind fewer', own('drop_table, drop_view', undefined), own('drop_table', undefined)),
  edit(
    'admission: a group becomes kinds',
    own('drop', undefined),
    own('drop_table, drop_column, drop_schema', undefined),
  ),
  edit('admission: kinds become a group', own('drop_table, drop_column', undefined), own('drop', undefined)),
  edit(
    'admission: everything but reads',
    own('any', 'operation.kind != "select"'),
    own('any', '!(operation.kind in ["select", "show"])'),
  ),
  edit(
    'admission: privileged grants',
    own('grant', '"all" in operation.privileges'),
    own('grant', '"all" in operation.privileges || operation.grantOption'),
  ),
  edit(
    'admission: grants to anybody',
    own('grant', '"public" in operation.grantees && "all" in operation.privileges'),
    own('grant', '"public" in operation.grantees'),
  ),
  edit(
    'admission: some privileges',
    own('grant', 'operation.privileges.exists(p, p in ["insert", "delete"])'),
    own('grant', 'operation.privileges.exists(p, p == "insert")'),
  ),
  edit(
    'admission: only these privileges',
    own('grant', '!operation.privileges.all(p, p in ["select"])'),
    own('grant', '!operation.privileges.all(p, p in ["select", "usage"])'),
  ),
  edit(
    'admission: more roles',
    own('grant', 'operation.grantees.exists(g, g in ["anon"])'),
    own('grant', 'operation.grantees.exists(g, g in ["anon", "authenticated"])'),
  ),
  edit('admission: cascade only', own('drop_schema', undefined), own('drop_schema', 'operation.cascade')),
  edit(
    'admission: a user is exempt',
    own('delete', 'operation.filter != "conditional"'),
    own('delete', 'operation.filter != "conditional" && !(has(caller.user) && caller.user == "janitor")'),
  ),
  edit(
    'admission: one more user is exempt',
    own('delete', '!(has(caller.user) && caller.user in ["janitor"])'),
    own('delete', '!(has(caller.user) && caller.user in ["janitor", "root"])'),
  ),
  edit(
    'admission: only for one application',
    own('select', 'statement.selectStar'),
    own('select', 'has(caller.application) && caller.application == "web" && statement.selectStar'),
  ),
  edit(
    'admission: jobs are exempt by a tag',
    own('update', 'operation.filter == "none"', 'warn'),
    own('update', 'operation.filter == "none" && !(has(caller.tags.job))', 'warn'),
  ),
];

/** Exceptions: added, widened, ended, moved. */
const EXCEPTIONS: readonly Edit[] = [
  edit(
    'exceptions: one is added',
    {},
    { exceptions: [exception('no-drop-table', 'operation.target.name == "events_2019"')] },
  ),
  edit(
    'exceptions: one is removed',
    { exceptions: [exception('no-drop-table', 'operation.target.name == "events_2019"')] },
    {},
  ),
  edit(
    'exceptions: one is widened',
    { exceptions: [exception('no-drop-table', 'operation.target.name == "events_2019"')] },
    { exceptions: [exception('no-drop-table', 'operation.target.name.startsWith("events_")')] },
  ),
  edit(
    'exceptions: one is narrowed',
    { exceptions: [exception('no-drop-table', 'operation.target.name.startsWith("events_")')] },
    { exceptions: [exception('no-drop-table', 'operation.target.name == "events_2019"')] },
  ),
  edit(
    'exceptions: one is extended',
    { exceptions: [exception('no-drop-table', 'operation.target.name == "a"', '2027-01-31')] },
    { exceptions: [exception('no-drop-table', 'operation.target.name == "a"', '2027-12-31')] },
  ),
  edit(
    'exceptions: one is shortened',
    { exceptions: [exception('no-drop-table', 'operation.target.name == "a"', '2027-12-31')] },
    { exceptions: [exception('no-drop-table', 'operation.target.name == "a"', '2027-01-31')] },
  ),
  edit(
    'exceptions: one becomes part of the rule',
    { ...own('drop_table', 'operation.cascade'), exceptions: [exception('own-rule', 'operation.target.name == "a"')] },
    own('drop_table', 'operation.cascade && operation.target.name != "a"'),
  ),
  edit(
    'exceptions: two become one',
    {
      exceptions: [
        exception('no-truncate', 'operation.target.name == "a"'),
        exception('no-truncate', 'operation.target.name == "b"'),
      ],
    },
    { exceptions: [exception('no-truncate', 'operation.target.name in ["a", "b"]')] },
  ),
  edit(
    'exceptions: for one caller',
    {},
    { exceptions: [exception('no-unfiltered-delete', 'caller.user == "janitor"')] },
  ),
  edit(
    'exceptions: for one folder',
    {},
    { exceptions: [exception('no-drop-column', 'file.path.startsWith("db/cleanup/")')] },
  ),
  edit('exceptions: of a rule that is off', override('no-truncate', 'verdict: off'), {
    rules: ['id: no-truncate, verdict: off'],
    exceptions: [exception('no-truncate', 'operation.target.name == "a"')],
  }),
];

/** The same rules in other words, or moved. */
const REWRITTEN: readonly Edit[] = [
  edit(
    'rewritten: De Morgan',
    own('drop_table', '!operation.createdHere && !operation.temporary'),
    own('drop_table', '!(operation.createdHere || operation.temporary)'),
  ),
  edit(
    'rewritten: order',
    own('select', 'statement.selectStar && statement.limit > 5'),
    own('select', 'statement.limit > 5 && statement.selectStar'),
  ),
  edit(
    'rewritten: in instead of or',
    own('delete', 'operation.filter == "none" || operation.filter == "always_true"'),
    own('delete', 'operation.filter in ["none", "always_true"]'),
  ),
  edit(
    'rewritten: not conditional',
    own('delete', 'operation.filter in ["none", "always_true", ""]'),
    own('delete', 'operation.filter != "conditional"'),
  ),
  edit(
    'rewritten: a choice',
    own('select', 'statement.hasLimit ? statement.limit > 10 : true'),
    own('select', '!statement.hasLimit || statement.limit > 10'),
  ),
  edit('rewritten: a rule is renamed', own('drop_view', undefined), {
    rules: [rule('another-name', 'drop_view', undefined)],
  }),
  edit(
    'rewritten: two rules become one',
    { rules: [rule('rule-a', 'drop_view', 'operation.cascade'), rule('rule-b', 'drop_view', 'operation.ifExists')] },
    { rules: [rule('rule-a', 'drop_view', 'operation.cascade || operation.ifExists')] },
  ),
  edit('rewritten: one rule becomes two', own('drop_view, drop_index', undefined), {
    rules: [rule('rule-a', 'drop_view', undefined), rule('rule-b', 'drop_index', undefined)],
  }),
  edit(
    'rewritten: a rule that another covers is removed',
    { rules: [rule('rule-a', 'drop', undefined), rule('rule-b', 'drop_view', 'operation.cascade')] },
    { rules: [rule('rule-a', 'drop', undefined)] },
  ),
  edit(
    'rewritten: a regular expression becomes a prefix',
    own('drop_table', 'operation.target.name.matches("^tmp_")'),
    own('drop_table', 'operation.target.name.startsWith("tmp_")'),
  ),
  edit(
    'rewritten: any item',
    own('grant', '"public" in operation.grantees'),
    own('grant', 'operation.grantees.exists(g, g == "public")'),
  ),
];

/** 100 edits of the kinds that people make to public policies, each by hand. */
export const POLICY_EDITS: readonly Edit[] = [...LINTER, ...REVIEW, ...ADMISSION, ...EXCEPTIONS, ...REWRITTEN];
