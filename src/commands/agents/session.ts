import { type CallerFacts, ConfigError, DIALECTS, type Dialect, dayOf, type FileTree } from '../../model/index.ts';
import type { CallerSettings } from '../../model/schemas/index.ts';
import type { Ruleset } from '../../rules/index.ts';
import { explainText } from '../explain.ts';
import { loadConfig, resolveSettings } from '../inputs/config.ts';
import { loadEffective, memoisedReader } from '../inputs/effective-ruleset.ts';
import { type AgentAnswer, type AgentQuery, type JudgedQuery, judgeForAgent } from './judge.ts';
import { type RuleInForce, rulesInForce } from './rules-in-force.ts';

/** What a program gives with its SQL. */
export interface AgentRequest {
  readonly sql: string;
  readonly dialect?: Dialect | undefined;
  readonly caller?: CallerSettings | undefined;
  readonly runBy?: AgentQuery['runBy'];
}

export interface AgentSettings {
  /** The files of the repository, from which the configuration is read. */
  readonly tree: FileTree;
  /** Where the rules are; see `loadEffective`. */
  readonly rules: { readonly tree: FileTree; readonly entry: string | undefined };
  readonly dialect: Dialect | undefined;
  /** Applies where a request names no caller. */
  readonly caller: CallerSettings;
}

/** Judges what one program wants to run, with the rules that were in force at the start. */
export class AgentSession {
  readonly ruleset: Ruleset;
  readonly dialect: Dialect | undefined;
  readonly #caller: CallerSettings;
  readonly #readerOf = memoisedReader();

  /** Raises ConfigError. */
  static async open({ tree, rules, dialect, caller }: AgentSettings): Promise<AgentSession> {
    const ruleset = await loadEffective({ tree: rules.tree, rules: rules.entry });
    return new AgentSession(ruleset, dialect ?? (await configuredDialect(tree)), caller);
  }

  private constructor(ruleset: Ruleset, dialect: Dialect | undefined, caller: CallerSettings) {
    this.ruleset = ruleset;
    this.dialect = dialect;
    this.#caller = caller;
  }

  async check(request: AgentRequest): Promise<AgentAnswer> {
    return (await this.judge(request)).answer;
  }

  /** The answer, and what the SQL does. Raises ConfigError if no dialect is known. */
  async judge(request: AgentRequest): Promise<JudgedQuery> {
    const { sql, runBy } = request;
    const reader = await this.#readerOf(this.#dialectOf(request));
    const given = Object.entries(request.caller ?? {}).filter(([, value]) => value !== undefined);
    const caller = { ...UNKNOWN_CALLER, ...this.#caller, ...Object.fromEntries(given) };
    return judgeForAgent({ sql, caller, runBy }, { ruleset: this.ruleset, reader, today: dayOf(new Date()) });
  }

  /** Raises ConfigError if no dialect is known. */
  async explain(request: AgentRequest): Promise<string> {
    const reader = await this.#readerOf(this.#dialectOf(request));
    return explainText(reader.readTraffic(request.sql), 'sql');
  }

  rules(): readonly RuleInForce[] {
    return rulesInForce(this.ruleset, this.dialect);
  }

  #dialectOf({ dialect = this.dialect }: AgentRequest): Dialect {
    if (dialect === undefined) throw new ConfigError(`name the dialect of the SQL: one of ${DIALECTS.join(', ')}`);
    return dialect;
  }
}

/** Tags are not known either: a program writes any comment. */
const UNKNOWN_CALLER: CallerFacts = {
  user: undefined,
  role: undefined,
  application: undefined,
  database: undefined,
  tags: undefined,
};

async function configuredDialect(tree: FileTree): Promise<Dialect | undefined> {
  const request = { change: undefined, head: tree, event: 'local', today: '', service: {} };
  return resolveSettings(request, (await loadConfig(tree))?.value, undefined).of('-').dialect;
}
