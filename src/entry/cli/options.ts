import { type Command, InvalidArgumentError, Option } from 'commander';
import { DIALECTS, docsPage, REPORT_FORMATS, type ReportOutput, readReportOutput } from '../../model/index.ts';
import { integer } from '../shared/option-values.ts';

export function percent(value: string): number {
  if (!/^\d{1,3}(\.\d+)?$/.test(value) || Number(value) > 100)
    throw new InvalidArgumentError('it must be a number from 0 to 100.');
  return Number(value);
}

export const dialect = (what = 'SQL dialect of the files (default: from the configuration, by path)') =>
  new Option('--dialect <dialect>', what).choices(DIALECTS);
export const rules = () =>
  new Option('--rules <path>', 'ruleset: a file, a folder, or a pack such as querygate:recommended@1');
export const config = () => new Option('--config <path>', 'configuration file (default: .querygate/config.yml)');

export const stdinFilename = () =>
  new Option('--stdin-filename <path>', 'treat standard input as this file: its name selects dialect and settings');

export const format = () =>
  new Option('--format <format>', 'output format').choices(REPORT_FORMATS).default('terminal');
export const output = () =>
  new Option('--output <format=path>', 'also write this format to a file (repeatable)').argParser(readOutput);

function readOutput(value: string, previous: readonly ReportOutput[] = []): readonly ReportOutput[] {
  const read = readReportOutput(value);
  if (typeof read === 'string') throw new InvalidArgumentError(read);
  return [...previous, read];
}

export const debug = () =>
  new Option('--debug', 'print what is read, skipped and asked of git and the service, and how long it takes');

/** The format of a list. */
export const listFormat = () =>
  new Option('--format <format>', 'output format').choices(['terminal', 'json']).default('terminal');

/** Adds the options that select the service. */
export function withService(command: Command): Command {
  return command
    .optionsGroup('Service:')
    .option('--base-url <url>', 'address of the service (environment: SERVICE_BASE_URL)')
    .option('--workspace <id>', 'workspace of the service (environment: SERVICE_WORKSPACE_ID)')
    .option('--identity-token-file <path>', 'identity token of the CI job, instead of an API key (SERVICE_API_KEY)')
    .option('--timeout <seconds>', 'how long to wait for the service (default: 600)', integer());
}

/**
 * Ends the help with an example and a page of the docs.
 *
 * @param example arguments of querygate
 * @param page its path in docs/, without `.md`
 */
export function withExample(command: Command, example: string, page: string): Command {
  return command.addHelpText('after', `\nExample:\n  $ querygate ${example}\n\nDocs: ${docsPage(page)}`);
}
