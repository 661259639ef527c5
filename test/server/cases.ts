import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RulesetFiles, SimulateRequest } from '../../src/contract/index.ts';
import type { CheckReport, Dialect, MigrationTool, SimulationReport } from '../../src/model/index.ts';
import type { CallerSettings } from '../../src/model/schemas/index.ts';
import type { EngineFile } from '../../src/server/engine/engine.ts';
import { BASE_COMMIT, checkPull, type Files, HEAD_COMMIT } from '../commands/build.ts';
import { simulatePull } from '../commands/simulate/build.ts';

// Cases for which the embedded engine and the service must give the same result; each runs the embedded one.

const RULES = '.querygate/rules.yml';
const FLOWS = '.querygate/flows.yml';
const CONFIG = '.querygate/config.yml';
const HISTORY = '.querygate/history.jsonl.gz';

/** Rule files, or the text of the default rule file. */
export type Rules = string | Readonly<Record<string, string>> | undefined;

function ruleFiles(rules: Rules): Readonly<Record<string, string>> {
  return rules === undefined ? {} : typeof rules === 'string' ? { [RULES]: rules } : rules;
}

/** The files in the form that a client sends. */
export function sentRules(rules: Rules, commit: string): RulesetFiles {
  return { commit, files: Object.entries(ruleFiles(rules)).map(([path, text]) => ({ path, text })) };
}

export interface SimulationCase {
  readonly name: string;
  readonly active: Rules;
  readonly head: Rules;
  /** A snapshot, gzip. */
  readonly history: Uint8Array;
  readonly flows?: { readonly base?: string; readonly head?: string };
  /** The `simulate` section of the configuration in force. */
  readonly settings?: NonNullable<SimulateRequest['settings']>;
  readonly dialect?: Dialect;
}

/** The request to the service. */
export function simulateRequestOf(
  workspace: string,
  { head, flows, settings, dialect }: SimulationCase,
): SimulateRequest {
  const file = (side: 'base' | 'head') =>
    flows?.[side] === undefined ? {} : { [side]: { path: FLOWS, text: flows[side] } };
  return {
    workspace,
    head: sentRules(head, HEAD_COMMIT),
    ...(flows && { flows: { ...file('base'), ...file('head') } }),
    ...(settings && { settings }),
    ...(dialect && { dialect }),
  };
}

/** The result of the embedded engine or, with settings for it, of the service. */
export function simulateEmbedded(
  one: SimulationCase,
  asked: Parameters<typeof simulatePull>[2] = {},
): Promise<SimulationReport> {
  const { active, head, history, flows, settings, dialect } = one;
  // JSON is YAML.
  const config = JSON.stringify({ version: 1, ...(dialect && { dialect }), ...(settings && { simulate: settings }) });
  const side = (rules: Rules, declared: string | undefined): Files => ({
    [CONFIG]: config,
    [HISTORY]: history,
    ...ruleFiles(rules),
    ...(declared !== undefined && { [FLOWS]: declared }),
  });
  return simulatePull(side(active, flows?.base), side(head, flows?.head), asked);
}

export interface DryRunCase {
  readonly name: string;
  readonly active: Rules;
  /** The rules edited by the change. */
  readonly edited?: Rules;
  /** SQL by path; `before` if the change modifies the file. */
  readonly files: Readonly<Record<string, { readonly after: string; readonly before?: string }>>;
  /** What the client sends about a file; by path. */
  readonly contexts?: Readonly<Record<string, EngineFile['context']>>;
  readonly dialect?: Dialect;
  readonly tool?: MigrationTool;
  readonly caller?: CallerSettings;
  readonly failOn?: 'block' | 'warn';
  readonly suppressions?: 'on' | 'off' | 'fail-on-new';
  readonly maxExemptionDays?: number;
  readonly baseline?: readonly string[];
}

/** The result of the embedded engine or, with settings for it, of the service. */
export function checkEmbedded(one: DryRunCase, asked: Parameters<typeof checkPull>[2] = {}): Promise<CheckReport> {
  const { active, edited, files, dialect = 'postgresql', tool, caller } = one;
  const config = JSON.stringify({
    version: 1,
    dialect,
    ...(one.suppressions && { suppressions: one.suppressions }),
    ...(one.maxExemptionDays && { 'max-exemption-days': one.maxExemptionDays }),
    ...(one.failOn && { 'fail-on': one.failOn }),
    ...((tool || caller) && { files: [{ paths: ['**'], ...(tool && { tool }), ...(caller && { caller }) }] }),
  });
  const baseline = one.baseline && {
    '.querygate/baseline.json': JSON.stringify({
      version: 1,
      findings: one.baseline.map((fingerprint) => ({ fingerprint, rule: 'r', path: 'p' })),
    }),
  };
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const [path, text] of Object.entries(files)) {
    if (text.before !== undefined) before[path] = text.before;
    after[path] = text.after;
  }
  const own = { [CONFIG]: config, ...baseline };
  return checkPull(
    { ...own, ...ruleFiles(active), ...before },
    { ...own, ...ruleFiles(edited ?? active), ...after },
    asked,
  );
}

/** The commits of both sides, as named by the embedded engine. */
export const COMMITS = { base: BASE_COMMIT, head: HEAD_COMMIT };

/** The example files of the repository. */
export function exampleFiles(folder: string): DryRunCase['files'] {
  const root = join(import.meta.dirname, '../../examples', folder);
  const names = readdirSync(root).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    names.map((name) => [`${folder}/${name}`, { after: readFileSync(join(root, name), 'utf8') }]),
  );
}
