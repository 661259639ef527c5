import type { RuleText } from '../../contract/index.ts';
import type { Context } from '../context/types.ts';
import { type Engine, EngineRefusal, type RulePlace } from '../engine/engine.ts';
import { ProblemError } from '../problems/error.ts';
import { engineRuleset } from './active.ts';
import { readRulesetVersion } from './versions.ts';

/** Lines of an excerpt, and characters of a line. */
const MAX_LINES = 12;
const MAX_LINE = 300;
const LINE_END = /\r\n|\r|\n/;

/**
 * Rules as a version of the ruleset has them, each with the lines of its file. Empty if the version is gone or is one
 * that this version of the service no longer loads.
 */
export async function ruleTexts(
  ctx: Context,
  engine: Pick<Engine, 'rulePlaces'>,
  workspace: string,
  version: number | undefined,
  rules: readonly string[],
): Promise<RuleText[]> {
  if (version === undefined || rules.length === 0) return [];
  try {
    const ruleset = await readRulesetVersion(ctx, workspace, version);
    const places = await engine.rulePlaces(engineRuleset(ruleset), rules);
    const files = new Map(ruleset.ruleset.files.map(({ path, text }) => [path, text]));
    return places.map((place) => textOf(place, version, files));
  } catch (error) {
    const gone = error instanceof ProblemError && error.code === 'version_not_found';
    if (gone || error instanceof EngineRefusal) return [];
    throw error;
  }
}

/** A rule with its lines in the files of a version of the ruleset. */
export function textOf(
  { definedAt, decidedAt, ...rule }: RulePlace,
  ruleset: number,
  files: ReadonlyMap<string, string>,
): RuleText {
  const text = files.get(decidedAt.file);
  const { line, column = 1 } = decidedAt;
  if (text === undefined || line === undefined) return { ...rule, ruleset, place: undefined, excerpt: undefined };
  const first = definedAt.file === decidedAt.file ? definedAt.line : undefined;
  return { ...rule, ruleset, place: { file: decidedAt.file, line, column }, excerpt: excerptOf(text, first, line) };
}

/** The lines of the rule: from its beginning, if that is near, to the next line that is not indented below it. */
function excerptOf(text: string, first: number | undefined, decided: number): RuleText['excerpt'] {
  const lines = text.split(LINE_END);
  const start = first !== undefined && first <= decided && decided - first < MAX_LINES - 2 ? first : decided;
  const indent = indentOf(lines[start - 1] ?? '');
  let end = start;
  while (end < lines.length && end - start + 1 < MAX_LINES) {
    const next = lines[end] ?? '';
    if (end >= decided && (next.trim() === '' || indentOf(next) <= indent)) break;
    end++;
  }
  return { firstLine: start, lines: lines.slice(start - 1, end).map((line) => line.slice(0, MAX_LINE)) };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
