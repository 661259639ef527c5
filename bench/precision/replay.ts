import type { Git } from '../../src/ci/git/run.ts';
import type { CheckReport, FileTree, Finding } from '../../src/model/index.ts';
import { type Configured, withConfigured } from './configured.ts';
import type { Engine } from './engine.ts';
import type { Pull } from './pulls.ts';
import { quickGit } from './quick-git.ts';

/** What a check says about one pull request. */
export interface Replayed {
  readonly pull: Pull;
  readonly report: CheckReport;
  /** The tree of the change, to read the statements of findings from. */
  readonly head: FileTree;
}

/**
 * A clone may lack large files that are not SQL. Git reads them to find renames; without them it can still find the
 * files that were moved unchanged.
 */
function openClone({ git }: Engine, clone: string): Git {
  const opened = quickGit(git.openGit(clone));
  return {
    ...opened,
    must: async (args) => {
      const result = await opened.run(args);
      if (result.code === 0) return result.stdout;
      return opened.must(args.map((arg) => (arg === '--find-renames' ? '--find-renames=100%' : arg)));
    },
  };
}

/** Runs `check` on a pull request in this process, as if the configured files were on the base branch. */
export async function replay(engine: Engine, clone: string, pull: Pull, files: Configured): Promise<Replayed> {
  const git = openClone(engine, clone);
  const base = { ok: true, value: pull.base } as const;
  const { change } = await engine.ci.changeOfCommits(git, {
    event: 'pull_request',
    head: pull.head,
    headName: 'head',
    diffBase: base,
    rulesBase: base,
    baseName: 'base',
    fork: false,
    branchedOff: 'at the diff base',
  });
  const head = withConfigured(change.head, files);
  const report = await engine.commands.runCheck({
    change: {
      ...change,
      rulesBase: withConfigured(change.rulesBase, files),
      diffBase: withConfigured(change.diffBase, files),
      head,
    },
    head,
    event: 'pull_request',
    today: '2026-01-01',
    service: {},
  });
  return { pull, report, head };
}

/** Whether the check fails the build. Exit code 5: something could not be decided, which fails by default. */
export function isRed({ exitCode }: CheckReport): boolean {
  return exitCode === 1 || exitCode === 5;
}

/** The findings that count. */
export function newFindings({ findings }: CheckReport): readonly Finding[] {
  return findings.filter(({ status }) => status === 'new');
}
