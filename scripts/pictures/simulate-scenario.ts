// The `simulate` example in the pictures of scripts/pictures/actions.ts: examples/simulate/, as in docs/simulate.md.
import { readFileSync } from 'node:fs';
import { HISTORY_FILE } from '../../src/model/index.ts';
import type { Files } from '../../test/ci/repository.ts';

const EXAMPLE = new URL('../../examples/simulate/', import.meta.url);

function file(path: string): Buffer {
  return readFileSync(new URL(path, EXAMPLE));
}

/** Path of the rule file, as shown in the picture. */
export const RULES_PATH = '.querygate/rules.yml';

/** Last line of the first rule. The small picture shows only that rule. */
export const FIRST_RULE_ENDS = 12;

/** Files of the base branch. */
export const BASE: Files = Object.fromEntries(
  [RULES_PATH, HISTORY_FILE, '.querygate/config.yml', '.querygate/flows.yml'].map((path) => [
    path,
    file(`base/${path}`),
  ]),
);

/** Files that the pull request edits. */
export const CHANGE: Files = { [RULES_PATH]: file(`head/${RULES_PATH}`) };
