import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { isReturnedAs } from '../behavior/compare.ts';
import { propertyViolation, type StateCheck, type StateViolation } from '../behavior/state-check.ts';
import type { CreatedRepresentation } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { isReturnable, omittedDefaults, readableProperties } from '../resources/described-properties.ts';
import type { Basis } from '../session/basis.ts';
import type { Exchange } from '../session/session.ts';

/** A list without a parameter, and what it returns with the default of the parameter. */
export interface DefaultList {
  operation: Operation;
  parameter: Parameter;
  exchange: Exchange;
  expected: JsonValue;
  received: JsonValue;
}

export const defaultNotApplied: StateCheck<CreatedRepresentation | DefaultList> = {
  id: 'default-not-applied',
  title: 'A documented default was not applied',
  explanation:
    'The request omitted the property, but the resource does not have the default of its schema; or a list without a parameter repeatedly differs from the list with its default. It is a warning if the property is absent, because clients assume the default then.',
  basis: 'promise',
  run(observed) {
    if ('parameter' in observed) return [describeList(observed)];
    const { client, operation, exchange, sent, value } = observed;
    const { session } = client.context;
    const { create } = client.collection;
    if (!create || !sent) return [];
    const readable = readableProperties(session, operation);
    return [...omittedDefaults(session, create, sent)]
      .filter(([name, expected]) => isReturnable(session, readable.get(name), expected))
      .filter(([name, expected]) => !isReturnedAs(expected, value[name]))
      .map(([name, expected]) => {
        const received = value[name];
        const { message, basis } = describeDefault(name, { expected, received });
        return { ...propertyViolation({ operation, exchange, name, expected, received, message }), basis };
      });
  },
};

function describeList({ operation, parameter, exchange, expected, received }: DefaultList): StateViolation {
  const { name, pointer } = parameter;
  const message = `The list without \`${name}\` differs from the list with its default.`;
  const [was, is] = [formatValue(expected), formatValue(received)];
  return { operation, pointer, exchange, message, expected: was, received: is };
}

/** Describes a property that lacks its default; clients assume the default of a property that is absent (OpenAPI, Schema Object). */
export function describeDefault(
  name: string,
  { expected, received }: { expected: JsonValue; received: JsonValue | undefined },
): { message: string; basis: Basis | undefined } {
  if (received === undefined) {
    const message = `\`${name}\` was omitted and is absent instead of its default ${formatValue(expected)}.`;
    return { message, basis: 'convention' };
  }
  const message = `\`${name}\` was omitted and is ${formatValue(received)} instead of its default ${formatValue(expected)}.`;
  return { message, basis: undefined };
}
