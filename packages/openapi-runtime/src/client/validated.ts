// Responses that are checked by the schemas of their document.
import { type Check, findIssue, formatPath } from '../validation/check.ts';
import type { Answer } from './error-factory.ts';
import type { ResponseReader } from './reading.ts';

type TypeChecks = Readonly<Record<string, Check>>;

/** Checks of JSON bodies by status, range (`4XX`) or `default`, and media type. */
export interface ResponseChecks {
  readonly [status: string]: TypeChecks | undefined;
  readonly default?: TypeChecks | undefined;
}

/**
 * Reads responses and checks their bodies.
 * @throws `errors.response` for a body that its schema rejects
 */
export function validated(read: ResponseReader, checks: ResponseChecks): ResponseReader {
  return async (response, reading) => {
    const answer = await read(response, reading);
    const check = findCheck(checks, answer);
    const issue = check && answer.data !== undefined ? findIssue(check, answer.data) : undefined;
    if (issue === undefined) return answer;
    const message = `an invalid body: ${formatPath(issue.path)} ${issue.message}`;
    const { target, errors } = reading;
    throw errors.response({ answer, target, isDocumented: false, issue: { ...issue, message } });
  };
}

function findCheck(checks: ResponseChecks, { status, contentType }: Answer): Check | undefined {
  const types = checks[status] ?? checks[`${Math.floor(status / 100)}XX`] ?? checks.default ?? {};
  return contentType === undefined ? Object.values(types)[0] : types[contentType];
}
