import { CALLBACK_MUTANTS } from './callback-mutants.ts';
import { CLIENT_MUTANTS } from './client-mutants.ts';
import { ROBUSTNESS_MUTANTS, SECURITY_MUTANTS } from './guard-mutants.ts';
import { KEYWORD_MUTANTS, PARAMETER_MUTANTS } from './keyword-mutants.ts';
import { RESPONSE_MUTANTS } from './response-mutants.ts';
import type { Mutant } from './shop.ts';
import { STATE_MUTANTS } from './state-mutants.ts';

/** Lists all mutants by what is wrong with them. */
export const MUTANTS: Readonly<Record<string, readonly Mutant[]>> = {
  keywords: KEYWORD_MUTANTS,
  parameters: PARAMETER_MUTANTS,
  responses: RESPONSE_MUTANTS,
  state: STATE_MUTANTS,
  callbacks: CALLBACK_MUTANTS,
  security: SECURITY_MUTANTS,
  robustness: ROBUSTNESS_MUTANTS,
  'use by a client': CLIENT_MUTANTS,
};
