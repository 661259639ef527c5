// Generates the tables of docs/comparison.md from bench/peers/results.json and bench/check/results.json.
import { readResults as readCheckResults, type Usage } from '../bench/check/results.ts';
import { readResults, type ToolResult } from '../bench/peers/results.ts';
import { GROUPS, readSamples } from '../bench/peers/statements.ts';

const OWN = 'Querygate';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** pgfence is measured in two versions. */
function label({ name, version }: ToolResult): string {
  return `${name} ${version}`;
}

/** Which programs were run, and how. */
export function versionTable(): string {
  const rows = readResults().tools.map((tool) => [label(tool), tool.source, `\`${tool.command}\``, tool.date]);
  return table(['tool', 'installed from', 'command', 'measured on'], rows);
}

/** What each tool did with the statements. */
export function statementTable(): string {
  const samples = readSamples();
  const of = (group: string) => samples.filter((sample) => sample.group === group).length;
  const rows = readResults().tools.map((tool) => {
    const { dangerous, harmless, locks } = tool;
    const reported = (group: typeof dangerous) => String(Object.keys(group.reported).length);
    const unread = GROUPS.reduce((sum, group) => sum + tool[group].unread.length, 0);
    return [
      label(tool),
      reported(dangerous),
      String(dangerous.failed.length),
      reported(harmless),
      String(harmless.failed.length),
      reported(locks),
      String(unread),
    ];
  });
  const head = [
    'tool',
    `dangerous: reported, of ${of('dangerous')}`,
    'dangerous: job fails',
    `harmless: reported, of ${of('harmless')}`,
    'harmless: job fails',
    `lock hazards: reported, of ${of('locks')}`,
    `not read, of ${samples.length}`,
  ];
  return table(head, rows);
}

/** How many of the migrations each tool could not read. */
export function unreadTable(): string {
  const { migrations: set, tools } = readResults();
  const rows = tools.map((tool) => {
    const { migrations } = tool;
    return [
      label(tool),
      ...(migrations
        ? [migrations.unread, migrations.skipped].map(String)
        : ['not run: reads one file', 'not run: reads one file']),
    ];
  });
  const files = set ? `${set.files} files` : 'no files';
  const about = set
    ? `The files are the \`up.sql\` migrations of ${set.repository} at commit \`${set.commit.slice(0, 12)}\` (${Math.round(set.bytes / 1000)} kB).`
    : '';
  return [table(['tool', `${files}: not read`, `${files}: skipped`], rows), about].join('\n\n').trimEnd();
}

/** What `check` costs by the number and size of the files, on each version of Node.js, beside other programs. */
export function speedTable(): string {
  const { date, nodes, bare, inputs, parts } = readCheckResults();
  const peers = [...new Set(inputs.flatMap((input) => Object.keys(input.peers)))];
  const megabytes = ({ peak }: Usage) => `${Math.round(peak / 2 ** 20)} MB`;
  const rows = inputs.map((input) => [
    input.name,
    ...input.querygate.map(
      (usage, at) =>
        `${usage.cpu.toFixed(2)} s, ${(usage.cpu / (bare[at]?.cpu ?? 1)).toFixed(1)}x bare, ${megabytes(usage)}`,
    ),
    ...peers.map((name) => {
      const usage = input.peers[name];
      const [own] = input.querygate;
      if (usage === null) return 'gives no report';
      return usage && own ? `${(own.cpu / usage.cpu).toFixed(1)}x its CPU (${megabytes(usage)})` : 'not run';
    }),
  ]);
  const versions = nodes.map((version) => `Node.js ${version}`);
  const partRows = [
    ['`node -e 0`', ...bare.map(({ cpu }) => `${cpu.toFixed(2)} s`)],
    ...parts.map(({ name, cpu }) => [name, ...cpu.map((value) => `${value.toFixed(2)} s`)]),
  ];
  return [
    table(['files', ...versions, ...peers], rows),
    'Parts of it. `--version` only loads the code. The package as a library judges the same files several times in one\nprocess; the last time, Node.js has compiled all code.',
    table(['CPU time', ...versions], partRows),
    `Measured on ${date}.`,
  ].join('\n\n');
}

/** What Querygate gets wrong. */
export function ownGaps(): string {
  const own = readResults().tools.find(({ name }) => name === OWN);
  if (!own) throw new Error(`bench/peers/results.json has no tool \`${OWN}\`: run \`npm run bench -- peers\``);
  const samples = readSamples();
  const list = (title: string, found: typeof samples) => [
    `${title}:\n`,
    ...found.map(({ name, why }) => `- ${name}: ${why}`),
  ];
  const reported = (sample: (typeof samples)[number]) => sample.name in own[sample.group].reported;
  const missed = samples.filter((sample) => sample.group === 'dangerous' && !reported(sample));
  const alarms = samples.filter((sample) => sample.group === 'harmless' && reported(sample));
  return [
    ...list('Dangerous statements that Querygate does not report', missed),
    '',
    ...list('Harmless statements that Querygate reports', alarms),
  ].join('\n');
}
