import type { z } from 'zod';
import type { ApiScope, CALLS, CallName, Role } from '../../contract/index.ts';
import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import type { Recorder } from '../queries/recorder.ts';
import { actorOf, type KeyPrincipal, type Principal, type UserPrincipal } from './principal.ts';

type Entry<N extends CallName> = (typeof CALLS)[N];

/** Who makes the call, as far as the contract lets anybody make it. */
export type PrincipalOf<N extends CallName> =
  Entry<N> extends { session: 'none' }
    ? undefined
    : Entry<N> extends { scope: ApiScope; roles: readonly Role[] }
      ? KeyPrincipal | UserPrincipal
      : Entry<N> extends { scope: ApiScope }
        ? KeyPrincipal
        : UserPrincipal;

type Body<N extends CallName> =
  Entry<N> extends { request: infer Request }
    ? Request extends z.ZodType
      ? z.output<Request>
      : Uint8Array
    : undefined;

type Query<N extends CallName> =
  Entry<N> extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

type ResponseBody<N extends CallName> =
  Entry<N> extends { response: infer Schema extends z.ZodType } ? DeepReadonly<z.input<Schema>> : undefined;

/** A call that may be made and whose body fits the contract. */
export interface CallRequest<N extends CallName> {
  readonly principal: PrincipalOf<N>;
  readonly body: Body<N>;
  readonly query: Query<N>;
  /** Of the path. Each has the form that its name asks for. */
  readonly parameters: Readonly<Record<PathParameterNames<Entry<N>['path']>, string>>;
  /** The body as it came. */
  readonly rawBody: Uint8Array;
  readonly requestId: string;
  /** Raises ProblemError where who asks may not make the call any more; a change asks it in its transaction (context.ts). */
  readonly reauthorize: NonNullable<Author['reauthorize']>;
  /** Where the request comes from, as far as it can be known. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

export type CallResponse<N extends CallName> = {
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

export type Handler<N extends CallName> = (deps: HandlerDeps, asked: CallRequest<N>) => Promise<CallResponse<N>>;

/** One handler for each call of the contract: one that is missing is an error of types. */
export type Handlers = { readonly [N in CallName]: Handler<N> };

/** Who makes a change, for its transaction and for the audit trail. */
export function authorOf({
  principal,
  requestId,
  reauthorize,
}: { readonly principal: Principal } & Required<Pick<Author, 'requestId' | 'reauthorize'>>): Author {
  return { actor: actorOf(principal), requestId, reauthorize };
}
