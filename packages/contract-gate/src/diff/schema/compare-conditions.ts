// Keywords that are compared as a whole: what a change of them does is told by compiled schemas alone.
import { appendPointer, isSchema } from '@keyframe/openapi-model';
import { canonical } from './canonical.ts';
import { valuesOf } from './shape.ts';
import type { Walk } from './walk.ts';

const SCHEMAS = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems'];
const MAPS = ['patternProperties', 'dependentSchemas'];
const VALUES = ['minContains', 'maxContains', 'dependentRequired'];

/** Compares the keywords that make conditions. */
export function compareConditions(walk: Walk): void {
  for (const keyword of [...SCHEMAS, ...MAPS, ...VALUES]) {
    const [before, after] = [textOf(walk, 'old', keyword), textOf(walk, 'new', keyword)];
    if (before === after) continue;
    const told = (text: string) => (text === '' ? undefined : text);
    walk.tell({
      kind: 'condition-changed',
      what: keyword,
      before: told(before),
      after: told(after),
      ...effectOf(keyword, before, after),
    });
  }
}

// One more condition refuses more, one less refuses less.
function effectOf(keyword: string, before: string, after: string): { effect?: 'narrower' | 'wider' } {
  if (keyword === 'minContains' || keyword === 'maxContains') return {};
  if (before === '') return { effect: 'narrower' };
  return after === '' ? { effect: 'wider' } : {};
}

function textOf(walk: Walk, side: 'old' | 'new', keyword: string): string {
  const texts = valuesOf(walk[side], keyword).map(({ value, part }) => {
    const pointer = appendPointer(part.pointer, keyword);
    // A map of schemas is written as one schema whose members are its own.
    const schema = MAPS.includes(keyword) ? { properties: value } : value;
    return isSchema(schema) && !VALUES.includes(keyword)
      ? canonical(walk.models[side], { schema, pointer })
      : JSON.stringify(value);
  });
  return texts.sort().join(' and ');
}
