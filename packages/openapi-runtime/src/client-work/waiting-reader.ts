import type { AnyRequest, OperationDefinition, RequestWriter } from '../client/operation-definition.ts';

/** Makes a reader that requests a response when the work ends, by a parameter, for at most some milliseconds. */
export function createWaitingReader(
  reader: OperationDefinition,
  parameters: Pick<AnyRequest, 'header' | 'query'>,
  ms: number,
): OperationDefinition {
  const write: RequestWriter = (_, request, { options }) => {
    for (const location of ['header', 'query'] as const) {
      if (parameters[location]) request[location] = { ...parameters[location], ...request[location] };
    }
    options.timeout = (options.timeout ?? 0) + ms;
  };
  return { ...reader, write: [write, ...(reader.write ?? [])] };
}
