// What each call takes and returns, as types: all that the dashboard imports of the contract.
import type { z } from 'zod';
import type { CALLS, CallName } from './calls.ts';

type Entry<N extends CallName> = (typeof CALLS)[N];
type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Body of the response to a call. */
export type ResponseOf<N extends CallName> =
  Entry<N> extends { readonly response: infer S extends z.ZodType } ? z.output<S> : undefined;
/** JSON body of a call. */
export type RequestOf<N extends CallName> =
  Entry<N> extends { readonly request: infer S extends z.ZodType } ? z.input<S> : undefined;
/** Query parameters of a call. */
export type QueryOf<N extends CallName> =
  Entry<N> extends { readonly query: infer S extends z.ZodType } ? z.input<S> : undefined;
/** Path parameters of a call. */
export type PathParametersOf<N extends CallName> = Readonly<Record<Names<Entry<N>['path']>, string>>;
