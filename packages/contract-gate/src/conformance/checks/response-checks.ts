import type { Check, ResponseCheck } from '../session/check.ts';
import type { ExchangeChecks, FailedExchange } from '../session/session.ts';
import { bodyItemSchema } from './body-item-schema.ts';
import { bodyMalformed } from './body-malformed.ts';
import { bodySchema } from './body-schema.ts';
import { bodyUndocumented } from './body-undocumented.ts';
import { headerMissing } from './header-missing.ts';
import { headerSchema } from './header-schema.ts';
import { languageDiffers } from './language-differs.ts';
import { mediaTypeUndocumented } from './media-type-undocumented.ts';
import { problemStatus } from './problem-status.ts';
import { responseFailed } from './response-failed.ts';
import { serverError } from './server-error.ts';
import { stackTrace } from './stack-trace.ts';
import { statusUndocumented } from './status-undocumented.ts';

const RESPONSE: readonly ResponseCheck[] = [
  serverError,
  stackTrace,
  statusUndocumented,
  mediaTypeUndocumented,
  bodyUndocumented,
  bodyMalformed,
  bodySchema,
  bodyItemSchema,
  headerMissing,
  headerSchema,
  problemStatus,
  languageDiffers,
];

const FAILURE: readonly Check<FailedExchange>[] = [responseFailed];

/** The checks that run on every exchange. */
export const EXCHANGE_CHECKS: ExchangeChecks = { response: RESPONSE, failure: FAILURE };
