// The way back from an upgraded document to the document of Swagger 2.0 that its author wrote.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import type { ToSource } from '../origins.ts';
import { appendPointer, canonicalPointer, parsePointer, valueAt } from '../pointer.ts';
import type { Problem } from '../problem.ts';

const FOLDERS: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  requestBodies: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
};

/** Creates the function that converts pointers of an upgraded document to those of the document of Swagger 2.0. */
export function createSwaggerSource(document: JsonObject): ToSource {
  return (pointer) => {
    const tokens = parsePointer(pointer) ?? [];
    const [first, second = '', third = '', ...rest] = tokens;
    if (tokens.length < 2) return pointer;
    if (first === 'paths')
      return appendPointer('#', 'paths', second, ...toPathItem(document, second, [third, ...rest]));
    const folder = first === 'components' ? FOLDERS[second] : undefined;
    if (folder === undefined) return pointer;
    const members = second === 'schemas' ? rest : toObject(second, rest);
    return appendPointer('#', folder, ...(third === '' ? [] : [third]), ...members);
  };
}

const COLLECTION_FORMATS: Readonly<Record<string, string>> = {
  form: 'csv',
  simple: 'csv',
  spaceDelimited: 'ssv',
  pipeDelimited: 'pipes',
};

const TEXTS = [
  ['OpenAPI 3.1 has no member', 'Swagger 2.0 has no member'],
  ['components.securitySchemes', 'securityDefinitions'],
  ['has neither "schema" nor "content"', 'has no "type"'],
  ['Add "schema".', 'Add "type".'],
  [
    ', flat lists and flat objects; use "deepObject" for what nests, or "content" with application/json',
    ' and flat lists',
  ],
] as const;

/** Writes a finding with the names that Swagger 2.0 has: components, the formats of lists, members of parameters. */
export function writeSwaggerNames(problem: Problem): Problem {
  return { ...problem, message: renameText(problem.message), repair: renameText(problem.repair) };
}

function renameText(text: string): string {
  const renamed = text
    .replaceAll(/#\/components\/(\w+)(?=\/)/g, (whole, folder: string) =>
      FOLDERS[folder] === undefined ? whole : `#/${FOLDERS[folder]}`,
    )
    .replaceAll(/style "(\w+)"(, exploded,)?/g, (whole, style: string, exploded?: string) => {
      const format = style === 'form' && exploded !== undefined ? 'multi' : COLLECTION_FORMATS[style];
      return format === undefined ? whole : `collectionFormat "${format}"`;
    });
  return TEXTS.reduce((result, [before, after]) => result.replaceAll(before, after), renamed);
}

type Tokens = readonly string[];

function toPathItem(document: JsonObject, path: string, tokens: Tokens): Tokens {
  const item = valueAt(document, appendPointer('#', 'paths', path));
  const [method = '', member, name = '', ...rest] = tokens;
  if (method === '') return [];
  if (!isJsonObject(item)) return tokens;
  if (method === 'parameters') return toParameter(document, item, tokens.slice(1));
  const operation = memberOf(item, method);
  if (!isJsonObject(operation) || member === undefined) return tokens;
  if (member === 'parameters') return [method, ...toParameter(document, operation, tokens.slice(2))];
  if (member === 'responses' && name !== '') return [method, member, name, ...toObject(member, rest)];
  if (member !== 'requestBody') return tokens;
  const body = toBody(document, operation, tokens.slice(2));
  if (body) return [method, ...body];
  return toBody(document, item, tokens.slice(2)) ?? [method];
}

// Parameters of the body are no parameters in OpenAPI 3, so that the others have other indexes.
function toParameter(document: JsonObject, holder: JsonObject, [index, ...rest]: Tokens): Tokens {
  if (index === undefined) return ['parameters'];
  const remaining = [...listParameters(document, holder).entries()].filter(
    ([, parameter]) => !isInBody(parameter),
  );
  const source = remaining[Number(index)]?.[0] ?? index;
  return ['parameters', String(source), ...toObject('parameters', rest)];
}

function toBody(document: JsonObject, holder: JsonObject, tokens: Tokens): Tokens | undefined {
  const parameters = listParameters(document, holder);
  const [, , , keyword, name, ...rest] = tokens;
  const body = parameters.findIndex((parameter) => memberOf(parameter, 'in') === 'body');
  if (body >= 0) return ['parameters', String(body), ...tokens.slice(2)];
  if (!parameters.some(isInBody)) return undefined;
  const field = parameters.findIndex(
    (parameter) => isInBody(parameter) && memberOf(parameter, 'name') === name,
  );
  return keyword === 'properties' && field >= 0 ? ['parameters', String(field), ...rest] : ['parameters'];
}

// A schema of OpenAPI 3 is the parameter or header itself, and that of a response has no media type.
function toObject(folder: string, tokens: Tokens): Tokens {
  const [first, second = '', third, ...rest] = tokens;
  if (folder === 'parameters') return first === 'schema' ? tokens.slice(1) : tokens;
  if (folder === 'requestBodies') return first === 'content' ? tokens.slice(2) : tokens;
  if (folder !== 'responses') return tokens;
  if (first === 'headers' && third === 'schema') return [first, second, ...rest];
  if (first !== 'content') return tokens;
  if (third === 'schema') return [third, ...rest];
  return third === undefined ? [] : ['examples', second];
}

function listParameters(document: JsonObject, holder: JsonObject): JsonObject[] {
  const parameters = memberOf(holder, 'parameters');
  return (Array.isArray(parameters) ? parameters : []).map((parameter) => {
    const reference = isJsonObject(parameter) ? memberOf(parameter, '$ref') : undefined;
    const pointer = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    return toJsonObject(pointer === undefined ? parameter : valueAt(document, pointer));
  });
}

function toJsonObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isInBody(parameter: JsonObject): boolean {
  return ['body', 'formData'].includes(String(memberOf(parameter, 'in')));
}
