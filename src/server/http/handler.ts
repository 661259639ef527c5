import type { z } from 'zod';
import type { ApiScope, CALLS, CallName, Role } from '../../contract/index.ts';
import type { By, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import type { Recorder } from '../queries/recorder.ts';
import { actorOf, type KeyHolder, type Known, type Person } from './known.ts';

type Entry<N extends CallName> = (typeof CALLS)[N];

/** Who makes the call, as far as the contract lets anybody make it. */
export type Who<N extends CallName> =
  Entry<N> extends { session: 'none' }
    ? undefined
    : Entry<N> extends { scope: ApiScope; roles: readonly Role[] }
      ? KeyHolder | Person
      : Entry<N> extends { scope: ApiScope }
        ? KeyHolder
        : Person;

type Body<N extends CallName> =
  Entry<N> extends { request: infer Request }
    ? Request extends z.ZodType
      ? z.output<Request>
      : Uint8Array
    : undefined;

type Query<N extends CallName> =
  Entry<N> extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

type ResponseBody<N extends CallName> =
  Entry<N> extends { response: infer Schema extends z.ZodType } ? Frozen<z.input<Schema>> : undefined;

/** A call that may be made and whose body fits the contract. */
export interface Asked<N extends CallName> {
  readonly who: Who<N>;
  readonly body: Body<N>;
  readonly query: Query<N>;
  /** Of the path. Each has the form that its name asks for. */
  readonly parameters: Readonly<Record<NamesIn<Entry<N>['path']>, string>>;
  /** The body as it came. */
  readonly raw: Uint8Array;
  readonly requestId: string;
  /** Raises ProblemError where who asks may not make the call any more; a change asks it in its transaction (context.ts). */
  readonly allowed: NonNullable<By['allowed']>;
  /** Where the request comes from, as far as it can be known. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

export type Answer<N extends CallName> = {
  readonly headers?: Readonly<Record<string, string>> | undefined;
} & (
  | { readonly body: ResponseBody<N> }
  /** The body as it is sent. */
  | { readonly json: string }
  /** The client has it already (304). */
  | { readonly notModified: true }
);

/** What handlers work with. */
export interface HandlerDeps {
  readonly ctx: Context;
  readonly engine: Engine;
  readonly recorder: Recorder;
  /** Called when a simulation was queued. */
  readonly wake: () => void;
}

export type Handler<N extends CallName> = (deps: HandlerDeps, asked: Asked<N>) => Promise<Answer<N>>;

/** One handler for each call of the contract: one that is missing is an error of types. */
export type Handlers = { readonly [N in CallName]: Handler<N> };

/** Who makes a change, for its transaction and for the audit trail. */
export function byOf({
  who,
  requestId,
  allowed,
}: { readonly who: Known } & Required<Pick<By, 'requestId' | 'allowed'>>): By {
  return { actor: actorOf(who), requestId, allowed };
}
