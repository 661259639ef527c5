import type { z } from 'zod';
import type { ApiScope, CALLS, CallName, Role } from '../../contract/index.ts';
import type { Pages } from '../context/pages.ts';
import type { Author, Context } from '../context/types.ts';
import type { Engine } from '../engine/engine.ts';
import type { PasswordPolicy } from '../people/password-policy.ts';
import type { SetUp } from '../people/set-up.ts';
import type { Recorder } from '../queries/recorder.ts';
import type { SignOn } from '../sign-on/sign-on.ts';
import type { ExchangeDeps } from '../trusts/exchange.ts';
import { actorOf, type KeyPrincipal, type Principal, type UserPrincipal } from './principal.ts';

type Entry<N extends CallName> = (typeof CALLS)[N];

/** The principals that the contract allows for a call. */
export type PrincipalOf<N extends CallName> =
  Entry<N> extends { session: 'none' }
    ? undefined
    : Entry<N> extends { scope: ApiScope; roles: readonly Role[] }
      ? KeyPrincipal | UserPrincipal
      : Entry<N> extends { scope: ApiScope | 'any' }
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

/** A request that is authorised and whose body is valid. */
export interface CallRequest<N extends CallName> {
  readonly principal: PrincipalOf<N>;
  readonly body: Body<N>;
  readonly query: Query<N>;
  /** Path parameters, each in its validated format. */
  readonly parameters: Readonly<Record<PathParameterNames<Entry<N>['path']>, string>>;
  /** The body as received. */
  readonly rawBody: Uint8Array;
  readonly requestId: string;
  /**
   * Raises ProblemError if the caller has lost the permission; changes call it inside their transaction
   * (context/types.ts).
   */
  readonly reauthorize: NonNullable<Author['reauthorize']>;
  /** The client's address, as far as it can be known. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

export type CallResponse<N extends CallName> = {
  readonly headers?: Readonly<Record<string, string>> | undefined;
} & (
  | { readonly body: ResponseBody<N> }
  /** The body as JSON text. */
  | { readonly json: string }
  /** The body as JSON Lines, which are written as the client takes them. */
  | { readonly lines: AsyncIterable<string>; readonly filename: string }
  /** The client already has it (304). */
  | { readonly notModified: true }
);

/** What handlers work with. */
export interface HandlerDeps {
  readonly ctx: Context;
  readonly engine: Engine;
  readonly recorder: Recorder;
  /** Called after a simulation was queued. */
  readonly wake: () => void;
  readonly setUp: SetUp;
  /** Origin of the public URL, if it is known. */
  readonly publicOrigin: string | undefined;
  /** The identity provider of single sign-on. */
  readonly signOn: SignOn | undefined;
  readonly passwords: PasswordPolicy;
  readonly pages: Pages;
  /** All data is made up. */
  readonly demo: boolean;
  /** Logs errors of work that continues after the answer. */
  readonly onError: (error: unknown) => void;
  readonly exchange: ExchangeDeps;
}

export type Handler<N extends CallName> = (deps: HandlerDeps, request: CallRequest<N>) => Promise<CallResponse<N>>;

/** One handler per call of the contract; a missing one is a type error. */
export type Handlers = { readonly [N in CallName]: Handler<N> };

/** The author of a change, for its transaction and the audit trail. */
export function authorOf({
  principal,
  requestId,
  reauthorize,
}: { readonly principal: Principal } & Required<Pick<Author, 'requestId' | 'reauthorize'>>): Author {
  return { actor: actorOf(principal), requestId, reauthorize };
}
