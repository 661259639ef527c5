import { Random } from '../simulation/random.ts';

/** Two rule files. */
export interface Edit {
  readonly name: string;
  readonly base: string;
  readonly head: string;
}

/** Questions about operations of some kinds, as rules of real repositories ask them. */
interface Subject {
  readonly operations: readonly string[];
  readonly questions: readonly ((random: Random) => string)[];
}

const TABLES = ['users', 'orders', 'audit_log', 'payments', 'tmp_import', 'events_2019'];
const SCHEMAS = ['audit', 'billing', 'public'];
const COLUMNS = ['tenant_id', 'email', 'ssn', 'id'];
const USERS = ['etl', 'migrator', 'reporting'];

const text = (items: readonly string[]) => (random: Random) => `"${random.pick(items)}"`;
const list = (items: readonly string[]) => (random: Random) =>
  `[${
    items
      .filter(() => random.chance(0.5))
      .map((item) => `"${item}"`)
      .join(', ') || `"${items[0] ?? ''}"`
  }]`;
const number = (random: Random) => random.pick([1, 5, 10, 100, 1000]);
const sign = (random: Random) => random.pick(['>', '>=']);

const NAMES: Subject['questions'] = [
  (random) => `operation.target.name == ${text(TABLES)(random)}`,
  (random) => `operation.target.name in ${list(TABLES)(random)}`,
  (random) => `operation.target.name.startsWith(${text(['tmp_', 'audit_', 'a'])(random)})`,
  (random) => `operation.target.name.endsWith(${text(['_log', '_2019', 's'])(random)})`,
  (random) => `operation.target.name.matches(${text(['^(tmp|bak)_', '_old$', '^events_2019$'])(random)})`,
  (random) => `operation.target.schema == ${text(SCHEMAS)(random)}`,
  (random) => `operation.target.schema != ${text(SCHEMAS)(random)}`,
];

const CALLERS: Subject['questions'] = [
  (random) => `has(caller.user) && caller.user == ${text(USERS)(random)}`,
  (random) => `has(file.path) && file.path.startsWith(${text(['db/', 'db/seeds/'])(random)})`,
];

const SUBJECTS: readonly Subject[] = [
  {
    operations: ['select'],
    questions: [
      (random) => `statement.limit ${sign(random)} ${number(random)}`,
      () => '!statement.hasLimit',
      () => 'statement.selectStar',
      () => 'statement.leadingWildcard',
      (random) => `statement.offset ${sign(random)} ${number(random)}`,
      (random) => `statement.joinedTables ${sign(random)} ${random.pick([1, 2, 4])}`,
      (random) => `statement.longestInList ${sign(random)} ${number(random)}`,
      (random) => `${text(TABLES)(random)} in statement.tablesRead`,
      (random) => `statement.tablesRead.exists(t, t.startsWith(${text(['audit_', 'tmp_'])(random)}))`,
      (random) => `statement.tablesRead.exists(t, t in ${list(TABLES)(random)})`,
      (random) => `${text(['pg_sleep', 'sleep'])(random)} in statement.functions`,
      (random) => `!("orders.${random.pick(COLUMNS)}" in statement.pinnedColumns)`,
      (random) => `statement.dialect == ${text(['postgresql', 'mysql'])(random)}`,
    ],
  },
  {
    operations: ['update', 'delete'],
    questions: [
      ...NAMES,
      () => 'operation.filter != "conditional"',
      () => 'operation.filter in ["none", "always_true"]',
      () => 'operation.filter == "none"',
      (random) => `!(${text(COLUMNS)(random)} in operation.pinnedColumns)`,
      () => 'operation.place == "statement"',
      () => 'operation.kind == "delete"',
    ],
  },
  {
    operations: ['drop_table', 'drop_view', 'drop_schema'],
    questions: [
      ...NAMES,
      () => 'operation.cascade',
      () => '!operation.ifExists',
      () => 'operation.kind == "drop_table"',
    ],
  },
  {
    operations: ['drop_table'],
    questions: [...NAMES, () => '!operation.createdHere', () => '!operation.temporary', () => 'operation.cascade'],
  },
  {
    operations: ['create_index'],
    questions: [
      () => '!operation.concurrently',
      () => 'operation.unique',
      () => '!operation.tableCreatedHere',
      () => 'statement.inTransaction',
      (random) => `operation.table == ${text(TABLES)(random)}`,
      () => 'has(statement.serverVersion) && statement.serverVersion >= 160000',
    ],
  },
  {
    operations: ['add_column', 'alter_column_type'],
    questions: [
      ...NAMES,
      () => 'operation.notNull',
      () => '!operation.hasDefault',
      (random) => `operation.dataTypes.exists(t, t in ${list(['json', 'serial', 'timestamp'])(random)})`,
      (random) => `${text(COLUMNS)(random)} in operation.columns`,
      () => '!statement.lockTimeoutSet',
    ],
  },
  {
    operations: ['grant'],
    questions: [
      () => '"public" in operation.grantees',
      () => '"all" in operation.privileges',
      (random) => `operation.privileges.exists(p, p in ${list(['insert', 'update', 'delete'])(random)})`,
      (random) => `operation.grantees.all(g, g != ${text(['public', 'anon'])(random)})`,
      () => 'operation.grantOption',
    ],
  },
  {
    operations: ['insert'],
    questions: [
      ...NAMES,
      (random) => `statement.valuesRows ${sign(random)} ${number(random)}`,
      (random) => `${text(COLUMNS)(random)} in operation.columns`,
      () => 'operation.columns.size() == 0',
    ],
  },
];

interface RuleText {
  readonly operations: readonly string[];
  readonly when: string | undefined;
  readonly verdict: string;
}

function ruleText(id: string, { operations, when, verdict }: RuleText): string {
  const condition = when === undefined ? '' : `    when: ${JSON.stringify(when)}\n`;
  return `  - id: ${id}\n    operations: [${operations.join(', ')}]\n${condition}    verdict: ${verdict}\n    message: m\n`;
}

function fileOf(rules: ReadonlyMap<string, RuleText>, exceptions: readonly string[], packs: string): string {
  const listed = [...rules].map(([id, rule]) => ruleText(id, rule)).join('');
  const exempt = exceptions.length > 0 ? `exceptions:\n${exceptions.join('')}` : '';
  return `version: 1\nextends: [${packs}]\n${listed === '' ? '' : `rules:\n${listed}`}${exempt}`;
}

function exceptionOf(rule: string, when: string, until = '2027-06-30'): string {
  return `  - rule: ${rule}\n    when: ${JSON.stringify(when)}\n    reason: agreed with the team\n    owner: data\n    until: ${until}\n`;
}

/** An edit of a ruleset of one to three rules, by a seed. */
export function generatedEdit(seed: number): Edit {
  const random = new Random(seed);
  const subjects = Array.from({ length: 1 + random.below(3) }, () => random.pick(SUBJECTS));
  const questionOf = ({ questions }: Subject) => `(${random.pick(random.chance(0.15) ? CALLERS : questions)(random)})`;
  const conditionOf = (subject: Subject): string => {
    const parts = Array.from(
      { length: 1 + random.below(3) },
      () => `${random.chance(0.15) ? '!' : ''}${questionOf(subject)}`,
    );
    return parts.join(random.pick([' && ', ' || ']));
  };
  const before = new Map<string, RuleText>(
    subjects.map((subject, at) => [
      `no-${at + 1}`,
      {
        operations: subject.operations,
        when: random.chance(0.9) ? conditionOf(subject) : undefined,
        verdict: random.pick(['block', 'block', 'warn']),
      },
    ]),
  );
  const after = new Map(before);
  const exceptions: [base: string[], head: string[]] = [[], []];
  const at = random.below(subjects.length);
  const id = `no-${at + 1}`;
  const subject = subjects[at] as Subject;
  const rule = before.get(id) as RuleText;
  const change = random.pick([
    'narrow',
    'widen',
    'constant',
    'verdict',
    'operations',
    'remove',
    'add',
    'exception',
    'rewrite',
    'split',
    'condition',
  ] as const);
  switch (change) {
    case 'narrow':
      after.set(id, {
        ...rule,
        when: rule.when === undefined ? conditionOf(subject) : `(${rule.when}) && ${questionOf(subject)}`,
      });
      break;
    case 'widen':
      after.set(id, {
        ...rule,
        when: rule.when === undefined ? undefined : `(${rule.when}) || ${questionOf(subject)}`,
      });
      break;
    case 'constant':
      after.set(id, {
        ...rule,
        when: rule.when?.replace(/\d+/, (found) => String(Number(found) + random.pick([-1, 1, 50]))),
      });
      break;
    case 'verdict':
      after.set(id, { ...rule, verdict: rule.verdict === 'block' ? random.pick(['warn', 'off']) : 'block' });
      break;
    case 'operations': {
      // A condition must not name a kind that the rule no longer has.
      const [, ...fewer] = rule.operations;
      if (fewer.length > 0 && !rule.when?.includes('operation.kind')) after.set(id, { ...rule, operations: fewer });
      break;
    }
    case 'remove':
      after.delete(id);
      break;
    case 'add':
      after.set('no-new', {
        operations: subject.operations,
        when: conditionOf(subject),
        verdict: random.pick(['block', 'warn']),
      });
      break;
    case 'exception':
      exceptions[random.below(2)]?.push(exceptionOf(id, questionOf(subject)));
      break;
    case 'rewrite':
      // The same condition in other words.
      after.set(id, { ...rule, when: rule.when === undefined ? 'true' : `!(!(${rule.when}))` });
      break;
    case 'split': {
      const question = questionOf(subject);
      const own = rule.when === undefined ? '' : `(${rule.when}) && `;
      after.set(id, { ...rule, when: `${own}${question}` });
      after.set('no-rest', { ...rule, when: `${own}!${question}` });
      break;
    }
    case 'condition':
      after.set(id, { ...rule, when: conditionOf(subject) });
      break;
  }
  const packs = random.pick(['', 'querygate:recommended@1', 'querygate:recommended@1, querygate:availability@1']);
  return {
    name: `seed ${seed}: ${change}`,
    base: fileOf(before, exceptions[0], packs),
    head: fileOf(after, exceptions[1], packs),
  };
}
