import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the objects of requests out of V8's old generation. V8 allocates objects there directly if most of their kind
 * survive its collections, as those of requests do that wait for the database together. Such an object keeps alive all
 * that it refers to until the next full collection, so each collection copies whole requests that have ended.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
