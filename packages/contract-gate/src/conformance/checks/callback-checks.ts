import type { Check } from './check.ts';

const check = (id: string, title: string, explanation: string): Check => ({
  id,
  title,
  explanation,
  severity: 'error',
});

export const CALLBACK_MISSING = check(
  'callback-missing',
  'A callback did not arrive',
  'The request named an address where the document reads it, the request was carried out, and nothing arrived in time. See that the server can reach the gate (`callbacks.host`), trusts its certificate, and does not forbid its address; give it more time with `callbacks.waitMs`.',
);
export const CALLBACK_METHOD = check(
  'callback-method',
  'A callback was sent with the wrong method',
  'The document names the method of the callback; the receiver routes by it.',
);
export const CALLBACK_URL = check(
  'callback-url',
  'A callback arrived at the wrong URL',
  'The runtime expression of the document makes another address than the one that was called: a path, a query or a template is missing.',
);
export const CALLBACK_HEADER = check(
  'callback-header',
  'A header or query of a callback is missing or wrong',
  'A parameter that the callback documents is missing, or its schema refuses it.',
);
export const CALLBACK_MEDIA_TYPE = check(
  'callback-media-type',
  'A callback was sent with the wrong media type',
  'The Content-Type of the callback is none of those that are documented.',
);
export const CALLBACK_BODY = check(
  'callback-body',
  'The body of a callback breaks its schema',
  'What arrived is not what the document says; receivers are written for that.',
);
export const CALLBACK_DISAGREES = check(
  'callback-disagrees',
  'A callback says otherwise than the API',
  'Members of the callback have other values than the same members of the resource that it is about.',
);
export const CALLBACK_TAKEN_BACK = check(
  'callback-taken-back',
  'A resource went back to a state before its callback',
  'A callback announced a state, the resource showed it, and later, without a request that changes it, the resource showed again what it had before: a state that the document lets no callback announce. Clients stop to watch a resource once its callback has come. A read that may come from a replica which lags behind is repeated before it counts.',
);
export const CALLBACK_REPEATED = check(
  'callback-repeated',
  'A callback was sent again after it was received',
  'The receiver answered 2xx, and the same callback was sent once more.',
);
export const CALLBACK_UNASKED = check(
  'callback-unasked',
  'A callback arrived that no request asked for',
  'A request that named no address was followed by a callback, or the callback of one request went to the address of another.',
);
export const CALLBACK_NOT_RETRIED = check(
  'callback-not-retried',
  'A callback was not sent again',
  'The receiver failed, the document says that the callback is repeated, and it was not, or not as often as it says.',
);
export const CALLBACK_RETRIED_TOO_OFTEN = check(
  'callback-retried-too-often',
  'A callback was repeated too often',
  'The receiver kept failing, and more deliveries came than the document allows.',
);
export const CALLBACK_RETRY_SPACING = check(
  'callback-retry-spacing',
  'A callback was repeated too early or too late',
  'The document or the configuration says how long the server waits before each repetition. Too early burdens a receiver that is failing; too late leaves it without what happened.',
);
export const CALLBACK_CHANGED = check(
  'callback-changed',
  'A callback changed between two deliveries',
  'The repeated delivery has other bytes: a receiver that compares or verifies them takes it for another.',
);
export const CALLBACK_SIGNATURE = check(
  'callback-signature',
  'The signature of a callback is wrong',
  'The signature by Standard Webhooks does not verify with a secret of the run, or its time is more than five minutes from now.',
);
export const CALLBACK_UNREACHED: Check = {
  id: 'callback-unreached',
  title: 'No callback could be asked for',
  explanation:
    'The operation has callbacks, and none of its valid requests may name an address of the gate, so nothing was judged. Where the document allows https addresses only, receive over TLS (`--callback-ca`).',
  severity: 'warning',
};
export const WEBHOOK_TRIGGER_FAILED = check(
  'webhook-trigger-failed',
  'The trigger of a webhook failed',
  'What the configuration names as the cause of a webhook failed, so the webhook could not be judged.',
);
