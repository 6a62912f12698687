import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';

const STEPS = 2 ** 32;
/** Node draws these in advance, by the kilobyte; ulid's own source asks the system for each letter. */
const random = () => randomInt(STEPS) / STEPS;

type Prefix = 'own' | 'key' | 'task' | 'msg' | 'req' | 'usr' | 'inv' | 'rec';

/** Makes an identifier such as `task_01k…`: a prefix and a ULID, so that ids sort by their creation. */
export function createId(prefix: Prefix): string {
  return `${prefix}_${ulid(undefined, random).toLowerCase()}`;
}

/** Reports whether a text has the form of an identifier that `createId` makes. */
export function isId(prefix: Prefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-z]{26}$/.test(text.slice(prefix.length + 1));
}
