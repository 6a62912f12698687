/** Reads asynchronous work in the messages of an API: where a start has it, and what its state means. */
export { splitPointer } from '../json-pointer.ts';
export { evaluate, evaluateArguments, locateWork } from './locate-work.ts';
export { readPhase } from './read-phase.ts';
export type { WorkAddress, WorkArgument, WorkPhase, WorkStates } from './work-definition.ts';
