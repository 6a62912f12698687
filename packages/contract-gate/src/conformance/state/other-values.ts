// Gives members other values than they have, so that a default, or what was there before, cannot pass for what was sent.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { randomOf } from '../random.ts';
import type { Draft } from '../requests/draft.ts';
import { ValueBuilder } from '../schema/build-value.ts';
import type { SchemaRef } from '../schema/schema-space.ts';
import { variantsOf } from '../schema/variants/variants.ts';
import type { Session } from '../session.ts';
import { isSame } from './compare.ts';
import { type Subject, sentObject } from './subject.ts';

/** Finds another valid value of a member, of the same type. */
export function otherValue(
  { requests, options }: Session,
  schema: SchemaRef,
  value: JsonValue,
): JsonValue | undefined {
  const random = randomOf(options.seed);
  const variants = variantsOf(requests, schema, { value, random });
  const other =
    typeof value === 'boolean' ? [!value] : variants.filter(({ isValid }) => isValid).map((one) => one.value);
  return other.find(
    (one) =>
      typeof one === typeof value && one !== null && !isSame(one, value) && requests.accepts(schema, one),
  );
}

const MOST_VARIED = 10;

function isPlain(value: JsonValue): boolean {
  return typeof value !== 'string' || /^[ -~]+$/.test(value);
}

/** Copies a draft once for every other value of the members that a list can be filtered or ordered by. */
export function variedDrafts(subject: Subject, draft: Draft, isWanted: (name: string) => boolean): Draft[] {
  const { body, operation } = draft;
  const sent = sentObject(draft);
  const schema = body && 'mediaType' in body ? body.mediaType.schema : undefined;
  if (!sent || !schema || !body || !('mediaType' in body)) return [];
  const { requests, options } = subject.context.session;
  const random = randomOf(options.seed);
  const varied = [...subject.writable(operation)].flatMap(([name, located]) => {
    const builder = new ValueBuilder(requests, { members: 'none', choose: () => 0, random });
    const own = sent[name] ?? builder.build([located]);
    const values = variantsOf(requests, located, { value: own, random }).filter(
      ({ isValid, value }) => isValid && typeof value === typeof own && value !== null && isPlain(value),
    );
    const distinct = [...new Map(values.map(({ value }) => [JSON.stringify(value), value])).values()];
    return isWanted(name) ? distinct.slice(0, 3).map((value) => ({ ...sent, [name]: value })) : [];
  });
  return varied
    .filter((value) => requests.accepts(schema, value))
    .slice(0, MOST_VARIED)
    .map((value) => ({ ...draft, body: { ...body, value } }));
}

/** Copies a draft in which every member with a default has another value. */
export function withoutDefaults(subject: Subject, draft: Draft): Draft {
  const { body, operation } = draft;
  const sent = sentObject(draft);
  const { session } = subject.context;
  const mediaType = body && 'mediaType' in body ? body.mediaType : undefined;
  if (!sent || !mediaType?.schema) return draft;
  let value: JsonObject = sent;
  const defaults = subject.defaultsFor(operation, {});
  const members = subject.writable(operation);
  for (const [name, standard] of defaults) {
    const located = members.get(name);
    const other = located && otherValue(session, located, standard);
    const changed = other === undefined ? value : { ...value, [name]: other };
    if (session.requests.accepts(mediaType.schema, changed)) value = changed;
  }
  return { ...draft, body: { mediaType, value } };
}
