import { type Command, Option } from 'commander';
import { HISTORY_GAPS, HISTORY_SOURCES } from '../../model/index.ts';
import { integer, repeatable } from '../shared/option-values.ts';
import { print } from './command-output.ts';
import type { CollectOptions, MergeOptions, ShowOptions, UsesOptions } from './history.ts';
import { dialect, listFormat, withExample } from './options.ts';

const MAX_VARIANTS = 'maximum number of rows per flow; above it, facts that differ between its calls become unknown';

export function addUses(top: Command): void {
  const uses = top
    .command('uses')
    .description('show which recorded queries use a table or column, how often, by whom and when last')
    .argument('<object>', '`table`, `table.column`, `schema.table` or `schema.table.column`')
    .option('--history <file>', 'a snapshot (default: .querygate/history.jsonl.gz)')
    .addOption(listFormat())
    .addOption(new Option('--json', 'the same as `--format json`').implies({ format: 'json' }));
  withExample(uses, 'uses customers.country', 'removing-columns').action(async (object: string, options: UsesOptions) =>
    print(await (await import('./history.ts')).uses(object, options)),
  );
}

export function addHistory(top: Command): void {
  const history = top
    .command('history')
    .description('export, collect, show and merge histories of the queries that production ran');
  addCollect(history);
  const exportSql = history
    .command('export-sql')
    .description(
      "print the read-only statement that exports what a database records, for the database's own client; without a source, list them",
    )
    .argument('[source]', 'such as pg-stat-statements, mariadb-digest, query-store or clickhouse');
  withExample(exportSql, 'history export-sql pg-stat-statements', 'history-sources').action(
    async (source: string | undefined) => print(await (await import('./history.ts')).exportSql(source)),
  );
  const show = history
    .command('show')
    .description('show what a snapshot holds: time window, sources, largest flows, unreadable and unknown parts')
    .argument('<file>', 'a snapshot')
    .option('--top <n>', 'number of largest flows to list', integer(), 20)
    .addOption(listFormat())
    .addOption(new Option('--json', 'the same as `--format json`').implies({ format: 'json' }));
  withExample(show, 'history show .querygate/history.jsonl.gz --top 50', 'simulate').action(
    async (file: string, options: ShowOptions) => print(await (await import('./history.ts')).show(file, options)),
  );
  const merge = history
    .command('merge')
    .description('merge several snapshots into one')
    .argument('<files...>', 'snapshots to merge')
    .requiredOption('-o, --output <file>', 'snapshot to write')
    .option('--allow-overlap', 'merge even if two snapshots seem to hold the same queries, which then count twice')
    .option('--max-variants <n>', MAX_VARIANTS, integer());
  withExample(merge, 'history merge monday.jsonl.gz tuesday.jsonl.gz -o week.jsonl.gz', 'history-sources').action(
    async (files: string[], options: MergeOptions) => print(await (await import('./history.ts')).merge(files, options)),
  );
}

function addCollect(history: Command): void {
  const collect = history
    .command('collect')
    .description('read logs and exports into a snapshot, with every literal replaced')
    .argument('<logs...>', 'logs or exports, plain or compressed (gzip, zstd), or - for standard input')
    .optionsGroup('Logs:')
    .addOption(
      new Option('--format <kind>', 'format of the logs (default: detected from their content)').choices(
        Object.keys(HISTORY_SOURCES),
      ),
    )
    .addOption(dialect('SQL dialect of logs that do not name it'))
    .option(
      '--log-line-prefix <prefix>',
      'log_line_prefix of a plain-text PostgreSQL log (default: detected from its content)',
    )
    .option(
      '--since <file>',
      'earlier export of the same pg_stat_statements: count only what ran since, on the day of the later one',
    )
    .option(
      '--caller-pattern <name=pattern>',
      'record user, application or database names that match as the pattern, such as "database=tenant_*" (repeatable)',
      repeatable,
    )
    .option(
      '--name-pattern <name=pattern>',
      'tell statements apart regardless of schema, table or role names that match, such as "schema=tenant_*" (repeatable)',
      repeatable,
    )
    .option(
      '--completeness <what>',
      `what the logs hold: every-call, or what they lack: ${Object.keys(HISTORY_GAPS).join(', ')} (repeatable; default: detected)`,
      repeatable,
    )
    .addOption(new Option('--as <what>', 'what ran the statements, if not production: tests').choices(['tests']))
    .option('--allow-overlap', 'count logs even if two of them seem to hold the same statements')
    .optionsGroup('Snapshot:')
    .requiredOption('-o, --output <file>', 'snapshot to write, such as .querygate/history.jsonl.gz')
    .option('--max-variants <n>', `${MAX_VARIANTS} (default: 1000)`, integer())
    .optionsGroup('Resources:')
    .option('--workers <n>', 'number of threads (default: 1 for small logs, else up to 4)', integer())
    .option(
      '--memory <mb>',
      'memory for counting, in megabytes; spills to disk when it is full (default: 256)',
      integer(),
    );
  withExample(collect, 'history collect postgresql.log -o .querygate/history.jsonl.gz', 'history-sources').action(
    async (logs: string[], options: CollectOptions) =>
      print(await (await import('./history.ts')).collect(logs, options)),
  );
}
