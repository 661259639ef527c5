import { containsSecret, HEADERS } from '../../../contract/index.ts';
import { ProblemError } from '../../problems/error.ts';

/** Visible ASCII: any UUID or other unique name. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The `Idempotency-Key` of a request, if it has one. Raises ProblemError `field_invalid`. */
export function idempotencyKeyOf({
  header,
}: {
  readonly header: (name: string) => string | undefined;
}): string | undefined {
  const key = header(HEADERS.idempotencyKey);
  if (key !== undefined && (!IDEMPOTENCY_KEY.test(key) || containsSecret(key)))
    throw new ProblemError(
      'field_invalid',
      'the header `Idempotency-Key` must be 1 to 200 visible ASCII characters, and not an API key',
    );
  return key;
}
