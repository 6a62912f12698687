import { ulid } from 'ulid';

/** Makes an identifier such as `task_01k…`: a prefix and a ULID, so that ids sort by their creation. */
export function createId(prefix: 'own' | 'key' | 'task' | 'msg'): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}
