import { CALLBACK_MUTANTS } from './callback-mutants.ts';
import { CLIENT_MUTANTS } from './client-mutants.ts';
import type { FleetBehavior } from './fleet/fleet-behavior.ts';
import { ACCESS_MUTANTS, FORMAT_MUTANTS, LIST_MUTANTS, UPSERT_MUTANTS } from './fleet/fleet-mutants.ts';
import { ROBUSTNESS_MUTANTS, SECURITY_MUTANTS } from './guard-mutants.ts';
import { KEYWORD_MUTANTS, PARAMETER_MUTANTS } from './keyword-mutants.ts';
import { type RendersBehavior, WORK_MUTANTS } from './renders.ts';
import { RESPONSE_MUTANTS } from './response-mutants.ts';
import type { Mutant } from './shop.ts';
import { STATE_MUTANTS } from './state-mutants.ts';

/** Lists the mutants of the shop by what is wrong with them. */
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

/** Lists the mutants of the fleet. */
export const FLEET_MUTANTS: Readonly<Record<string, readonly Mutant<FleetBehavior>[]>> = {
  'conditional updates': UPSERT_MUTANTS,
  'order and ranges': LIST_MUTANTS,
  'files, forms and languages': FORMAT_MUTANTS,
  'keys and webhooks': ACCESS_MUTANTS,
};

/** Lists the mutants of the renders. */
export const RENDERS_MUTANTS: Readonly<Record<string, readonly Mutant<RendersBehavior>[]>> = {
  'asynchronous work': WORK_MUTANTS,
};
