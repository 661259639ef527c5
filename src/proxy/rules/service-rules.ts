import { join } from 'node:path';
import type { ServiceClient } from '../../client/index.ts';
import type { ActiveRuleset, ProxySettings } from '../../contract/index.ts';
import { ConfigError, ServiceError } from '../../model/index.ts';
import { loadGivenFiles } from '../../rules/index.ts';
import { FaultLog, type Log } from '../log.ts';
import type { ActiveRules, RuleSource } from '../types.ts';
import { readAnswer, saveAnswer } from './saved-answer.ts';

export interface ServiceRulesOptions {
  readonly client: Pick<ServiceClient, 'readRuleset' | 'origin' | 'workspace'>;
  /** An existing folder of the proxy's own; the last answer is stored there. */
  readonly folder: string;
  /** Milliseconds between two polls. Default: 10 seconds. */
  readonly interval?: number | undefined;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly random?: (() => number) | undefined;
}

const DEFAULT_INTERVAL_MS = 10_000;
/** The longest wait between polls of a service that does not answer. */
const MAX_WAIT_MS = 60_000;
/** How often the time of the last confirmation is written to disk. */
const SAVE_MS = 60_000;
const FILE = 'rules.json';

/**
 * The active ruleset of a workspace, polled from the service. If the service is away, the last known rules stay in force,
 * also over a restart, and `age` grows.
 */
export class ServiceRules implements RuleSource {
  /** Settles after the first poll, whether it succeeded or not. */
  readonly polled: Promise<void>;
  readonly #settlePolled: () => void;
  readonly #options: ServiceRulesOptions;
  readonly #path: string;
  readonly #now: () => number;
  readonly #faults: FaultLog;
  #current: ActiveRules | undefined;
  #settings: ProxySettings | undefined;
  /** The answer behind `#current`. */
  #answer: (ActiveRuleset & { readonly proxy: ProxySettings }) | undefined;
  #etag: string | undefined;
  /** The newest answer could not be loaded, so that "unchanged" does not confirm the rules in force. */
  #isRejected = false;
  #confirmedAt: number | undefined;
  #savedAt = 0;
  #saving: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Reads the last known rules from disk and starts to poll. */
  static async open(options: ServiceRulesOptions): Promise<ServiceRules> {
    const rules = new ServiceRules(options);
    await rules.#restore();
    rules.#start();
    return rules;
  }

  private constructor(options: ServiceRulesOptions) {
    this.#options = options;
    this.#path = join(options.folder, FILE);
    this.#now = options.now ?? Date.now;
    this.#faults = new FaultLog(options.log, this.#now);
    const { promise, resolve } = withResolvers();
    this.polled = promise;
    this.#settlePolled = resolve;
  }

  get current(): ActiveRules | undefined {
    return this.#current;
  }

  /** Which texts of queries may be stored: `none` as long as the service has not said so. */
  get queryText(): ProxySettings['queryText'] {
    return this.#settings?.queryText ?? 'none';
  }

  age(now: number): number {
    return this.#confirmedAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - this.#confirmedAt);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#settlePolled();
    // A poll that runs is left to its own deadline, but it does not write any more.
    await this.#saving;
  }

  async #restore(): Promise<void> {
    const { client, log } = this.#options;
    const saved = await readAnswer(this.#path, client);
    if (saved === undefined) return;
    if ('fault' in saved) {
      log('warn', `the saved rules in \`${this.#path}\` are ignored: ${saved.fault}`);
      return;
    }
    // A time in the future means that a clock was wrong, so the age is not known.
    if (saved.confirmedAt <= this.#now()) this.#confirmedAt = saved.confirmedAt;
    this.#settings = saved.answer.proxy;
    if (!(await this.#load(saved.answer))) {
      this.#confirmedAt = undefined;
      return;
    }
    this.#etag = saved.etag;
    this.#savedAt = saved.confirmedAt;
    log('info', `using the saved rules of version ${saved.answer.version} until the service answers`);
  }

  #start(): void {
    void this.#pollOnce().finally(() => {
      this.#settlePolled();
      if (!this.#closed) this.#timer = setTimeout(() => this.#start(), this.#wait());
    });
  }

  /** Milliseconds until the next poll, with jitter, so that many proxies do not poll at the same moment. */
  #wait(): number {
    const { interval = DEFAULT_INTERVAL_MS, random = Math.random } = this.#options;
    const longest = Math.max(interval, MAX_WAIT_MS);
    const wait = Math.min(longest, interval * 2 ** Math.min(this.#failures, 10));
    return wait * (0.8 + 0.4 * random());
  }

  /** Never raises. */
  async #pollOnce(): Promise<void> {
    const { client } = this.#options;
    const requestedAt = this.#now();
    try {
      const answer = await client.readRuleset(this.#etag === undefined ? {} : { ifNoneMatch: this.#etag });
      if (this.#closed) return;
      this.#failures = 0;
      if (answer) await this.#answered(answer, requestedAt);
      else if (!this.#isRejected) await this.#confirmed(requestedAt);
      if (!this.#isRejected) this.#faults.ended('the service answers again; the rules are up to date');
    } catch (error) {
      this.#failures++;
      if (!this.#closed) this.#report(error);
    }
  }

  async #answered(answer: NonNullable<Awaited<ReturnType<ServiceClient['readRuleset']>>>, at: number): Promise<void> {
    const { etag, keyExpires: _, ...active } = answer;
    this.#etag = etag;
    // What may be stored and what may be blocked holds even if the rules do not load.
    this.#settings = active.proxy;
    this.#isRejected = !(await this.#load(active));
    if (!this.#isRejected) {
      await this.#confirmed(at, true);
      return;
    }
    const { mode } = active.proxy;
    if (!this.#current || this.#current.mode === mode) return;
    const { mode: former } = this.#current;
    this.#current = { ...this.#current, mode };
    this.#reportMode(former);
  }

  /** Logs that the workspace set another mode. */
  #reportMode(former: ActiveRules['mode']): void {
    const mode = this.#current?.mode;
    if (former !== undefined && mode !== former)
      this.#options.log('warn', `the mode of the workspace is now ${mode}; it was ${former}`);
  }

  /** Swaps the rules at once. Returns false, and keeps the old ones, if they do not load. */
  async #load(answer: ActiveRuleset & { readonly proxy: ProxySettings }): Promise<boolean> {
    const { log } = this.#options;
    const { version, proxy } = answer;
    try {
      const { hash: known, version: loaded, mode: former } = this.#current ?? {};
      const ruleset = await loadGivenFiles(answer.ruleset);
      if (ruleset.hash !== answer.hash)
        log(
          'warn',
          `the rules of version ${version} judge differently here than in the service: the proxy and the service have different versions; update the older one`,
        );
      this.#current = { ruleset, version, hash: ruleset.hash, mode: proxy.mode };
      this.#answer = answer;
      if (known !== ruleset.hash || loaded !== version)
        log('info', `rules of version ${version} are in force, mode ${proxy.mode}`, { hash: ruleset.hash });
      this.#reportMode(former);
      return true;
    } catch (error) {
      const kept = this.#current
        ? `the rules of version ${this.#current.version} stay in force`
        : 'there are no rules to judge by';
      const why = error instanceof ConfigError ? error.toLine() : String(error);
      this.#faults.failed(
        'error',
        `the rules of version ${version} do not load: ${why}; ${kept}; update the proxy, or activate other rules`,
      );
      return false;
    }
  }

  async #confirmed(at: number, isNew = false): Promise<void> {
    this.#confirmedAt = at;
    if (this.#closed || (!isNew && at - this.#savedAt < SAVE_MS && at >= this.#savedAt)) return;
    this.#saving = this.#save(at);
    await this.#saving;
  }

  /** Never raises. */
  async #save(at: number): Promise<void> {
    if (!this.#answer || this.#etag === undefined) return;
    const { origin, workspace } = this.#options.client;
    try {
      await saveAnswer(this.#path, { origin, workspace, etag: this.#etag, confirmedAt: at, answer: this.#answer });
      this.#savedAt = at;
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      this.#options.log(
        'warn',
        `the rules cannot be saved in \`${this.#path}\` (${code}); after a restart without the service there would be older rules or none`,
      );
    }
  }

  #report(error: unknown): void {
    const { status } = error instanceof ServiceError ? error.details : {};
    const message = error instanceof Error ? error.message : String(error);
    const kept = this.#current
      ? `the rules of version ${this.#current.version} stay in force, and their age grows`
      : 'there are no rules to judge by yet';
    // Messages have the id of the request, which is another one each time.
    const key = message.replace(/ \(request `[^`]*`\)/, '');
    this.#faults.failed(status === 401 || status === 403 ? 'error' : 'warn', `${message}; ${kept}`, key);
  }
}

/** `Promise.withResolvers`, which Node.js 20 does not have. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
