// The change that scripts/render-picture.ts shows of `simulate`: that of examples/simulate/, which docs/simulate.md walks through.
import { readFileSync } from 'node:fs';
import { HISTORY_FILE } from '../src/model/index.ts';
import type { Files } from '../test/ci/repository.ts';

const EXAMPLE = new URL('../examples/simulate/', import.meta.url);

function file(path: string): Buffer {
  return readFileSync(new URL(path, EXAMPLE));
}

/** The rule file's path, which the picture shows. */
export const RULES_PATH = '.querygate/rules.yml';

/** Line on which the first rule ends: as much as fits beside another picture. */
export const FIRST_RULE_ENDS = 12;

/** What the base branch holds. */
export const BASE: Files = Object.fromEntries(
  [RULES_PATH, HISTORY_FILE, '.querygate/config.yml', '.querygate/flows.yml'].map((path) => [
    path,
    file(`base/${path}`),
  ]),
);

/** What the pull request edits. */
export const CHANGE: Files = { [RULES_PATH]: file(`head/${RULES_PATH}`) };
