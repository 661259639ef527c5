import { ConfigError, type Finding, type Fix } from '../../model/index.ts';
import { runCheck } from '../check/run.ts';
import { type EditorDocument, withText } from './check-document.ts';

/** SQL to write instead of what a finding of a document reports. */
interface DocumentFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/**
 * The fixes of the findings of a document, as `querygate check <file> --fix` finds them. None where rules or settings cannot be
 * read.
 *
 * @param today `YYYY-MM-DD`, UTC
 */
export async function documentFixes(document: EditorDocument, today: string): Promise<readonly DocumentFix[]> {
  const head = withText(document);
  const request = {
    change: undefined,
    head,
    event: 'local',
    today,
    paths: [document.path],
    rewrite: true,
    service: {},
  };
  try {
    const { findings } = await runCheck(request);
    return findings.flatMap((finding) => (finding.fix ? [{ finding, fix: finding.fix }] : []));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [];
  }
}
