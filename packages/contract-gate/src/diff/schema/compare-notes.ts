import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import type { SchemaRuleName } from './schema-rules.ts';
import type { Shape } from './shape.ts';
import type { Walk } from './walk.ts';

const FLAGS: readonly [keyword: string, introduced: SchemaRuleName, lifted: SchemaRuleName][] = [
  ['readOnly', 'read-only-introduced', 'read-only-lifted'],
  ['writeOnly', 'write-only-introduced', 'write-only-lifted'],
  ['deprecated', 'schema-deprecated', 'schema-undeprecated'],
];
const CONTENT = ['contentEncoding', 'contentMediaType'];

/** Compares what does not decide whether a value is accepted. */
export function compareNotes(walk: Walk): void {
  compareDefaults(walk);
  for (const [keyword, introduced, lifted] of FLAGS) {
    const isSet = (shape: Shape) => listAnnotations(shape, keyword).includes(true);
    const [before, after] = [isSet(walk.old), isSet(walk.new)];
    if (before !== after) walk.report({ kind: after ? introduced : lifted, what: keyword, before, after });
  }
  for (const keyword of CONTENT) reportDifference(walk, keyword, 'content-changed');
  compareDiscriminators(walk);
}

function listAnnotations({ conjuncts }: Shape, keyword: string): JsonValue[] {
  const entries = conjuncts.flatMap(({ node }) => node.written);
  return entries.filter((entry) => entry.keyword === keyword).map(({ value }) => value);
}

function getLastAnnotation(shape: Shape, keyword: string): JsonValue | undefined {
  return listAnnotations(shape, keyword).at(-1);
}

function compareDefaults(walk: Walk): void {
  const [before, after] = [getLastAnnotation(walk.old, 'default'), getLastAnnotation(walk.new, 'default')];
  if (jsonEqual(before, after)) return;
  const kind =
    before === undefined ? 'default-introduced' : after === undefined ? 'default-removed' : 'default-changed';
  walk.report({ kind, what: 'default', before, after });
}

// The values of a mapping are written as constants.
function compareDiscriminators(walk: Walk): void {
  const [before, after] = [walk.old, walk.new].map((shape) => {
    const discriminator = getLastAnnotation(shape, 'discriminator');
    return isJsonObject(discriminator) ? discriminator.propertyName : undefined;
  });
  if (before !== after) walk.report({ kind: 'discriminator-changed', what: 'discriminator', before, after });
}

function reportDifference(walk: Walk, keyword: string, kind: SchemaRuleName): void {
  const [before, after] = [getLastAnnotation(walk.old, keyword), getLastAnnotation(walk.new, keyword)];
  if (!jsonEqual(before, after)) walk.report({ kind, what: keyword, before, after });
}
