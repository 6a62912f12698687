/**
 * Rejects control characters and lone surrogates in what is sent to better-auth: PostgreSQL cannot store all of them, and
 * better-auth would print the failed statement with them. The document's patterns do the same for the operations of the console.
 */
import type { MiddlewareHandler } from 'hono';
import { invalidRequest } from '../api/errors.ts';

const HOSTILE = /[\p{Cc}\p{Cs}]/u;

export const refuseControlCharacters: MiddlewareHandler = async ({ req }, next) => {
  const { pathname, search } = new URL(req.url);
  if (isHostile(decode(pathname)) || isHostile(decode(search))) throw refusal('The address');
  const body = await req.text();
  if (body !== '' && isHostile(parse(body))) throw refusal('The body');
  await next();
};

function refusal(part: string) {
  return invalidRequest(`${part} must be valid, and free of control characters.`);
}

/** Searches a text, or the members of an object or array and their names. Undefined, for what is malformed, is hostile. */
function isHostile(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'string') return HOSTILE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => HOSTILE.test(name) || isHostile(member));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
