import { findResponse, type Operation } from '@keyframe/openapi-model';
import type { Case } from '../requests/case.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a request with a known expectation. */
export interface ObservedCase extends Pick<Case, 'expectation' | 'label' | 'pointer' | 'tested'> {
  response: WireResponse;
  /** Whether the request may refer to something that does not exist. */
  hasUnknownReference?: boolean;
}

// Statuses that reject the request itself. Conflicts, limits and missing resources have other causes; the limits of URLs and
// headers are those of the HTTP server.
const REJECTIONS = new Set([400, 405, 406, 411, 413, 415, 416, 417, 422, 501]);

/** Whether a status means that the request is invalid. */
export function isRejection(status: number): boolean {
  return REJECTIONS.has(status);
}

/**
 * Whether a status is a redirect that the operation does not document: to a login page or another address, which shows nothing about
 * the request.
 */
export function isUndocumentedRedirect(operation: Operation, status: number): boolean {
  return status >= 300 && status < 400 && findResponse(operation, status) === undefined;
}
