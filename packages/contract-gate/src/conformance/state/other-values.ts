// Gives members other values than they have, so that a default, or what was there before, cannot pass for what was sent.
import type { JsonObject, JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import { randomOf } from '../random.ts';
import type { Draft } from '../requests/draft.ts';
import { variantsOf } from '../schema/variants/variants.ts';
import type { Session } from '../session.ts';
import { isSame } from './compare.ts';
import { type Subject, sentObject } from './subject.ts';

/** Finds another valid value of a member, of the same type. */
export function otherValue(
  { requests, options }: Session,
  schema: LocatedSchema,
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
