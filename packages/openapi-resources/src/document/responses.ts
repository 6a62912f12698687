// The documented responses of an operation.
import { findResponse, type MediaType, type Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';

/** Reports whether an operation documents the rejection of a request for another reason than its credentials. */
export function documentsError({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^(?:4(?!01|03)|default)/i.test(status));
}

/** Reports whether an operation documents that its resource may not exist. */
export function documentsMissing({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404' || status === '410');
}

/** Finds the status of the first documented success. */
export function findSuccess({ responses }: Operation): number {
  const statuses = responses.map(({ status }) => status);
  const success = statuses.find((status) => /^2\d\d$/.test(status));
  if (success !== undefined) return Number(success);
  if (statuses.some((status) => /^2XX$/i.test(status))) return 200;
  const redirect = statuses.find((status) => /^3\d\d$/.test(status));
  return redirect === undefined ? 200 : Number(redirect);
}

/** Finds the JSON media type of the success of an operation. */
export function findJsonMedia(operation: Operation): MediaType | undefined {
  return findResponse(operation, findSuccess(operation))?.content.find(({ name }) => isJson(name));
}
