import { chosenNameSchema, HEADERS } from '../../../contract/index.ts';
import { ProblemError } from '../../problems/error.ts';

/** The `Idempotency-Key` of a request, if it has one. Raises ProblemError `field_invalid`. */
export function idempotencyKeyOf({
  header,
}: {
  readonly header: (name: string) => string | undefined;
}): string | undefined {
  const key = header(HEADERS.idempotencyKey);
  if (key !== undefined && !chosenNameSchema.safeParse(key).success)
    throw new ProblemError(
      'field_invalid',
      'the header `Idempotency-Key` must be 1 to 200 visible ASCII characters, and not an API key',
    );
  return key;
}
