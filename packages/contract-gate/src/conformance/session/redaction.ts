// Replaces secrets in findings: in responses of servers that echo them, and in the output of tools.

import type { Finding, Payload, ReceivedResponse, SentRequest } from '../../finding.ts';
import { encodeText } from '../wire/encode-text.ts';

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Replacement of a secret in each report; the curl commands use it as a variable. */
export const HIDDEN = '$CREDENTIALS';
// Anything shorter occurs by chance.
const SHORTEST = 6;
const SPECIAL = /[$()*+.?[\\\]^{|}]/g;

/** Makes the function that replaces secrets, also where they are encoded or in capitals. */
export function createRedactor(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter(({ length }) => length >= SHORTEST)
    // An echo may be written into a JSON text or a URL that is itself encoded.
    .flatMap(listEncodings)
    .flatMap(listEncodings);
  if (forms.length === 0) return (text) => text;
  // The longest first: one may be the beginning of another.
  const longestFirst = [...new Set(forms)].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map((form) => form.replaceAll(SPECIAL, '\\$&')).join('|'), 'gi');
  return (text) => text.replaceAll(pattern, () => HIDDEN);
}

function listEncodings(text: string): string[] {
  const inForms = new URLSearchParams([['', text]]).toString().slice(1);
  return [text, encodeText(text), inForms, JSON.stringify(text).slice(1, -1)];
}

/** Replaces the secrets in the texts of a finding; what comes from the document stays as it is. */
export function redactFinding({ request, response, before, ...finding }: Finding, redact: Redact): Finding {
  return {
    ...finding,
    message: redact(finding.message),
    received: redact(finding.received),
    ...(request ? { request: redactedRequest(request, redact) } : {}),
    ...(response ? { response: redactedMessage(response, redact) } : {}),
    ...(before ? { before: before.map((one) => redactedRequest(one, redact)) } : {}),
  };
}

function redactedRequest(request: SentRequest, redact: Redact): SentRequest {
  return { ...redactedMessage(request, redact), url: redact(request.url) };
}

function redactedMessage<TMessage extends ReceivedResponse | SentRequest>(
  message: TMessage,
  redact: Redact,
): TMessage {
  const { headers, body } = message;
  return {
    ...message,
    headers: headers.map(([name, value]) => [name, redact(value)] as const),
    ...(body ? { body: redactedPayload(body, redact) } : {}),
  };
}

function redactedPayload(payload: Payload, redact: Redact): Payload {
  const { text, encoding } = payload;
  if (encoding === 'utf8') return { ...payload, text: redact(text) };
  const bytes = Buffer.from(text, 'base64').toString('latin1');
  return { ...payload, text: Buffer.from(redact(bytes), 'latin1').toString('base64') };
}
