import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { ValueBuilder } from './build-value.ts';
import type { CheckedSource, SchemaRef } from './schema-source.ts';
import type { Strategy } from './strategy.ts';

const TRIES = 12;

/** Builds values until one is valid. A strategy that fails is loosened: first other chances, then fewer members. */
export function firstValid(
  space: CheckedSource,
  located: SchemaRef,
  strategy: Strategy,
): JsonValue | undefined {
  const build = (members: Strategy['members']) =>
    new ValueBuilder(space, { ...strategy, members }).build([located]);
  const tries = strategy.members === 'all' ? 2 : TRIES;
  for (let tried = 0; tried < tries; tried += 1) {
    const value = build(tried < TRIES / 2 ? strategy.members : 'some');
    if (space.accepts(located, value)) return value;
  }
  if (strategy.members !== 'all') return undefined;
  const least = firstValid(space, located, { ...strategy, members: 'none' });
  return least === undefined ? undefined : grown(space, located, { least, most: build('all') });
}

// Adds to a valid object what it can take of a fuller one, a member at a time, then two.
function grown(
  space: CheckedSource,
  located: SchemaRef,
  { least, most }: { least: JsonValue; most: JsonValue },
): JsonValue {
  if (!isJsonObject(least) || !isJsonObject(most)) return least;
  let value = least;
  const left: string[] = [];
  const take = (...names: string[]) => {
    const more = { ...value, ...Object.fromEntries(names.map((name) => [name, most[name] ?? null])) };
    if (!space.accepts(located, more)) return false;
    value = more;
    return true;
  };
  for (const name of Object.keys(most)) if (!Object.hasOwn(value, name) && !take(name)) left.push(name);
  for (const name of left)
    if (!Object.hasOwn(value, name)) left.find((partner) => partner !== name && take(name, partner));
  return value;
}
