// All faults that the gate is held to.
import { CALLBACK_MUTANTS } from './callback-mutants.ts';
import type { ServiceMutant } from './mutant.ts';
import { READ_MUTANTS } from './read-mutants.ts';
import { SUBMISSION_MUTANTS } from './submission-mutants.ts';
import { TASK_MUTANTS } from './task-mutants.ts';

/** The faults, each one alone. */
export const SERVICE_MUTANTS: readonly ServiceMutant[] = [
  ...READ_MUTANTS,
  ...SUBMISSION_MUTANTS,
  ...TASK_MUTANTS,
  ...CALLBACK_MUTANTS,
];
