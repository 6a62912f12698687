// Ids chosen by clients: without a POST, a PUT creates the resource that its path names.

import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type Random, ValueBuilder } from '@keyframe/openapi-values';
import type { Session } from '../session/session.ts';
import type { Collection } from './collections.ts';

/** Whether clients choose the ids of a collection. */
export function hasChosenIds({ create, put }: Pick<Collection, 'create' | 'put'>): boolean {
  return create !== undefined && create === put;
}

const TRIES = 12;

/** Chooses an id that probably no resource has; undefined if the schema of the parameter allows none. */
export function chooseId(session: Session, { create, itemPath }: Collection): JsonValue | undefined {
  const name = itemPath.slice(itemPath.lastIndexOf('{') + 1, -1);
  const parameter = create?.parameters.find((one) => one.location === 'path' && one.name === name);
  const schema = parameter?.schema;
  if (!schema) return undefined;
  const random = session.unrepeatable();
  const builder = new ValueBuilder(session.requests, { members: 'none', choose: () => 0, random });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = builder.build([schema]);
    const values = [...randomizeId(made, schema.schema, random), made];
    const id = values.find((one) => isSegment(one) && session.requests.accepts(schema, one));
    if (id !== undefined) return id;
  }
  return undefined;
}

function isSegment(id: JsonValue): boolean {
  return /^(?!\.{1,2}$)[^/\\]{1,100}$/.test(String(id));
}

const MOST = 2 ** 31 - 1;

// The builder stays near the bounds of numbers and patterns, where existing ids are.
function randomizeId(made: JsonValue, schema: JsonValue, random: Random): JsonValue[] {
  if (typeof made === 'number') {
    const { minimum = 1, maximum = MOST } = isJsonObject(schema) ? schema : {};
    const [least, most] = [Number(minimum), Math.min(Number(maximum), MOST)];
    return [Math.floor(least + random() * (most - least + 1))];
  }
  if (typeof made !== 'string') return [];
  const draw = (characters: string) => characters[Math.floor(random() * characters.length)] ?? '';
  const digits = made.replaceAll(/\d/g, () => draw('0123456789'));
  const hexadecimal = digits.replaceAll(/[a-f]/g, () => draw('abcdef'));
  const letters = digits
    .replaceAll(/[a-z]/g, () => draw('abcdefghijklmnopqrstuvwxyz'))
    .replaceAll(/[A-Z]/g, () => draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
  return [letters, hexadecimal, digits];
}
