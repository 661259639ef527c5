import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take the better part of a minute: one that began last would run alone, and leave the other processors idle. */
const LONGEST: readonly string[] = [
  'test/browser/screens.test.ts',
  'test/databases/service-store.test.ts',
  'test/server/store/store.test.ts',
  'test/sql/hostile.slow.test.ts',
  'test/entry/server/serve.test.ts',
  'test/e2e/gitlab.test.ts',
  'test/e2e/check-action.test.ts',
  'test/browser/interruptions.test.ts',
  'test/server/http/cells.test.ts',
  'test/server/store/embedded.test.ts',
];

/** Unit tests first, since they fail fastest, then the longest files. No project waits for the end of another. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project, moduleId }: TestSpecification) => {
      if (project.name === 'unit') return -1;
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
