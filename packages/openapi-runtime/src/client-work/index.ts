/** Work that a service does after it has responded: generated clients of documents with such work import this. */
export { followStream } from './follow-stream.ts';
export { followWork } from './follow-work.ts';
export { byUrl } from './locate-by-url.ts';
export { byParameters } from './locate-work.ts';
export { outcomeOf, type WorkOutcome } from './outcome-of.ts';
export { cancelBy, resultAt, resultBy } from './results.ts';
export { ofBody, ofHeader, ofRequest } from './sources.ts';
export { readFailures, stateAt, stateByStatus, withOutcome } from './states.ts';
export { untilCallback } from './until-callback.ts';
export { waitFor } from './waiting-reader.ts';
export { type CancellableWork, resumeWork, startWork, type WaitOptions, type Work } from './work.ts';
export type { WorkDefinition, WorkReading, WorkWait } from './work-definition.ts';
export { WorkFailedError, WorkTimeoutError } from './work-errors.ts';
export type { MemberOf, ReadingIn, ResultAt } from './work-types.ts';
export { resumeWorks, startWorks, type WorksDefinition } from './works.ts';
