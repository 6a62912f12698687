// Verbs in paths: `PUT /stores/update/{id}` and `POST /stores/{id}/delete` are operations of `/stores/{id}`. A segment that is a
// verb does not name a resource.
import type { Method, Operation } from '@keyframe/openapi-model';

const CREATING = /^(?:add|create|insert)$/i;
const READING = /^(?:fetch|get|read|retrieve)$/i;
const UPDATING = /^(?:edit|modify|update)$/i;
const DELETING = /^(?:delete|destroy|remove)$/i;
const VERBS = [CREATING, READING, UPDATING, DELETING];

/** Last segments of lists, `GET /stores/list`, that may name a resource as well. */
export const LISTING_SEGMENTS = ['list', 'all'] as const;

/** Removes the segments of a path that are verbs. */
export function cutVerbs(path: string): string {
  return path
    .split('/')
    .filter((segment) => !VERBS.some((verb) => verb.test(segment)))
    .join('/');
}

/** Finds the method that the operation has in an API without verbs in its paths; undefined if it changes nothing. */
export function findMeantMethod({ method, path }: Pick<Operation, 'method' | 'path'>): Method | undefined {
  const verbs = VERBS.filter((verb) => path.split('/').some((segment) => verb.test(segment)));
  if (verbs.includes(DELETING)) return 'delete';
  if (verbs.includes(CREATING) && method === 'put') return 'post';
  if (verbs.includes(UPDATING) && method === 'post') return 'patch';
  return verbs.includes(READING) && method === 'post' ? undefined : method;
}

/** Whether an operation deletes what its path names. */
export function isDeletion(operation: Pick<Operation, 'method' | 'path'>): boolean {
  return findMeantMethod(operation) === 'delete';
}
