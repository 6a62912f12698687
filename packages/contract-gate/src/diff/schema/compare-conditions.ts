// Keywords that are compared as a whole: only compiled schemas show the effect of their changes.
import { KEYWORD_NAMES, KEYWORD_TABLE, type KeywordName } from '@keyframe/openapi-schema';
import { canonical } from './canonical.ts';
import { isNode } from './differences.ts';
import { listValues } from './shape.ts';
import type { Walk } from './walk.ts';

/** The comparison that reads a keyword; `whole` for those that are compared as a whole. */
type Comparer = 'arrays' | 'constants' | 'numbers' | 'objects' | 'shape' | 'strings' | 'types' | 'whole';

const COMPARED_BY: { readonly [TName in KeywordName]: Comparer } = {
  type: 'types',
  enum: 'constants',
  const: 'constants',
  reference: 'shape',
  dynamicReference: 'shape',
  allOf: 'shape',
  anyOf: 'shape',
  oneOf: 'shape',
  not: 'whole',
  condition: 'whole',
  met: 'whole',
  unmet: 'whole',
  minLength: 'strings',
  maxLength: 'strings',
  pattern: 'strings',
  format: 'strings',
  minimum: 'numbers',
  maximum: 'numbers',
  exclusiveMinimum: 'numbers',
  exclusiveMaximum: 'numbers',
  multipleOf: 'numbers',
  prefix: 'arrays',
  items: 'arrays',
  contains: 'whole',
  minContains: 'whole',
  maxContains: 'whole',
  minItems: 'arrays',
  maxItems: 'arrays',
  uniqueItems: 'arrays',
  unevaluatedItems: 'whole',
  properties: 'objects',
  required: 'objects',
  additionalProperties: 'objects',
  patternProperties: 'whole',
  propertyNames: 'whole',
  minProperties: 'objects',
  maxProperties: 'objects',
  dependentRequired: 'whole',
  dependentSchemas: 'whole',
  unevaluatedProperties: 'objects',
};

// Keywords that only mean something together.
const RELATED: readonly (readonly KeywordName[])[] = [
  ['condition', 'met', 'unmet'],
  ['contains', 'minContains', 'maxContains'],
];

/** Compares the keywords that make conditions. */
export function compareConditions(walk: Walk): void {
  for (const name of KEYWORD_NAMES.filter((keyword) => COMPARED_BY[keyword] === 'whole')) {
    const [before, after] = [serializeKeyword(walk, 'old', name), serializeKeyword(walk, 'new', name)];
    if (before === after) continue;
    const omitEmpty = (text: string) => (text === '' ? undefined : text);
    walk.report({
      kind: 'condition-changed',
      what: KEYWORD_TABLE[name].keyword,
      keywords: RELATED.find((names) => names.includes(name)) ?? [name],
      before: omitEmpty(before),
      after: omitEmpty(after),
      ...getEffect(name, before, after),
    });
  }
}

// One more condition refuses more, one less refuses less.
function getEffect(name: KeywordName, before: string, after: string): { effect?: 'narrower' | 'wider' } {
  if (name === 'minContains' || name === 'maxContains') return {};
  if (before === '') return { effect: 'narrower' };
  return after === '' ? { effect: 'wider' } : {};
}

function serializeKeyword(walk: Walk, side: 'old' | 'new', name: KeywordName): string {
  const texts = listValues(walk[side], name).map(({ value }) => {
    if (isNode(value)) return canonical(value);
    if (!(value instanceof Map)) return JSON.stringify(value);
    const entries = [...value].map(([key, member]) => {
      const text = isNode(member) ? canonical(member) : JSON.stringify(member);
      return `${JSON.stringify(key)}:${text}`;
    });
    return `{${entries.sort().join(',')}}`;
  });
  return texts.sort().join(' and ');
}
