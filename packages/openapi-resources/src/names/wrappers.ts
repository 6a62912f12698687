// Members that wrap a resource: `{"data": {…}}`, or `{"message": "Created", "store": {…}}` for `/stores/{id}`.
import type { Conventions } from '../conventions/conventions.ts';
import { simplifyName, toSingular } from './words.ts';

/** The members of a body. */
interface BodyMembers {
  names: readonly string[];
  /** The path of the operation, whose segments name its resource. */
  path: string;
  conventions: Conventions;
}

/** Lists the members that may wrap a resource: those of the convention, then one that is named after the resource. */
export function listWrappers({ names, path, conventions }: BodyMembers): string[] {
  const preferred = conventions.list('envelope').filter((name) => names.includes(name));
  const extras = names.filter((name) => conventions.matches('envelope', name) && !preferred.includes(name));
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const things = new Set(segments.map((segment) => toSingular(simplifyName(segment))));
  return [...preferred, ...extras, ...names.filter((name) => things.has(simplifyName(name)))];
}
