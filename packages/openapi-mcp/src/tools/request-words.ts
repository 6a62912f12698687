import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';

const DEPTH = 6;

/** Lists the names and the choices of what a request can set: an action such as `reboot` may be a value only. */
export function listRequestWords({ parameters, requestBody }: Operation, model: OpenApiModel): string {
  const words = new Set(parameters.map(({ name }) => name));
  const [media] = requestBody?.content ?? [];
  if (media?.schema) collectWords(media.schema, { model, words, depth: DEPTH });
  return [...words].join(' ');
}

interface Collection {
  model: OpenApiModel;
  words: Set<string>;
  depth: number;
}

function collectWords(located: LocatedSchema, { model, words, depth }: Collection): void {
  const { schema, pointer } = located;
  if (!isJsonObject(schema) || depth <= 0) return;
  const { enum: choices, const: only, properties } = schema;
  for (const value of [only, choices].flat()) if (typeof value === 'string') words.add(value);
  for (const name of Object.keys(isJsonObject(properties) ? properties : {})) words.add(name);
  const within = { model, words, depth: depth - 1 };
  for (const child of listChildren(schema, pointer, model)) collectWords(child, within);
}

function listChildren(
  { $ref, properties, items, allOf, anyOf, oneOf }: JsonObject,
  pointer: string,
  model: OpenApiModel,
): LocatedSchema[] {
  const target = typeof $ref === 'string' ? model.resolver.resolve($ref, pointer) : undefined;
  const members = Object.entries({ properties, allOf, anyOf, oneOf }).flatMap(([keyword, parts]) =>
    Object.entries<JsonValue>(Object(parts)).map(([name, part]) => ({ path: [keyword, name], part })),
  );
  return [
    ...(target ? [target] : []),
    ...[...members, { path: ['items'], part: items }].flatMap(({ path, part }) =>
      isSchema(part) ? [{ schema: part, pointer: appendPointer(pointer, ...path) }] : [],
    ),
  ];
}
