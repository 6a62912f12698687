// What every response is held to, whichever request it answers.

import { judgeMalformed } from './body-malformed.ts';
import { judgeBody } from './body-schema.ts';
import { judgeNoBody } from './body-undocumented.ts';
import type { ResponseCheck } from './check.ts';
import { judgeHeaders } from './header-schema.ts';
import { judgeLanguage } from './language-differs.ts';
import { judgeMediaType } from './media-type-undocumented.ts';
import { judgeProblem } from './problem-status.ts';
import { judgeServerError } from './server-error.ts';
import { judgeStackTrace } from './stack-trace.ts';
import { judgeStatus } from './status-undocumented.ts';

export const RESPONSE_CHECKS: readonly ResponseCheck[] = [
  judgeServerError,
  judgeStackTrace,
  judgeStatus,
  judgeMediaType,
  judgeNoBody,
  judgeMalformed,
  judgeBody,
  judgeHeaders,
  judgeProblem,
  judgeLanguage,
];
