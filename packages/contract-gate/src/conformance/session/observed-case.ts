import type { Case } from '../requests/case.ts';
import type { WireResponse } from '../wire/wire.ts';

/** The response to a request with a known expectation. */
export interface ObservedCase extends Pick<Case, 'expectation' | 'label' | 'pointer' | 'tested'> {
  response: WireResponse;
}

// Statuses that reject the request itself. Conflicts, limits and missing resources have other causes.
const REJECTIONS = new Set([400, 405, 406, 411, 413, 414, 415, 416, 417, 422, 431, 501]);

/** Whether a status means that the request is invalid. */
export function isRejection(status: number): boolean {
  return REJECTIONS.has(status);
}
