/**
 * Hashes passwords with scrypt in libuv's thread pool. One hash takes 16 MB and some 50 ms of a core. The counts that
 * run and wait at once are limited, so that a flood of passwords is refused and delays no other request.
 */
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

const AT_ONCE = 2;
const WAITING = 32;
const RETRY_SECONDS = 2;

/** Refuses an attempt in better-auth's own terms, which its endpoints answer with. */
export function tooManyAttempts(retryAfterSeconds: number): APIError {
  const message = `Too many attempts. Retry after ${retryAfterSeconds} seconds.`;
  return new APIError('TOO_MANY_REQUESTS', { message }, { 'Retry-After': String(retryAfterSeconds) });
}

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(attempt: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

export function createPasswordHashing(): PasswordHashing {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <TResult>(work: () => Promise<TResult>): Promise<TResult> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw tooManyAttempts(RETRY_SECONDS);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (attempt) => inTurn(() => verifyPassword(attempt)),
  };
}
