import type { Finding } from '../model/index.ts';
import { fingerprint } from '../rules/index.ts';

/**
 * The `unknown` finding of a file that could not be judged at all.
 *
 * @param problem one line, lower case: why, and what to do
 */
export function wholeFileFinding(path: string, problem: string): Finding {
  return {
    rule: 'unreadable',
    verdict: 'unknown',
    status: 'new',
    path,
    location: undefined,
    statementOffset: undefined,
    excerpt: '',
    excerptColumn: 1,
    operation: undefined,
    section: '',
    message: `could not be read: ${problem}`,
    help: 'Fix the file, or skip it with `ignore` in the configuration. A file that cannot be read cannot pass.',
    docs: undefined,
    owner: undefined,
    suppressible: false,
    exemption: undefined,
    acceptedAs: undefined,
    side: 'both',
    fingerprint: fingerprint({ rule: 'unreadable', path, shape: problem, occurrence: 0 }),
  };
}
