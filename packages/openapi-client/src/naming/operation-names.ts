// Names of functions: operationIds in camel case, without the parts that frameworks append.

import { capitalize } from '@keyframe/openapi-codegen';
import type { Operation } from '@keyframe/openapi-model';

/** The parts of an operation that decide its name. */
export interface NamedOperation extends Pick<Operation, 'id' | 'method' | 'path'> {
  /** Whether the document has the id; otherwise it is composed of method and path. */
  isWritten: boolean;
}

/** Names operations, in their order. A name that two of them would share is written out in full. */
export function nameOperations(operations: readonly NamedOperation[]): string[] {
  const names = operations.map((operation) => {
    const full = operation.isWritten ? toCamelCase(operation.id) : namePath(operation);
    return { full, short: operation.isWritten ? toCamelCase(removeOrigin(operation)) : full };
  });
  const counts = new Map<string, number>();
  for (const { full, short } of names)
    for (const name of new Set([full, short])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map(({ full, short }) => (counts.get(short) === 1 ? short : full));
}

// FastAPI appends path and method to the name of the function, and NestJS prepends the name of the controller.
function removeOrigin({ id, method, path }: NamedOperation): string {
  const suffix = `${path.replaceAll(/\W/g, '_')}_${method}`;
  const isAppended = id.endsWith(suffix) && id.length > suffix.length;
  const name = isAppended ? id.slice(0, -suffix.length) : id;
  return name.replace(/^\w+Controller[._](?=\w)/, '');
}

// `GET /pets/{petId}/photos` -> `getPetsByPetIdPhotos`
function namePath({ method, path }: NamedOperation): string {
  const words = path.split(/[/.#]/).map((segment) => segment.replaceAll(/\{([^}]*)\}/g, ' by $1 '));
  const name = toCamelCase([method.toLowerCase(), ...words].join(' '));
  return name === method.toLowerCase() ? `${name}Root` : name;
}

/** Writes a text in camel case: `repos/get-all`, `repos_get_all` and `ReposGetAll` are `reposGetAll`. */
function toCamelCase(text: string): string {
  const isUpperCase = !/\p{Ll}/u.test(text);
  const words = text.split(/[^\p{L}\p{N}$]+/u).filter((word) => word !== '');
  const [first = '', ...others] = words.map((word) => (isUpperCase ? word.toLowerCase() : word));
  // `APIList` -> `apiList`, `ListTasks` -> `listTasks`
  const start = first.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll}|$)|^\p{Lu}/u, (letters) => letters.toLowerCase());
  return start + others.map(capitalize).join('');
}

/** Shortens the name of a function in the module of its tag: `issuesList` and `listIssues` are `list` in `issues`. */
export function shortenName(name: string, tag: string): string | undefined {
  const [words, tagWords] = [splitWords(name), splitWords(tag)];
  const matches = (from: number) => tagWords.every((word, index) => isSame(word, words[from + index] ?? ''));
  const end = words.length - tagWords.length;
  if (end < 1) return undefined;
  const kept = matches(0) ? words.slice(tagWords.length) : matches(end) ? words.slice(0, end) : [];
  return kept.length === 0 ? undefined : toCamelCase(kept.join(' '));
}

function splitWords(name: string): string[] {
  return name.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

function isSame(left: string, right: string): boolean {
  return toSingular(left) === toSingular(right);
}

function toSingular(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
}
