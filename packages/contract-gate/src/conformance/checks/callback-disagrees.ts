import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { type Conventions, simplifyName } from '@keyframe/openapi-resources';
import { isSame } from '../behavior/compare.ts';
import type { Delivery } from '../callbacks/callback-listener.ts';
import { formatValue } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

/** A callback, the request that caused it, and the created resource when the callback arrived. */
export interface AnnouncedResource {
  /** The operation that causes the callback. */
  operation: Operation;
  delivery: Delivery;
  /** The resource in the callback; undefined if its body is no object. */
  announced: JsonObject | undefined;
  /** The resource in the response to the request. */
  created: JsonObject | undefined;
  /** Undefined if the resource cannot be read. */
  resource: JsonObject | undefined;
  conventions: Conventions;
}

export const callbackDisagrees: Check<AnnouncedResource> = {
  id: 'callback-disagrees',
  title: 'A callback disagrees with the API',
  explanation:
    'A property of the callback differs from its headers, from the response to the request that caused it, or from the resource.',
  basis: 'convention',
  run({ operation, delivery, announced: body, created: response, resource, conventions }) {
    if (!body) return [];
    const pointer = operation.callbacks[0]?.pointer ?? operation.pointer;
    const header = findDifferentHeader(operation, { delivery, body, conventions });
    if (header) {
      const { name, text, value } = header;
      const message = `The header ${name} of a callback differs from its body.`;
      return [{ pointer, message, expected: formatValue(value), received: formatValue(text) }];
    }
    const id = response && findDifferentId(body, response, conventions);
    if (response && id !== undefined) {
      const message = `\`${id}\` of a callback is ${formatValue(body[id])} instead of ${formatValue(response[id])}.`;
      return [{ pointer, message, expected: formatValue(response[id]), received: formatValue(body[id]) }];
    }
    const name = resource && findDifference(body, resource);
    if (!resource || name === undefined) return [];
    return [
      {
        pointer,
        message: `\`${name}\` is ${formatValue(body[name])} in a callback and ${formatValue(resource[name])} in the resource.`,
        expected: `${name}: ${formatValue(resource[name])}`,
        received: `${name}: ${formatValue(body[name])}`,
      },
    ];
  },
};

interface ReceivedCallback extends Pick<AnnouncedResource, 'conventions' | 'delivery'> {
  body: JsonObject;
}

// Headers such as X-Job-Id contain the property of the same name, jobId.
function findDifferentHeader({ callbacks }: Operation, { delivery, body, conventions }: ReceivedCallback) {
  return callbacks
    .flatMap(({ operations }) => operations.flatMap(({ parameters }) => parameters))
    .filter(({ location, name }) => location === 'header' && !conventions.matches('messageHeader', name))
    .flatMap(({ name }) =>
      Object.entries(body)
        .filter(([property]) => cutPrefix(property) === cutPrefix(name))
        .map(([, value]) => ({ name, value, text: findHeader(delivery, name) })),
    )
    .find(({ text, value }) => text !== undefined && isScalar(value) && text !== String(value));
}

function cutPrefix(name: string): string {
  return simplifyName(name.replace(/^x-/i, ''));
}

function isScalar(value: JsonValue | undefined): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function findDifferentId(
  body: JsonObject,
  response: JsonObject,
  conventions: Conventions,
): string | undefined {
  return Object.keys(body)
    .filter((name) => conventions.matches('id', name))
    .find((name) => Object.hasOwn(response, name) && !isSame(response[name], body[name]));
}

function findDifference(body: JsonObject, resource: JsonObject): string | undefined {
  return Object.keys(body).find((name) => {
    if (!Object.hasOwn(resource, name)) return false;
    const [announced, current] = [body[name], resource[name]];
    return isJsonObject(announced) && isJsonObject(current)
      ? findDifference(announced, current) !== undefined
      : !isSame(announced, current);
  });
}
