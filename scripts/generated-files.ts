// The list of all generated files, with their contents.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { guardPage } from '../bench/guard/page.ts';
import { readResults } from '../bench/guard/results.ts';
import { openApi } from '../src/contract/openapi/index.ts';
import { agentSkill, llmsText } from './agent-files.ts';
import { DOC_BLOCKS, withBlocks } from './doc-blocks.ts';
import { actionYaml, inputsPage, recordActionYaml, simulateActionYaml } from './generate-action.ts';
import { dashboardContract } from './generate-dashboard.ts';
import { factRecords } from './generate-fact-records.ts';
import { gitlabComponent, gitlabPage } from './generate-gitlab.ts';
import { productModule } from './generate-product.ts';
import { renderReportSchema, renderSimulationSchema } from './generate-report-schema.ts';
import { generatedRuleFiles } from './generate-rule-docs.ts';
import { serverHelpModule } from './generate-server-help.ts';
import { packModules } from './packs/pack-modules.ts';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

const packs = await packModules();

/** The text of each generated file, by its path from the repository's root. */
export function generatedFiles(): Map<string, string> {
  const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
  return new Map([
    ['src/model/product.ts', productModule()],
    ['src/entry/cli/server-help.ts', serverHelpModule()],
    ...factRecords(),
    ...packs,
    ['action.yml', actionYaml()],
    ['simulate/action.yml', simulateActionYaml()],
    ['record/action.yml', recordActionYaml()],
    ['docs/inputs.md', inputsPage()],
    // GitLab looks for CI/CD components in this folder.
    ['templates/querygate.yml', gitlabComponent()],
    ['docs/gitlab.md', gitlabPage()],
    ['schemas/report.v1.json', renderReportSchema()],
    ['schemas/simulation.v1.json', renderSimulationSchema()],
    ['docs/openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`],
    ...dashboardContract(),
    ...generatedRuleFiles(),
    ['llms.txt', llmsText()],
    ['skills/querygate/SKILL.md', agentSkill()],
    ['docs/guard.md', guardPage(readResults())],
    ...Object.keys(DOC_BLOCKS).map((path): [string, string] => [path, withBlocks(path, read(path))]),
  ]);
}

/** Files in the folders of generated files that are no longer generated: pages of removed rules. */
export function staleFiles(files: ReadonlyMap<string, string>): readonly string[] {
  return readdirSync(`${ROOT}docs/rules`)
    .map((name) => `docs/rules/${name}`)
    .filter((path) => !files.has(path));
}
