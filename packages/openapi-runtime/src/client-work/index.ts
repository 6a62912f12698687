/** Work that a service does after it has responded: generated clients of documents with such work import this. */

export { readEnd } from '../work/read-phase.ts';
export { followStream } from './follow-stream.ts';
export { followWork } from './follow-work.ts';
export { locateByUrl } from './locate-by-url.ts';
export { locateByParameters } from './locate-work.ts';
export { awaitOutcome, type WorkOutcome } from './outcome-of.ts';
export { requestCancellation, requestResult, selectResult } from './results.ts';
export { readHeader, readParameter, readRequestBody } from './sources.ts';
export { readFailures } from './states.ts';
export { untilCallback } from './until-callback.ts';
export { createWaitingReader } from './waiting-reader.ts';
export { type CancellableWork, resumeWork, startWork, type WaitOptions, type Work } from './work.ts';
export type { ParameterSources, WorkDefinition, WorkReading, WorkWait } from './work-definition.ts';
export { WorkFailedError, WorkTimeoutError } from './work-errors.ts';
export type { MemberOf, ReadingIn, ResultAt } from './work-types.ts';
export { resumeWorks, startWorks, type WorksDefinition } from './works.ts';
