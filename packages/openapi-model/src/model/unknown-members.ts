// Members that the version of a document does not define, and that therefore have no effect.
import type { JsonObject } from '../json.ts';
import { memberOf } from '../json.ts';
import { type ObjectKind, walkObjects } from '../object-kinds.ts';
import { isOpenApi32 } from '../openapi-version.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';

const DESCRIBED =
  'description required deprecated allowEmptyValue style explode allowReserved schema example examples content';

const MEMBERS: Readonly<Partial<Record<ObjectKind, ReadonlySet<string>>>> = {
  document: split(
    'openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
  ),
  pathItem: split('$ref summary description get put post delete options head patch trace servers parameters'),
  operation: split(
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers',
  ),
  parameter: split(`name in ${DESCRIBED}`),
  header: split(DESCRIBED),
  requestBody: split('description content required'),
  mediaType: split('schema example examples encoding'),
  encoding: split('contentType headers style explode allowReserved'),
  response: split('description headers content links'),
};

const ADDED_BY_32: Readonly<Partial<Record<ObjectKind, ReadonlySet<string>>>> = {
  document: split('$self'),
  pathItem: split('query additionalOperations'),
  mediaType: split('itemSchema prefixEncoding itemEncoding'),
  encoding: split('encoding prefixEncoding itemEncoding'),
  response: split('summary'),
};

const MEMBERS_32: typeof MEMBERS = Object.fromEntries(
  Object.entries(MEMBERS).map(([kind, names]) => [
    kind,
    new Set([...names, ...(ADDED_BY_32[kind as ObjectKind] ?? [])]),
  ]),
);

function split(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Lists members without effect, which are often of another version of OpenAPI or misspelled. */
export function findUnknownMembers(document: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const is32 = isOpenApi32(document);
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    const defined = is32 ? MEMBERS_32[kind] : MEMBERS[kind];
    const isReference = kind !== 'pathItem' && memberOf(value, '$ref') !== undefined;
    if (!defined || isReference) return kind !== 'schema';
    for (const name of Object.keys(value)) {
      if (defined.has(name) || name.startsWith('x-')) continue;
      const message = `OpenAPI ${is32 ? '3.2' : '3.1'} has no member ${JSON.stringify(name)} here.`;
      const repair = 'Correct it, or give it a name that starts with x-.';
      problems.push({ rule: 'official-schema', pointer: appendPointer(pointer, name), message, repair });
    }
    return true;
  });
  return problems;
}
