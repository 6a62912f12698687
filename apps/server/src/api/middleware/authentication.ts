/**
 * Authentication, scopes and rate limits. The order is fixed (OPEN-18): 401, 403, 429, and only then is the
 * content of a request read. A request with a valid key counts against its limit, even if its content is invalid.
 */
import type { RegisterOptions } from '@keyframe/contract/hono';
import { isPromise, type Stage } from '@keyframe/openapi-runtime/server';
import type { Context } from 'hono';
import { SCOPES, type Scope } from '../../db/tables.ts';
import { apiKeyMode } from '../../keys/api-key.ts';
import type { RateDecision } from '../../limits/rate.queries.ts';
import type { AppEnv } from '../app-env.ts';
import { forbidden, invalidApiKey, suspended } from '../errors.ts';
import { formatRates, type RateLimitFields, type RatePolicy, refuseOverLimit } from '../rate-limits.ts';
import { type Admission, type AdmissionServices, admissionRules } from './admission.ts';

/** Creates the handlers of the contract's security schemes (AUT-3, AUT-4). */
export function createSecurity(
  services: AdmissionServices,
): Exclude<RegisterOptions<AppEnv>['security'], false> {
  const rules = admissionRules(services);
  return {
    apiKey: (context, scopes, token) => {
      const mode = apiKeyMode(token ?? '');
      if (token === undefined || mode === undefined) throw invalidApiKey();
      context.set('keyMode', mode);
      context.set('token', token);
      const scope = readScope(scopes);
      const { policy, ownerPolicy, admit } = rules[scope];
      const accept = (admission: Admission | undefined) => {
        if (admission === undefined) throw invalidApiKey();
        const { inScope, decision, ownerDecision } = admission;
        context.set('limits', { policy, decision, ownerPolicy, ownerDecision });
        announceRate(context, policy, decision);
        requireScope(inScope, scope);
        return true;
      };
      const admission = admit(token, context);
      return isPromise(admission) ? admission.then(accept) : accept(admission);
    },
  };
}

/** Rejects a request whose key lacks the scope, or whose owner is suspended (null). */
export function requireScope(inScope: boolean | null, scope: Scope): void {
  if (inScope === null) throw suspended();
  if (!inScope) throw forbidden(scope);
}

/** Each operation of the contract needs one scope. */
function readScope(scopes: readonly string[]): Scope {
  const scope = SCOPES.find((known) => known === scopes[0]);
  if (scope === undefined || scopes.length > 1) throw new TypeError(`Unknown scopes: ${scopes.join(', ')}.`);
  return scope;
}

/** Marks a status query, which has a limit for each task as well (END-5). */
export const markPolling: Stage<AppEnv> = (request) => {
  request.set('polls', true);
  return undefined;
};

/** Refuses a request over the limit of its key (LIM-1, LIM-2), or of all keys of its owner and mode. */
export const limitByKeyAndOwner: Stage<AppEnv> = ({ context }) => {
  const { policy, decision, ownerPolicy, ownerDecision } = context.get('limits');
  refuseOverLimit(policy, decision, 'this API key');
  if (ownerDecision !== undefined && !ownerDecision.allowed) {
    announceRate(context, ownerPolicy, { ...ownerDecision, remaining: 0 });
    refuseOverLimit(ownerPolicy, ownerDecision, `all ${context.get('keyMode')} keys of this account`);
  }
  return undefined;
};

/** Adds a limit to those that the RateLimit fields of the response report. */
export function announceRate(context: Context<AppEnv>, policy: RatePolicy, decision: RateDecision): void {
  const states = context.get('rateStates');
  if (states === undefined) context.set('rateStates', [{ policy, decision }]);
  else states.push({ policy, decision });
}

/**
 * Formats what the limits of a request have left: lists of draft-ietf-httpapi-ratelimit-headers-10, of which each further limit
 * of a request is one more item.
 */
export function rateFields(context: Context<AppEnv>): RateLimitFields {
  return formatRates(context.get('rateStates') ?? []);
}

/** Formats the headers that each successful response of an operation has. */
export function responseFields(context: Context<AppEnv>) {
  return { ...rateFields(context), 'X-Request-Id': context.get('requestId') };
}
