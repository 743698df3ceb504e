import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../domain/error.ts';

// Argon2id with the first choice of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
// A hash takes memory and a thread of Node's pool of four, which files and DNS need as well.
const AT_ONCE_MAX = 2;
const WAITING_MAX = 40;

const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

type Cost = { memory: number; passes: number; parallelism: number };

const argon2id = promisify(argon2);
let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password with a new salt. Resolves with its text for the database, which also says the cost (PHC form). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain64(salt)}$${plain64(hash)}`;
}

/**
 * Returns whether `password` is the one of `kept`, and whether it should be hashed anew because the cost has changed. Takes as long
 * with `kept` null, which is never right: so an answer does not tell whether there is anything to compare with.
 */
export async function verifyPassword(
  password: string,
  kept: string | null,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = FORM.exec(kept ?? '') ?? [];
  if (hash === '') {
    await derive(password, Buffer.alloc(SALT_BYTES), COST);
    return { isRight: false, isOutdated: false };
  }
  const cost: Cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), cost);
  const isRight = found.length === expected.length && timingSafeEqual(found, expected);
  const isOutdated =
    cost.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism;
  return { isRight, isOutdated };
}

async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  await takeTurn();
  try {
    // Systems type the same letter in different forms; the same password must stay the same.
    return await argon2id('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: HASH_BYTES, ...cost });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function takeTurn(): Promise<void> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) {
      const message = 'Too many people sign in at this moment. Try again in a moment.';
      throw new AppError('busy', message, { data: { retry_after: 2 } });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
}

const plain64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
