/** Values to compare validators on. */
export { type Json, type MutantOptions, mutantsOf, namesIn, valuesIn } from './mutants.ts';
export { type SampleOptions, samplesOf } from './samples.ts';
