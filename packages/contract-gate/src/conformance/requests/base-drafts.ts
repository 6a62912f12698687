// The valid requests of an operation that everything else starts from.
import type { JsonValue, MediaType, OpenApiModel, Operation, Parameter } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import type { SchemaSpace } from '../schema/schema-space.ts';
import { validValues } from '../schema/valid-values.ts';
import { CURSOR } from '../state/pager.ts';
import { canEncode } from '../wire/encode-body.ts';
import type { Draft } from './draft.ts';
import { parameterKey } from './draft.ts';
import { examplesAt } from './examples.ts';

export interface BaseDraftOptions {
  document: OpenApiModel['document'];
  space: SchemaSpace;
  seed: number;
  /** Tells whether the path parameters of a path are bound to resources. */
  isBound: (path: string) => boolean;
}

/** A valid draft, and the example that it holds where it holds one. */
export interface BaseDraft extends Draft {
  example?: string;
}

const MOST_BODIES = 40;

/** Lists valid drafts: those with examples first, then the smallest, the fullest, and one for each branch of its body. */
export function baseDrafts(operation: Operation, options: BaseDraftOptions): BaseDraft[] {
  const required = parametersOf(operation, options, { isFull: false });
  const all = parametersOf(operation, options, { isFull: true });
  const bodies = (operation.requestBody?.content ?? [])
    .filter(({ name }) => canEncode(name))
    .flatMap((mediaType) => bodiesOf(mediaType, options));
  const isBodyOptional = operation.requestBody?.required !== true;
  const base: BaseDraft[] = bodies.map(({ mediaType, value, example }) => ({
    operation,
    parameters: required,
    body: { mediaType, value },
    ...(example === undefined ? {} : { example }),
  }));
  const drafts = isBodyOptional ? [...base, { operation, parameters: required }] : base;
  const [first] = drafts;
  return all.size > required.size && first ? [...drafts, { ...first, parameters: all }] : drafts;
}

function bodiesOf(
  mediaType: MediaType,
  { document, space, seed }: BaseDraftOptions,
): { mediaType: MediaType; value: JsonValue; example?: string }[] {
  const { schema, pointer } = mediaType;
  const examples = examplesAt(document, pointer).map(({ value, pointer: example }) => ({
    mediaType,
    value,
    example,
  }));
  if (!schema && examples.length === 0)
    return [{ mediaType, value: isJson(mediaType.name) ? {} : 'contract-gate' }];
  if (!schema) return examples;
  const made = validValues(space, schema, { seed, limit: MOST_BODIES });
  return [
    ...examples.filter(({ value }) => space.accepts(schema, value)),
    ...made.map((value) => ({ mediaType, value })),
  ];
}

function parametersOf(
  operation: Operation,
  options: BaseDraftOptions,
  { isFull }: { isFull: boolean },
): Map<string, JsonValue> {
  const entries = operation.parameters.flatMap((parameter): [string, JsonValue][] => {
    const isOpen = parameter.location === 'path' && options.isBound(pathUpTo(operation.path, parameter.name));
    const isWanted = parameter.required || (isFull && !parameter.deprecated && !isIssued(parameter));
    if (isOpen || !isWanted || isIgnored(parameter)) return [];
    const value = parameterValue(parameter, options);
    return value === undefined ? [] : [[parameterKey(parameter), value]];
  });
  return new Map(entries);
}

/** Cuts a path behind one of its parameters. */
function pathUpTo(path: string, name: string): string {
  const tokens = path.split('/');
  return tokens.slice(0, tokens.indexOf(`{${name}}`) + 1).join('/');
}

/** Tells whether OpenAPI ignores a parameter: these headers are described elsewhere. */
export function isIgnored({ location, name }: Parameter): boolean {
  return location === 'header' && ['accept', 'authorization', 'content-type'].includes(name.toLowerCase());
}

const CONDITION = /^if-(?:match|unmodified-since)$/i;

/**
 * Tells whether only the server knows the values that mean something: ids in the path, the cursors of pages, and the
 * versions that a change is made under.
 */
export function isIssued({ location, name }: Parameter): boolean {
  if (location === 'header') return CONDITION.test(name);
  return location === 'path' || (location === 'query' && CURSOR.test(name));
}

/** Gives a valid value of a parameter: its example, or one that is made. */
export function parameterValue(
  parameter: Parameter,
  { document, space, seed }: Pick<BaseDraftOptions, 'document' | 'seed' | 'space'>,
): JsonValue | undefined {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  const [example] = examplesAt(document, parameter.pointer).filter(
    ({ value }) => !schema || space.accepts(schema, value),
  );
  if (example) return example.value;
  if (!schema) return undefined;
  const values = validValues(space, schema, { seed, limit: 4 });
  return values.find(isVisible) ?? values[0];
}

// An empty list is not to be seen in a URL.
function isVisible(value: JsonValue): boolean {
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}
