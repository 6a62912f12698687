// Work that was followed, as the checks of work see it.
import type { Work } from '@keyframe/openapi-resources';
import type { FollowedWork, WorkReading } from '../resources/work-follower.ts';
import type { Basis } from '../session/basis.ts';
import type { Exchange } from '../session/session.ts';

/** Work that was read until its end. */
export interface ObservedWork extends FollowedWork {
  /** Reads after the end. */
  later: readonly WorkReading[];
  /** The response of the operation that returns the result, after a success; undefined without one. */
  result: Exchange | undefined;
}

/** Work that was cancelled. */
export interface CancelledWork extends FollowedWork {
  cancellation: Exchange;
}

/** Returns the basis of a rule about work: a promise only if the document describes it with certainty. */
export function rateWork({ certainty, missing, states }: Work): Basis {
  const { waiting, success, ended } = states;
  const isDescribed = waiting.length > 0 && success.length + ended.length > 0;
  return certainty === 'certain' && missing.length === 0 && isDescribed ? 'promise' : 'convention';
}

/** Formats the words of readings in their order, each once: `queued, running, done`. */
export function formatWords(readings: readonly Pick<WorkReading, 'word'>[]): string {
  const words = readings.map(({ word }) => word ?? 'no state');
  return words.filter((word, index) => word !== words[index - 1]).join(', ');
}
