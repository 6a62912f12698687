/** Values to compare validators on. */
export { type Json, type MutantOptions, mutantsOf, valuesIn } from './mutants.ts';
