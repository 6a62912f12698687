import { ulid } from 'ulid';

const STEPS = 2 ** 32;
/** Drawn in advance; ulid's own source asks the system for each letter, and has 16 of them in an id. */
const drawn = new Uint32Array(1024);
let next = drawn.length;

function random(): number {
  if (next === drawn.length) {
    crypto.getRandomValues(drawn);
    next = 0;
  }
  next += 1;
  return (drawn[next - 1] ?? 0) / STEPS;
}

type Prefix = 'own' | 'key' | 'task' | 'msg' | 'req' | 'usr' | 'inv' | 'rec';

/** Makes an identifier such as `task_01k…`: a prefix and a ULID, so that ids sort by their creation. */
export function createId(prefix: Prefix): string {
  return `${prefix}_${ulid(undefined, random).toLowerCase()}`;
}

/** Reports whether a text has the form of an identifier that `createId` makes. */
export function isId(prefix: Prefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-z]{26}$/.test(text.slice(prefix.length + 1));
}
