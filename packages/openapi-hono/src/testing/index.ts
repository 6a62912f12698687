/** Values to compare validators on, and the formats that generated validators assert. */
export { NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
export { collectNames, collectValues, createMutants, type Json, type MutantOptions } from './mutants.ts';
export { createSamples, type SampleOptions } from './samples.ts';
