/** Limits of the bodies of submissions. */

/** The largest body of an operation, in bytes: 256 KiB (OPEN-14). */
export const MAX_BODY_BYTES = 256 * 1024;
/** A submission with short URLs and a long prompt; a smaller body costs hardly more than its request. */
export const SMALL_BODY_BYTES = 4 * 1024;
/** Far more than a request of the contract needs; 87,000 items fit into a body, and took validators six seconds. */
export const BODY_STRUCTURE = { maxDepth: 64, maxMembers: 1000 };
