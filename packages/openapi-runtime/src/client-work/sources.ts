import type { AnyRequest, ParameterLocation } from '../client/operation-definition.ts';
import { resolvePointer } from '../json-pointer.ts';
import type { WorkExchange } from './work-definition.ts';

/** Takes a value from a parameter of the request. */
export const readParameter =
  (location: ParameterLocation, name: string) =>
  ({ request }: WorkExchange): unknown =>
    Object(request?.[location as keyof AnyRequest])[name];

/** Takes a value from the body of the request. */
export const readRequestBody =
  (pointer: string) =>
  ({ request }: WorkExchange): unknown =>
    resolvePointer(request?.body, pointer);

/** Takes a value from a header of the response. */
export const readHeader =
  (name: string) =>
  ({ response }: WorkExchange): unknown =>
    response?.headers.get(name) ?? undefined;
