// Names of schemas that have none of their own, made of their location in the document.
import { METHODS, parsePointer } from '@keyframe/openapi-model';

// Tokens of a pointer that describe the structure of a document.
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['$defs', 'components', 'content', 'definitions', 'headers', 'parameters', 'paths', 'properties'],
  ...['requestBodies', 'responses', 'schema', 'schemas'],
]);

const APPLICATORS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

const WORDS: Readonly<Record<string, string>> = {
  additionalProperties: 'Value',
  items: 'Item',
  patternProperties: 'Value',
  requestBody: 'Body',
};

/**
 * Names a schema by its pointer: `#/components/schemas/Pet/properties/owner` is `PetOwner`. The pointer of a schema of an operation may
 * follow the name of that: `getTask`, `#/responses/200/content/application~1json/schema` is `GetTask200`.
 */
export function nameSchema(pointer: string, operation = ''): string {
  const tokens = parsePointer(pointer) ?? [];
  const [root, path = '', method = '', ...segments] = tokens;
  // A method is a verb, so it precedes its path.
  const isOperation = root === 'paths' && (METHODS as readonly string[]).includes(method);
  const ordered = isOperation ? [method, path, ...segments] : tokens;
  const telling = ordered
    .map((token, index) => findWord(token, ordered[index - 1]))
    .filter((word) => word !== undefined);
  const words = telling.length > 0 ? telling : tokens;
  return [operation, ...words].map(toWord).join('') || 'Schema';
}

/** Finds the word for the kind of a schema, by which it is told from another of the same name. */
export function findKind(pointer: string): string {
  const [root, folder = ''] = parsePointer(pointer) ?? [];
  return (root === 'components' && KINDS[folder]) || 'Model';
}

const KINDS: Readonly<Record<string, string>> = {
  headers: 'Header',
  parameters: 'Parameter',
  requestBodies: 'Body',
  responses: 'Response',
};

function findWord(token: string, parent: string | undefined): string | undefined {
  if (parent === 'properties' || parent === 'schemas') return token;
  const isIndex = parent !== undefined && APPLICATORS.has(parent);
  if (isIndex || APPLICATORS.has(token) || STRUCTURE.has(token) || parent === 'content') return undefined;
  return WORDS[token] ?? token;
}

function toWord(token: string): string {
  const words = token.split(/[^\p{ID_Continue}$]+|_/u);
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}
