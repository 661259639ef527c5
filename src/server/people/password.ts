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
const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 1000;

/**
 * Raises ConfigError, without any part of the password, if it is too short, too long, or an API key, which must not be
 * used for anything else.
 */
export function checkPassword(password: string): void {
  const characters = [...password].length;
  if (characters < MIN_CHARACTERS)
    throw new ConfigError(`the password has ${characters} characters; choose one of at least ${MIN_CHARACTERS}`);
  if (password.length > MAX_CHARACTERS)
    throw new ConfigError(`the password is too long; choose one of at most ${MAX_CHARACTERS} characters`);
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
 * Whether the password matches the stored hash. Without a stored hash it takes the same time and returns false.
 * Raises ProblemError `unavailable` if too many checks are running.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = (stored ?? dummyHash()).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const wanted = Buffer.from(hash, 'base64');
  if (kind !== 'scrypt' || wanted.length !== HASH_BYTES)
    throw new InternalError('a stored password has an unknown format');
  const found = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(found, wanted) && stored !== undefined;
}

/** A hash with the usual cost that no password matches. */
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

/** Maximum waiting checks; further ones are refused, so that a flood cannot exhaust memory and CPU. */
const MAX_WAITING = 32;
const waiting: (() => void)[] = [];
let running = 0;

async function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  if (running >= CHECKS_AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new ProblemError(
        'unavailable',
        'too many users are signing in right now; try again in a few seconds',
        {},
        5,
      );
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await new Promise((resolve, reject) => {
      // NFKC: different keyboards can send the same password in different Unicode forms.
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
        error ? reject(error) : resolve(hash),
      );
    });
  } finally {
    // Passes the slot to the oldest waiter, or frees it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
