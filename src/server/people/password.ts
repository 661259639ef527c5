import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isApiKey } from '../../contract/index.ts';
import { ConfigError, InternalError } from '../../model/index.ts';
import { ProblemError } from '../problems/error.ts';
import { CHECKS_AT_ONCE, SCRYPT_COST } from './scrypt-cost.ts';

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const HASH_BYTES = 32;
const SALT_BYTES = 16;
const LEAST_CHARACTERS = 12;
const MOST_CHARACTERS = 1000;

/**
 * Raises ConfigError, with nothing of the password, for one that is too short or too long; or that is an API key, which must
 * not open anything but what it is for.
 */
export function checkPassword(password: string): void {
  const characters = [...password].length;
  if (characters < LEAST_CHARACTERS)
    throw new ConfigError(`the password has ${characters} characters; choose one of at least ${LEAST_CHARACTERS}`);
  if (password.length > MOST_CHARACTERS)
    throw new ConfigError(`the password is too long; choose one of at most ${MOST_CHARACTERS} characters`);
  if (isApiKey(password.trim())) throw new ConfigError('the password is an API key; choose another one');
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { N, r, p } = SCRYPT_COST;
  const hash = await derive(password, salt, SCRYPT_COST);
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/**
 * Whether the password is the one that was stored. Without a stored one it takes as long, and is false.
 * Raises ProblemError `unavailable` where too many are being checked.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = (stored ?? dummyHash()).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const wanted = Buffer.from(hash, 'base64');
  if (kind !== 'scrypt' || wanted.length !== HASH_BYTES)
    throw new InternalError('a stored password is of no known form');
  const found = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(found, wanted) && stored !== undefined;
}

/** A hash that costs what every other does, and that no password has. */
function dummyHash(): string {
  const { N, r, p } = SCRYPT_COST;
  return [
    'scrypt',
    N,
    r,
    p,
    Buffer.alloc(SALT_BYTES).toString('base64'),
    Buffer.alloc(HASH_BYTES).toString('base64'),
  ].join('$');
}

/** Checks that wait for their turn; more are refused, so that a flood of them fills neither memory nor time. */
const MOST_WAITING = 32;
const waiting: (() => void)[] = [];
let running = 0;

async function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  if (running >= CHECKS_AT_ONCE) {
    if (waiting.length >= MOST_WAITING)
      throw new ProblemError(
        'unavailable',
        'too many people sign in at this moment; come again in some seconds',
        {},
        5,
      );
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await new Promise((resolve, reject) => {
      // NFKC: the same password from another keyboard may come in another form.
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
        error ? reject(error) : resolve(hash),
      );
    });
  } finally {
    // The turn passes on to who waits longest, and is free only where nobody does.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
