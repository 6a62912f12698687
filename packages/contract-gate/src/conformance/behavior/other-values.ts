// Changes properties of drafts, so that a default or an earlier value cannot be mistaken for the sent value.

import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { createRandom, type SchemaRef, ValueBuilder } from '@keyframe/openapi-schema/values';
import { bodyMediaType, type Draft, sentObject, withBodyValue } from '../requests/draft.ts';
import { omittedDefaults, writableProperties } from '../resources/described-properties.ts';
import { listVariants } from '../schema/variants/variants.ts';
import type { Session } from '../session/session.ts';
import { isSame } from './compare.ts';

/** Finds another valid value with the same type; undefined if no value is found. */
export function findOtherValue(
  { requests, options }: Pick<Session, 'options' | 'requests'>,
  schema: SchemaRef,
  value: JsonValue,
): JsonValue | undefined {
  const random = createRandom(options.seed);
  const others =
    typeof value === 'boolean'
      ? [!value]
      : listVariants(requests, schema, { value, random })
          .filter(({ isValid }) => isValid)
          .map((variant) => variant.value);
  return others.find(
    (other) =>
      typeof other === typeof value &&
      other !== null &&
      !isSame(other, value) &&
      requests.accepts(schema, other),
  );
}

const MOST_VARIED = 10;
const VALUES_PER_PROPERTY = 3;

function isPrintable(value: JsonValue): boolean {
  return typeof value !== 'string' || /^[ -~]+$/.test(value);
}

/** Copies a draft once for each other value of the selected properties. */
export function varyDraft(session: Session, draft: Draft, isSelected: (name: string) => boolean): Draft[] {
  const sent = sentObject(draft);
  const schema = bodyMediaType(draft)?.schema;
  if (!sent || !schema) return [];
  const { requests, options } = session;
  const random = createRandom(options.seed);
  const varied = [...writableProperties(session, draft.operation)].flatMap(([name, located]) => {
    const builder = new ValueBuilder(requests, { members: 'none', choose: () => 0, random });
    const own = sent[name] ?? builder.build([located]);
    const values = listVariants(requests, located, { value: own, random }).filter(
      ({ isValid, value }) => isValid && typeof value === typeof own && value !== null && isPrintable(value),
    );
    const distinct = [...new Map(values.map(({ value }) => [JSON.stringify(value), value])).values()];
    return isSelected(name)
      ? distinct.slice(0, VALUES_PER_PROPERTY).map((value) => ({ ...sent, [name]: value }))
      : [];
  });
  return varied
    .filter((value) => requests.accepts(schema, value))
    .slice(0, MOST_VARIED)
    .map((value) => withBodyValue(draft, value));
}

/** Copies a draft and sets each property with a default to another value. */
export function replaceDefaults(session: Session, draft: Draft): Draft {
  const { operation } = draft;
  const sent = sentObject(draft);
  const schema = bodyMediaType(draft)?.schema;
  if (!sent || !schema) return draft;
  let value: JsonObject = sent;
  const properties = writableProperties(session, operation);
  for (const [name, standard] of omittedDefaults(session, operation, {})) {
    const located = properties.get(name);
    const other = located && findOtherValue(session, located, standard);
    const changed = other === undefined ? value : { ...value, [name]: other };
    if (session.requests.accepts(schema, changed)) value = changed;
  }
  return withBodyValue(draft, value);
}
