// Members that OpenAPI 3.1 does not define, and that therefore have no effect.
import type { JsonObject } from '../json.ts';
import { memberOf } from '../json.ts';
import { type ObjectKind, walkObjects } from '../object-kinds.ts';
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

function split(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Lists members without effect, which are often of another version of OpenAPI or misspelled. */
export function findUnknownMembers(document: JsonObject): Problem[] {
  const found: Problem[] = [];
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    const known = MEMBERS[kind];
    const isReference = kind !== 'pathItem' && memberOf(value, '$ref') !== undefined;
    if (!known || isReference) return kind !== 'schema';
    for (const name of Object.keys(value)) {
      if (known.has(name) || name.startsWith('x-')) continue;
      const message = `OpenAPI 3.1 has no member ${JSON.stringify(name)} here.`;
      const repair = 'Correct it, or give it a name that starts with x-.';
      found.push({ rule: 'official-schema', pointer: appendPointer(pointer, name), message, repair });
    }
    return true;
  });
  return found;
}
