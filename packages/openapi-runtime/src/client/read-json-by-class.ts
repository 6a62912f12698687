import type { ResponseReader } from './reading.ts';

/**
 * Reads the responses of an operation that answers in JSON by the class of their status alone, as RFC 9110 (section 15)
 * has it for statuses that a client does not know: every 2xx is the documented success.
 */
export const readJsonByClass: ResponseReader = async (response, { parse, target, errors, deadline }) => {
  const { ok, status, headers } = response;
  const text = await response.text();
  deadline.end();
  const contentType = headers.get('content-type') ?? 'application/json';
  const isJson = text && /[/+]json\b/i.test(contentType);
  const data = isJson ? parse(text) : text;
  const answer = { ok, status, contentType, data, response };
  if (isJson) return answer;
  throw errors.response({ answer, target, isDocumented: false });
};
