import { ulid } from 'ulid';

type Prefix = 'own' | 'key' | 'task' | 'msg';

/** Makes an identifier such as `task_01k…`: a prefix and a ULID, so that ids sort by their creation. */
export function createId(prefix: Prefix): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}

/** Tells whether a text has the form of an identifier that `createId` makes. */
export function isId(prefix: Prefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-z]{26}$/.test(text.slice(prefix.length + 1));
}
