import type { CheckRequest } from './check-request.ts';

/** The command that gives the same result in a checkout of the change; undefined for a local run. */
export function repeatCommand(request: CheckRequest): string | undefined {
  const { change } = request;
  if (request.event === 'local') return undefined;
  const parts = ['querygate', 'check'];
  if (change) {
    const base = 'commit' in change.rulesBase ? change.rulesBase.commit : undefined;
    parts.push('--since', base ?? '<base>');
  }
  if (request.dialect) parts.push('--dialect', request.dialect);
  if (request.rules) parts.push('--rules', quote(request.rules));
  if (request.config) parts.push('--config', quote(request.config));
  if (request.failOn) parts.push('--fail-on', request.failOn);
  if (request.onUnknown) parts.push('--on-unknown', request.onUnknown);
  if (request.findings) parts.push('--findings', request.findings);
  for (const glob of request.ignore ?? []) parts.push('--ignore', quote(glob));
  if (request.paths) parts.push('--', ...request.paths.map(quote));
  return parts.join(' ');
}

/** For a shell: a name that a stranger chose must stay one word. */
function quote(word: string): string {
  return /^[\w./@:=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
