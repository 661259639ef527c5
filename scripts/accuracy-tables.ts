// Generates the blocks of docs/accuracy.md, and a line of each rule's page, from bench/precision/.
import { JUDGED, JUDGED_OF, type Judgement, readJudgements } from '../bench/precision/judgements.ts';
import { percent, share, sum } from '../bench/precision/print.ts';
import { readRepositories } from '../bench/precision/repositories.ts';
import { type RunResult, readResults } from '../bench/precision/results.ts';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

interface Column {
  readonly title: string;
  readonly run: RunResult;
}

/** The kept runs, the newest last. */
function columns(): readonly Column[] {
  const { before, now } = readResults();
  const title = (name: string, { engine, date }: RunResult) => `${name} (${date}, \`${engine.slice(0, 7)}\`)`;
  return [
    ...(before ? [{ title: title('before', before), run: before }] : []),
    ...(now ? [{ title: title('now', now), run: now }] : []),
  ];
}

function latest(): RunResult {
  const last = columns().at(-1);
  if (!last) throw new Error('bench/precision/results.json holds no run: run `npm run bench -- precision`');
  return last.run;
}

const pullsOf = ({ repositories }: RunResult) => sum(repositories, ({ pulls }) => pulls);

/** The share of pull requests that fail or warn, by run, beside squawk. */
export function shareTable(): string {
  const runs = columns();
  const row = (name: string, of: (run: RunResult) => string) => [name, ...runs.map(({ run }) => of(run))];
  const judged = (of: 'red' | 'lock', run: RunResult) => {
    const { deserved, arguable, false: wrong } = run.judged[of];
    const all = deserved + arguable + wrong;
    return all === 0 ? 'not judged' : `${share(deserved, all)}; ${arguable} arguable, ${wrong} false`;
  };
  return table(
    ['', ...runs.map(({ title }) => title)],
    [
      row('pull requests replayed', (run) => String(pullsOf(run))),
      row('fail', (run) =>
        share(
          sum(run.repositories, ({ red }) => red),
          pullsOf(run),
        ),
      ),
      row('failed ones that deserve it, of those judged', (run) => judged('red', run)),
      row('have a warning about locks', (run) =>
        share(
          sum(run.repositories, ({ locks }) => locks),
          pullsOf(run),
        ),
      ),
      row('such warnings that are deserved, of those judged', (run) => judged('lock', run)),
      row('with PostgreSQL files', ({ squawk }) => String(squawk.pulls)),
      row('of these, fail with Querygate', ({ squawk }) => share(squawk.querygateRed, squawk.pulls)),
      row('of these, fail with squawk', ({ squawk }) => share(squawk.red, squawk.pulls)),
      row('of these, Querygate warns about locks', ({ squawk }) => share(squawk.querygateLocks, squawk.pulls)),
      row("of these, squawk's lock rules report one", ({ squawk }) => share(squawk.locks, squawk.pulls)),
      row('of these, both', ({ squawk }) => String(squawk.bothLocks)),
    ],
  );
}

/** The repositories, with their commits and settings. */
export function repositoryTable(): string {
  const { repositories } = latest();
  const listed = new Map(readRepositories().repositories.map((each) => [each.name, each]));
  const rows = repositories.map(({ name, pulls, from, to, checked, red, locks }) => {
    const { commit = '', why = '' } = listed.get(name) ?? {};
    return [
      `[${name}](https://github.com/${name}/tree/${commit})`,
      `\`${commit.slice(0, 10)}\``,
      `${from} to ${to}`,
      String(pulls),
      String(checked),
      `${red} (${percent(red, pulls)})`,
      `${locks} (${percent(locks, pulls)})`,
      why,
    ];
  });
  const head = ['repository', 'commit', 'days', 'replayed', 'with SQL to check', 'fail', 'lock warnings', 'settings'];
  return table(head, rows);
}

/** By rule: in how many pull requests it reported something, and how many fail because of it alone. */
export function ruleTable(): string {
  const { rules, alone } = latest();
  const rows = Object.entries(rules)
    .filter(([, count]) => count > 0)
    .map(([rule, count]) => [`\`${rule}\``, String(count), String(alone[rule] ?? 0)]);
  return table(['rule', 'reported in', 'the only reason of failure in'], rows);
}

/** By squawk's rules about locks: what Querygate says of the same statements. */
export function lockTable(): string {
  const { rules, onlyQuerygate } = latest().squawk;
  const rows = Object.entries(rules).map(([rule, of]) => [
    `\`${rule}\``,
    ...[of.warned, of.exempt + of.down, of['new table'], of.instant, of.other, of.silent].map(String),
  ]);
  const head = [
    "squawk's rule",
    'Querygate warns too',
    'down section or old',
    'new table',
    'instant',
    'other rule',
    'silent',
  ];
  const own = Object.entries(onlyQuerygate).map(([rule, count]) => [`\`${rule}\``, String(count)]);
  return [
    table(head, rows),
    ...(own.length > 0 ? [table(["Querygate's rule", 'statements that squawk does not report'], own)] : []),
  ].join('\n\n');
}

const TITLES = { red: 'Failed pull requests', lock: 'Warnings about locks' } as const;

/** What was judged by hand: how many, the causes of what was not deserved, and each judgement. */
export function judgementText(): string {
  const judgements = readJudgements();
  const parts = JUDGED_OF.flatMap((of) => {
    const own = judgements.filter((each) => each.of === of);
    if (own.length === 0) return [];
    const total = JUDGED.map((name) => `${own.filter(({ verdict }) => verdict === name).length} ${name}`).join(', ');
    const twice = own.filter(({ second }) => second !== undefined);
    const agreed = twice.filter(({ verdict, second }) => verdict === second).length;
    const second = JUDGED.map((name) => `${twice.filter((each) => each.second === name).length} ${name}`).join(', ');
    const agreement =
      twice.length === 0
        ? ''
        : ` A second judge, who saw none of these verdicts, judged ${twice.length} of them: ${second}. The two agree on ${agreed}.`;
    const isTwice = twice.length > 0;
    const list = own.map((judgement) => judgementRow(judgement, isTwice));
    const head = ['where', 'rule', 'verdict', ...(isTwice ? ['second'] : []), 'why'];
    return [`### ${TITLES[of]}\n\n${total}.${agreement}\n\n${table(head, list)}`];
  });
  return parts.length === 0 ? 'Nothing is judged yet.' : parts.join('\n\n');
}

function judgementRow(judgement: Judgement, isTwice: boolean): readonly string[] {
  const { repository, commit, file, line, rule, verdict, second = '', cause, reason } = judgement;
  const place = `${file.split('/').slice(-2).join('/')}:${line}`;
  const address = `https://github.com/${repository}/blob/${commit}/${encodeURI(file)}#L${line}`;
  return [
    `${repository} [${place}](${address})`,
    `\`${rule}\``,
    verdict,
    ...(isTwice ? [second] : []),
    cause ? `${cause}: ${reason}` : reason,
  ];
}

/** Says in how many of the pull requests a rule reported something; empty if it was not in force in the replay. */
export function ruleSentence(id: string): string {
  const { before, now } = readResults();
  const run = now ?? before;
  const count = run?.rules[id];
  if (!run || count === undefined) return '';
  const all = `the ${pullsOf(run)} pull requests of ${run.repositories.length} public repositories that were [replayed](../accuracy.md)`;
  const alone = run.alone[id] ?? 0;
  const only = alone > 0 ? ` In ${alone} of them, it was the only rule that failed the check.` : '';
  return count === 0 ? `It reported nothing in ${all}.` : `It reported something in ${count} of ${all}.${only}`;
}
