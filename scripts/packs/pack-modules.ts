// Compiles the YAML files of the built-in packs to TypeScript, so that a run with only built-in packs loads neither the
// YAML reader nor the expression language.
import { ConfigError } from '../../src/model/index.ts';
import { parseAgain } from '../../src/rules/cel/engine.ts';
import { ConditionProblem } from '../../src/rules/cel/problem.ts';
import { Mistakes } from '../../src/rules/load/mistakes.ts';
import { formulaText } from './compile-condition.ts';
import { ModuleConstants } from './module-constants.ts';
import { PACK_FILES, type PackFileRule, type ReadText, readPack, readText } from './pack-files.ts';

/** Returns the module of each pack by its path from the repository's root. */
export async function packModules(): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>();
  for (const name of PACK_FILES) modules.set(`src/rules/packs/compiled/${name}.ts`, await packModule(name));
  return modules;
}

/** Returns the module of a pack. Raises ConfigError with the places of everything that packs cannot use. */
export async function packModule(name: string, read: ReadText = readText): Promise<string> {
  const constants = new ModuleConstants();
  const mistakes = new Mistakes();
  const texts = (await readPack(name, read)).map((rule) => mistakes.attempt(() => ruleText(rule, constants)));
  mistakes.throwIfAny();
  const rules = texts.join('');
  const { declarations } = constants;
  const helpers = ['all', 'atom', 'not', 'precompiled', 'some'].filter((helper) =>
    new RegExp(`(?<!\\.)\\b${helper}\\(`).test(rules + declarations),
  );
  return `// Generated from ${name}.yml and the files that it extends, by \`npm run generate\`.
import { ${helpers.join(', ')} } from '../../conditions/precompiled.ts';
import type { PackRule } from '../pack-rule.ts';

${declarations}

export const RULES: readonly PackRule[] = [
${rules}];
`;
}

function ruleText({ rule, written }: PackFileRule, constants: ModuleConstants): string {
  const { id, operations, condition, verdict, message, description, help, suppressible, examples, per, fixes } = rule;
  const when = condition && whenText(condition, written, constants);
  const keys = {
    verdict,
    ...(suppressible ? {} : { suppressible }),
    message: message.text,
    description,
    help,
    ...(fixes.length > 0 ? { fixes } : {}),
    ...(per === 'statement' ? { per } : {}),
    examples,
  };
  const line = ([key, value]: readonly [string, unknown]) => `    ${key}: ${json(value)},\n`;
  return `  {
${Object.entries({ id, operations }).map(line).join('')}${when ?? ''}${Object.entries(keys).map(line).join('')}  },
`;
}

function whenText(
  { text, reads }: NonNullable<PackFileRule['rule']['condition']>,
  { placeInText }: PackFileRule['written'],
  constants: ModuleConstants,
): string {
  try {
    const formula = formulaText(parseAgain(text), constants);
    return `    when: precompiled({
      text: ${json(text)},
      file: ${json(reads.file)},
      formula: ${formula},
    }),
`;
  } catch (error) {
    if (error instanceof ConditionProblem) throw new ConfigError(error.message, placeInText('when', error.offset));
    throw error;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', '\n    ');
}
