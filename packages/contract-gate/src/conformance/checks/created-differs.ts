import { isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { isFinalState } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { isParameter, isReturnedAs, isSame } from '../behavior/compare.ts';
import { propertyViolation, type StateCheck, type StateViolation } from '../behavior/state-check.ts';
import type { CreatedRepresentation } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import {
  isReturnable,
  readableProperties,
  selectReturnable,
  writableProperties,
} from '../resources/described-properties.ts';
import type { Session } from '../session/session.ts';
import { isForm } from '../wire/encode-body.ts';

export const createdDiffers: StateCheck<CreatedRepresentation> = {
  id: 'created-differs',
  title: 'A created resource differs from the request',
  explanation:
    'A property of the request, which the response documents, was returned with another value or not at all; or a property that never changes differs between the creation and a read. Mark properties that are never returned as `writeOnly`. It is an error if the request and the response share the schema of the property.',
  basis: 'convention',
  run(observed) {
    return [...compareSent(observed), ...compareSteady(observed)];
  },
};

function compareSent({
  client,
  operation,
  exchange,
  creation,
  sent = {},
  value,
}: CreatedRepresentation): StateViolation[] {
  const { session, pool } = client.context;
  const { create, idProperty, parameter } = client.collection;
  if (pool.isExisting(exchange)) return [];
  const readable = readableProperties(session, operation);
  const writable = writableProperties(session, create);
  // An empty text is no id, so that the server may assign one.
  const isNoId = (name: string, value: unknown) => value === '' && [idProperty, parameter].includes(name);
  // Null asks for the default.
  const members = Object.entries(sent).filter(
    ([name, value]) => value !== null && !isNoId(name, value) && !isServerId(session, name),
  );
  const violations: StateViolation[] = [];
  for (const [name, expected] of members) {
    const schema = writable.get(name);
    const received = value[name];
    const described = readable.get(name);
    if (!schema || !isReturnable(session, described, expected)) continue;
    const returnable = selectReturnable(session, described, removeNulls(expected));
    if (isStored(schema, returnable, received)) continue;
    if (isParameter(creation, name, received) || hasEnded(session, name, received)) continue;
    if (takesForm(create) && isFormText(expected, received)) continue;
    const message = `\`${name}\` was sent as ${formatValue(expected)} and returned as ${formatValue(received)}.`;
    // The document describes both by one schema, so the name does not have to.
    const isSameSchema = schema.origin.pointer === described?.origin.pointer;
    const basis = isSameSchema ? ('promise' as const) : undefined;
    violations.push({
      ...propertyViolation({ operation, exchange, name, expected, received, message }),
      basis,
    });
  }
  return violations;
}

function compareSteady({ client, operation, exchange, created = {}, value }: CreatedRepresentation) {
  const { conventions } = client.context.session;
  return Object.keys(created)
    .filter((name) => conventions.matches('steady', name) || conventions.matches('id', name))
    .filter((name) => Object.hasOwn(value, name) && !isSame(created[name], value[name]))
    .map((name) => {
      const [expected, received] = [created[name], value[name]];
      const message = `\`${name}\` was created as ${formatValue(expected)} and read as ${formatValue(received)}.`;
      return propertyViolation({ operation, exchange, name, expected, received, message });
    });
}

// A job may end before the response to its creation.
function hasEnded({ conventions }: Session, name: string, received: JsonValue | undefined): boolean {
  return conventions.matches('volatile', name) && isFinalState(String(received), conventions);
}

function takesForm(create: Operation | undefined): boolean {
  const content = create?.requestBody?.content ?? [];
  return content.length > 0 && content.every(({ name }) => isForm(name));
}

// The values of a form are texts, and a list cannot be distinguished from a single value.
function isFormText(sent: JsonValue | undefined, received: JsonValue | undefined): boolean {
  return typeof sent === 'object' || sent === '' || String(sent) === String(received);
}

// Null asks for the default, inside of a value, too.
function removeNulls(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value) || !isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, removeNulls(member) ?? null]));
}

// A server may assign the id itself, although the document does not say `readOnly`.
function isServerId({ conventions }: Session, name: string): boolean {
  return conventions.matches('id', name) && conventions.matches('steady', name);
}

// `format: float` has single precision.
function isStored(
  { keywords }: SchemaNode,
  sent: JsonValue | undefined,
  received: JsonValue | undefined,
): boolean {
  const isFloat = keywords.format === 'float';
  if (isFloat && typeof sent === 'number' && typeof received === 'number')
    return Math.fround(sent) === Math.fround(received);
  return isReturnedAs(sent, received);
}
