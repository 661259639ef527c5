import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take the better part of a minute: one that began last would run alone, and leave the other processors idle. */
const LONGEST: readonly string[] = [
  'test/e2e/check-action.test.ts',
  'test/docs/service.test.ts',
  'test/databases/proxy-bypasses.test.ts',
  'test/server/store/embedded.test.ts',
  'test/e2e/simulate-action.test.ts',
  'test/e2e/service.test.ts',
  'test/databases/service-store.test.ts',
  'test/entry/server/serve.test.ts',
  'test/browser/screens.test.ts',
  'test/sql/hostile.slow.test.ts',
  'test/e2e/check-service.test.ts',
  'test/browser/sign-on.test.ts',
  'test/databases/loop.test.ts',
  'test/docs/library.test.ts',
  'test/server/start.test.ts',
];

/**
 * The quick runs first, which wait for programs; then unit tests, since they fail fastest; then the longest files. No
 * project waits for the end of another.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ project, moduleId }: TestSpecification) => {
      if (moduleId.endsWith('.quick.test.ts')) return -2;
      if (project.name === 'unit') return -1;
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
