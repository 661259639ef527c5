import { compareText } from '../../model/index.ts';

/**
 * The category of this step's SARIF report. GitHub replaces an earlier analysis of the same category, so it names the
 * workflow, the job, the step and the matrix entry, which stay the same from run to run.
 *
 * @param matrix the job's matrix entry as JSON
 * @param what the Action
 */
export function analysisCategory(env: NodeJS.ProcessEnv, matrix: string | undefined, what: string): string {
  const place = [env['GITHUB_WORKFLOW'], env['GITHUB_JOB'], env['GITHUB_ACTION']];
  const parts = ['querygate', what, ...place, ...matrixParts(matrix)];
  return parts.filter((part) => part !== undefined && part !== '').join('/');
}

function matrixParts(matrix = ''): readonly string[] {
  let entry: unknown;
  try {
    entry = JSON.parse(matrix);
  } catch {
    // The input can be set by hand.
    return [matrix];
  }
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.entries(entry)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${name}:${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
}
