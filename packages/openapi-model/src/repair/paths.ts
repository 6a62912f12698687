// Paths that are not what OpenAPI has: without a slash, or with parameters in a query.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, renameMember, setMember } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds the paths of a document that have another form; they are renamed, unless the document has the right one as well. */
export function findPaths(document: JsonObject): Repairable[] {
  const paths = memberOf(document, 'paths');
  if (!isJsonObject(paths)) return [];
  return Object.keys(paths)
    .filter((path) => !/^(?:x-|\$ref$|\w+:\/\/)/.test(path))
    .map((path) => (path.startsWith('/') ? findQuery(paths, path) : findMissingSlash(paths, path)))
    .filter((finding) => finding !== undefined);
}

function findMissingSlash(paths: JsonObject, path: string): Repairable | undefined {
  const corrected = `/${path}`;
  if (Object.hasOwn(paths, corrected)) return undefined;
  return {
    rule: 'path-without-slash',
    pointer: appendPointer('#', 'paths', corrected),
    message: `The path ${path} must begin with a slash.`,
    repair: repairText(`Write ${corrected}.`),
    apply: () => renameMember(paths, path, corrected),
  };
}

// A parameter of the query has its value between & and &, so that nothing else is meant.
function findQuery(paths: JsonObject, path: string): Repairable | undefined {
  if (!/\?.*\{/.test(path)) return undefined;
  const [corrected = '', query = ''] = path.split('?', 2);
  const fixed = new Map([...new URLSearchParams(query)]);
  const item = paths[path];
  const areParameters = [...fixed.values()].every(
    (value) => /^\{[^{}]+\}$/.test(value) || !/[{}]/.test(value),
  );
  if (!areParameters || Object.hasOwn(paths, corrected) || !isJsonObject(item)) return undefined;
  return {
    rule: 'query-in-path',
    pointer: appendPointer('#', 'paths', corrected),
    message: `The path ${path} has parameters in a query.`,
    repair: repairText(`Write ${corrected}, and parameters with "in": "query".`),
    apply: () => {
      renameMember(paths, path, corrected);
      declareQuery(item, fixed);
    },
  };
}

function declareQuery(item: JsonObject, query: ReadonlyMap<string, string>): void {
  const lists = [item, ...Object.values(item).filter(isJsonObject)].map((holder) =>
    memberOf(holder, 'parameters'),
  );
  const declared = lists
    .filter((list) => Array.isArray(list))
    .flat()
    .filter(isJsonObject);
  const added: JsonValue[] = [];
  for (const [name, value] of query) {
    const variable = /^\{(.*)\}$/.exec(value)?.[1];
    const matching = declared.filter((parameter) => [name, variable].includes(String(parameter.name)));
    const schema = variable === undefined ? { const: value } : { type: 'string' };
    if (matching.length === 0) added.push({ name, in: 'query', required: true, schema });
    for (const parameter of matching) Object.assign(parameter, { in: 'query', name });
  }
  const parameters = memberOf(item, 'parameters');
  if (added.length > 0)
    setMember(item, 'parameters', [...(Array.isArray(parameters) ? parameters : []), ...added]);
}
