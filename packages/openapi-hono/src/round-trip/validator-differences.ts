// Compares mounted validators with their schemas, on values near the boundary of each schema.

import { findValueSchema, type LocatedSchema, type MediaType, type Operation } from '@keyframe/openapi-model';
import { isForm } from '@keyframe/openapi-runtime/media-type';
import type { MountedOperation } from '@keyframe/openapi-runtime/server';
import type { Direction } from '@keyframe/openapi-schema';
import { interpretDecisions } from '@keyframe/openapi-schema/validators';
import { collectNames, collectValues, createMutants, createSamples } from '@keyframe/openapi-schema/values';
import type { Generation } from '../generation.ts';
import { fileFields } from '../targets/routes/form-fields.ts';
import { isRaw } from '../targets/routes/raw-media.ts';
import type { JsonDifference } from './json-difference.ts';

/** A mounted validator and the schema that it enforces. */
export interface MountedValidator {
  located: LocatedSchema;
  direction: Direction;
  validator: Validator | undefined;
}

interface Validator {
  safeParse: (value: unknown) => { success: boolean };
}

type Definition = MountedOperation['definition'];

// Enough to notice a validator that accepts anything, or a bound that was changed.
const SAMPLES = 30;
const MUTANTS = 60;
const SEED = 1;

const PARTS = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** Lists the validators of an operation, as they are mounted. */
export function listValidators(
  generation: Generation,
  operation: Operation,
  { route }: Definition,
): MountedValidator[] {
  const parameters = operation.parameters.flatMap((parameter): MountedValidator[] => {
    const objectSchema: unknown = route.request?.[PARTS[parameter.location]];
    const shape: unknown = Reflect.get(Object(objectSchema), 'shape');
    const located = findValueSchema(parameter);
    // An empty text is always one of the values.
    if (!located || parameter.allowEmptyValue) return [];
    const validator: unknown = Reflect.get(Object(shape), parameter.name);
    return [{ located, direction: 'request', validator: isValidator(validator) ? validator : undefined }];
  });
  const bodies = contentValidators(generation, operation.requestBody?.content ?? [], {
    direction: 'request',
    content: route.request?.body?.content,
  });
  const responses = operation.responses.flatMap(({ status, content }) => {
    const mounted: unknown = Reflect.get(route.responses, status);
    return contentValidators(generation, content, {
      direction: 'response',
      content: Reflect.get(Object(mounted), 'content'),
    });
  });
  return [...parameters, ...bodies, ...responses];
}

function contentValidators(
  generation: Generation,
  mediaTypes: readonly MediaType[],
  { direction, content }: { direction: Direction; content: unknown },
): MountedValidator[] {
  return mediaTypes.flatMap((mediaType) => {
    const { name, schema } = mediaType;
    const isUnread = isRaw(generation, mediaType, direction);
    if (!schema || isUnread || (isForm(name) && fileFields(generation, mediaType).length > 0)) return [];
    const mounted: unknown = Reflect.get(Object(content), name);
    const validator: unknown = Reflect.get(Object(mounted), 'schema');
    return [{ located: schema, direction, validator: isValidator(validator) ? validator : undefined }];
  });
}

function isValidator(value: unknown): value is Validator {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'safeParse') === 'function';
}

/** Lists the validators that decide otherwise than their schemas, each with one value. */
export function validatorDifferences(
  generation: Generation,
  validators: readonly MountedValidator[],
): JsonDifference[] {
  return (['request', 'response'] as const).flatMap((direction) => {
    const candidates = validators.filter((candidate) => candidate.direction === direction);
    const decisions = interpretDecisions(
      generation.getGraph(direction),
      candidates.map(({ located }) => located),
    );
    return candidates
      .map((mounted, index) => findDifference(generation, mounted, decisions[index]))
      .filter((difference) => difference !== undefined);
  });
}

function findDifference(
  generation: Generation,
  { located, direction, validator }: MountedValidator,
  decide: ((value: unknown) => boolean) | undefined,
): JsonDifference | undefined {
  const { schema, pointer } = located;
  if (!validator) return { pointer, source: 'a validator', emitted: undefined };
  const samples = createSamples(generation.getGraph(direction), located, { count: SAMPLES, seed: SEED });
  const options = { count: MUTANTS, seed: SEED, pool: collectValues(schema), names: collectNames(schema) };
  const counterexample = [...samples, ...createMutants(samples, options)].find(
    (value) => decide?.(structuredClone(value)) !== validator.safeParse(structuredClone(value)).success,
  );
  if (counterexample === undefined) return undefined;
  const describeResult = (isAccepted: boolean | undefined) =>
    `${isAccepted ? 'accepts' : 'refuses'} ${JSON.stringify(counterexample)}`;
  const isExpected = decide?.(structuredClone(counterexample)) ?? false;
  return { pointer, source: describeResult(isExpected), emitted: describeResult(!isExpected) };
}
