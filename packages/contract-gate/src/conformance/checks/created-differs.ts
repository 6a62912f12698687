import type { JsonValue, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { isReturnedAs, isSame } from '../behavior/compare.ts';
import { isReturnable, readableProperties, writableProperties } from '../behavior/described-properties.ts';
import { propertyViolation, type StateCheck, type StateViolation } from '../behavior/state-check.ts';
import type { CreatedRepresentation } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { isForm } from '../wire/encode-body.ts';

export const createdDiffers: StateCheck<CreatedRepresentation> = {
  id: 'created-differs',
  title: 'A created resource differs from the request',
  explanation:
    'A property of the request, which the response documents, was returned with another value or not at all; or a property that never changes differs between the creation and a read. Mark properties that are never returned as `writeOnly`.',
  severity: 'error',
  run(observed) {
    return [...compareSent(observed), ...compareSteady(observed)];
  },
};

function compareSent({ client, operation, exchange, sent = {}, value }: CreatedRepresentation) {
  const { session, pool } = client.context;
  const { create } = client.collection;
  if (pool.isExisting(exchange)) return [];
  const readable = readableProperties(session, operation);
  const writable = writableProperties(session, create);
  return Object.entries(sent).flatMap(([name, expected]): StateViolation[] => {
    const schema = writable.get(name);
    const received = value[name];
    // Null asks for the default.
    if (expected === null || !isReturnable(session, readable.get(name), expected)) return [];
    if (!schema || isStored(schema, expected, received)) return [];
    if (takesForm(create) && isFormText(expected, received)) return [];
    const message = `\`${name}\` was sent as ${formatValue(expected)} and returned as ${formatValue(received)}.`;
    return [propertyViolation({ operation, exchange, name, expected, received, message })];
  });
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

function takesForm(create: Operation | undefined): boolean {
  const content = create?.requestBody?.content ?? [];
  return content.length > 0 && content.every(({ name }) => isForm(name));
}

// The values of a form are texts, and a list cannot be distinguished from a single value.
function isFormText(sent: JsonValue | undefined, received: JsonValue | undefined): boolean {
  return typeof sent === 'object' || sent === '' || String(sent) === String(received);
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
