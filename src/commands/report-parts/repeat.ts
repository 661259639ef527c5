import { type Change, type ClientSource, INSTALLED } from '../../model/index.ts';
import type { CheckRequest, ServiceSettings } from '../inputs/check-request.ts';
import type { SimulateRequest } from '../inputs/simulate-request.ts';

/**
 * The commands that give the same result in a checkout of the change, one a line: they fetch the base and the client,
 * and run it. Undefined for a local run.
 *
 * @param inService whether the service judges; the user who repeats the command sets their own key in the environment
 */
export function repeatCommand(request: CheckRequest, inService: boolean): string | undefined {
  const { change } = request;
  if (request.event === 'local') return undefined;
  const base = baseOf(change);
  const parts = ['check', ...sinceBase(change, base)];
  if (request.dialect) parts.push('--dialect', request.dialect);
  if (request.rules) parts.push('--rules', quote(request.rules));
  if (request.config) parts.push('--config', quote(request.config));
  if (request.failOn) parts.push('--fail-on', request.failOn);
  if (request.onUnknown) parts.push('--on-unknown', request.onUnknown);
  if (request.findings) parts.push('--findings', request.findings);
  for (const { name } of request.recordings ?? []) parts.push('--recording', quote(name));
  if (request.startAfter !== undefined) parts.push('--start-after', quote(request.startAfter));
  for (const glob of request.ignore ?? []) parts.push('--ignore', quote(glob));
  for (const [key, value] of Object.entries(request.caller ?? {}))
    if (typeof value === 'string') parts.push('--caller', quote(`${key}=${value}`));
  if (inService) parts.push(...serviceOptions(request.service));
  if (request.paths) parts.push('--', ...request.paths.map(quote));
  return commandLines(request.source, base, parts);
}

/** Never the key, and no part of the address that could be a secret. */
function serviceOptions({ baseUrl = '', workspace }: ServiceSettings): readonly string[] {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  return [
    ...(url ? ['--base-url', quote(`${url.origin}${url.pathname.replace(/\/+$/, '')}`)] : []),
    ...(workspace ? ['--workspace', quote(workspace)] : []),
  ];
}

/** The same for a simulation. A history that an earlier step restored has to be there. */
export function repeatSimulation(request: SimulateRequest, inService: boolean): string | undefined {
  const { change, limits } = request;
  if (request.event === 'local') return undefined;
  const base = baseOf(change);
  const parts = ['simulate', ...sinceBase(change, base)];
  if (request.dialect) parts.push('--dialect', request.dialect);
  if (request.rules) parts.push('--rules', quote(request.rules));
  if (request.config) parts.push('--config', quote(request.config));
  for (const path of request.history ?? []) parts.push('--history', quote(path));
  for (const [key, value] of Object.entries(limits)) {
    const name = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) parts.push(name);
    else if (value !== undefined && value !== false) parts.push(name, String(value));
  }
  if (inService) parts.push(...serviceOptions(request.service));
  return commandLines(request.source, base, parts);
}

function baseOf(change: Change | undefined): string | undefined {
  return change && 'commit' in change.rulesBase ? change.rulesBase.commit : undefined;
}

function sinceBase(change: Change | undefined, base: string | undefined): readonly string[] {
  return change ? ['--since', base ?? '<base>'] : [];
}

function commandLines(source: ClientSource = INSTALLED, base: string | undefined, parts: readonly string[]): string {
  const fetch = base === undefined ? [] : [`git fetch --quiet origin ${base}`];
  // Joined by `&&`: without the right client, nothing runs.
  const steps = [...fetch, ...source.install, [source.command, ...parts].join(' ')];
  const note = source === INSTALLED ? ['# the command `querygate`: docs/client.md says how to install it'] : [];
  return [...note, steps.join(' &&\n')].join('\n');
}

/** Quotes for a shell: names come from the pull request, and each must stay one word. */
function quote(word: string): string {
  return /^[\w./@:=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
