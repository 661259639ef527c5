import type { Finding } from '../model/index.ts';
import { fingerprint } from '../rules/index.ts';

/**
 * The finding of a file of which nothing could be judged: `unknown`.
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
    excerpt: '',
    excerptColumn: 1,
    operation: undefined,
    section: '',
    message: `could not be read: ${problem}`,
    help: 'What cannot be read cannot be judged, and is no pass. Mend the file, or leave it out with `ignore` in the configuration.',
    docs: undefined,
    owner: undefined,
    suppressible: false,
    exemption: undefined,
    side: 'both',
    fingerprint: fingerprint({ rule: 'unreadable', path, shape: problem, occurrence: 0 }),
  };
}
