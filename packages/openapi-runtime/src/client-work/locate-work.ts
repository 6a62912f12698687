// Ids of work: what its start responded, as a text from which the request of its reader follows.
import type { AnyRequest } from '../client/operation-definition.ts';
import { resolvePointer } from '../json-pointer.ts';
import type { ParameterSources, WorkExchange, WorkLocator } from './work-definition.ts';

/** Creates a request whose values are those of an exchange. */
export function createRequest(sources: ParameterSources, exchange: WorkExchange): AnyRequest {
  return fillRequest(sources, readValues(sources, exchange));
}

/**
 * Locates work by the values of its reader's parameters, besides constant ones. An id sets no other parameters than those
 * that have sources.
 */
export function locateByParameters(
  sources: ParameterSources,
  constants?: Readonly<Record<string, object>>,
): WorkLocator {
  const isSingle = sources.length === 1;
  return {
    write(exchange) {
      const values = readValues(sources, exchange);
      if (values.some((value) => value == null)) return undefined;
      return isSingle ? String(values[0]) : JSON.stringify(values);
    },
    read(id) {
      return { request: fillRequest(sources, isSingle ? [id] : JSON.parse(id), constants) };
    },
  };
}

function readValues(sources: ParameterSources, exchange: WorkExchange): unknown[] {
  return sources.map(([, , source]) =>
    typeof source === 'string' ? resolvePointer(exchange.data, source) : source(exchange),
  );
}

function fillRequest(
  sources: ParameterSources,
  values: readonly unknown[],
  constants?: Readonly<Record<string, object>>,
): AnyRequest {
  const request: Record<string, object> = { ...constants };
  for (const [index, [location, name]] of sources.entries()) {
    request[location] = { ...request[location], [name]: values[index] };
  }
  return request;
}
