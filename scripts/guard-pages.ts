// The generated blocks of the pages of packs with parameters.
import { GUARD_PACKS, type GuardPack } from '../src/rules/index.ts';

/** Their blocks, by the path of the page. */
export function guardBlocks(): Readonly<Record<string, Readonly<Record<string, () => string>>>> {
  const packs = [...GUARD_PACKS.values()];
  return Object.fromEntries(
    packs.map((pack) => [
      `docs/${pack.docs}.md`,
      { parameters: () => parameterTable(pack), rules: () => ruleTable(pack) },
    ]),
  );
}

function parameterTable({ parameters }: GuardPack): string {
  const rows = Object.entries(parameters).map(
    ([name, { required, example, description }]) =>
      `| \`${name}\` | ${required ? 'yes' : 'no'} | ${description} | \`${example}\` |`,
  );
  return ['| parameter | required | what it is | such as |', '|---|---|---|---|', ...rows].join('\n');
}

function ruleTable(pack: GuardPack): string {
  const parts = pack.rules(pack.exampleValues).map(({ id, description, help, examples }) => {
    const block = examples.flatMap((set) => set.block ?? []).map((sql) => `- \`${sql}\``);
    const pass = examples.flatMap((set) => set.pass ?? []).map((sql) => `- \`${sql}\``);
    const allowed = pass.length === 0 ? [] : ['', 'It allows:', '', ...pass];
    return [`### ${id}`, '', `${description} ${help.default}`, '', 'It blocks:', '', ...block, ...allowed].join('\n');
  });
  return parts.join('\n\n');
}
