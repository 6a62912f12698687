// Ids of work: what its start responded, as a text from which the request of its reader follows.
import type { AnyRequest } from '../client/operation-definition.ts';
import { resolvePointer } from '../json-pointer.ts';
import type { ParameterSources, ValueSource, WorkExchange, WorkLocator } from './work-definition.ts';

function readSource(source: ValueSource, exchange: WorkExchange): unknown {
  return typeof source === 'string' ? resolvePointer(exchange.data, source) : source(exchange);
}

function listSlots(sources: ParameterSources = {}): [location: string, name: string, source: ValueSource][] {
  return Object.entries(sources).flatMap(([location, names]) =>
    Object.entries(names).map(([name, source]): [string, string, ValueSource] => [location, name, source]),
  );
}

/** Creates a request whose values have sources. */
function fill(
  sources: ParameterSources | undefined,
  read: (source: ValueSource, index: number) => unknown,
  constants: Readonly<Record<string, object>> = {},
): AnyRequest {
  const request = { ...constants };
  listSlots(sources).forEach(([location, name, source], index) => {
    request[location] = { ...request[location], [name]: read(source, index) };
  });
  return request;
}

/** Creates a request whose values are those of an exchange. */
export function createRequest(sources: ParameterSources | undefined, exchange: WorkExchange): AnyRequest {
  return fill(sources, (source) => readSource(source, exchange));
}

/**
 * Locates work by the values of its reader's parameters, besides constant ones. An id sets no other parameters than those
 * that have sources.
 */
export function byParameters(
  sources: ParameterSources,
  constants: Readonly<Record<string, object>> = {},
): WorkLocator {
  return {
    write(exchange) {
      const values = listSlots(sources).map(([, , source]) => readSource(source, exchange));
      if (values.some((value) => value == null)) return undefined;
      return values.length === 1 ? String(values[0]) : JSON.stringify(values);
    },
    read(id) {
      const values = listSlots(sources).length === 1 ? [id] : JSON.parse(id);
      return { request: fill(sources, (_, index) => values[index], constants) };
    },
  };
}
