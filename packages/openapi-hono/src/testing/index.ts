/** Values to compare validators on, and the formats that generated validators assert. */
export { NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
export { type Json, type MutantOptions, mutantsOf, namesIn, valuesIn } from './mutants.ts';
export { type SampleOptions, samplesOf } from './samples.ts';
