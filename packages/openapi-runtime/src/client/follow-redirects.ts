import type { Fetch } from './client.ts';

const MOST_REDIRECTS = 20;
/** Headers that other origins receive as well. */
const PUBLIC_HEADER = /^(?:accept|accept-language|content-.*|idempotency-key|user-agent)$/;

interface Hop extends RequestInit {
  url: string;
  method: string;
}

/**
 * Creates a `fetch` that sends credentials to no other origin than that of the request, in any header:
 * `fetch` itself removes only `Authorization`. Redirects are followed as the Fetch standard says (HTTP-redirect fetch);
 * if `isStrict`, one that asks another origin for more than GET or HEAD is the response.
 */
export function followRedirects(send: Fetch, isStrict = false): Fetch {
  return async (input, init) => {
    const request = typeof input === 'string' ? { ...init, url: input } : input;
    const { url, headers = {}, signal = null, method = 'GET', redirect = 'follow' } = request;
    const secret = [...new Headers(headers).keys()].find(
      (name) => name !== 'authorization' && !PUBLIC_HEADER.test(name),
    );
    if (redirect !== 'follow' || !(isStrict || secret)) return send(input, init);
    let hop: Hop = { ...init, url, headers, signal, method, redirect: 'manual' };
    const sendHop =
      typeof input === 'string' ? createUrlSender(send) : createRequestSender(input, send, init);
    let response = await sendHop(hop);
    if (response.type === 'opaqueredirect')
      throw new Error(
        `browsers send ${secret} wherever a redirect leads: to allow it, set redirect to "follow"`,
      );
    for (let count = 0; count < MOST_REDIRECTS; count += 1) {
      const next = redirectHop(hop, response, isStrict);
      if (!next) break;
      await response.body?.cancel();
      hop = next;
      response = await sendHop(hop);
    }
    return response;
  };
}

type SendHop = (hop: Hop) => Promise<Response>;

const createUrlSender =
  (send: Fetch): SendHop =>
  ({ url, ...init }) =>
    send(url, init);

function createRequestSender(request: Request, send: Fetch, init?: RequestInit): SendHop {
  const copy = request.body && request.clone();
  // Members that only a custom `fetch` knows, such as those of frameworks, are on the request itself.
  const members = Object.fromEntries(Object.entries(request));
  let source: Request | undefined = request;
  return async ({ url, ...hop }) => {
    const body = source || hop.method !== request.method ? undefined : await copy?.arrayBuffer();
    const next = new Request(source ?? url, body ? { ...hop, body } : hop);
    source = undefined;
    return send(Object.assign(next, members), init);
  };
}

/** Returns the request to the location of a redirect; undefined if the response is not a redirect. */
function redirectHop(
  { body, ...hop }: Hop,
  { status, headers }: Response,
  isStrict: boolean,
): Hop | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const target = new URL(location, hop.url);
  const isSameOrigin = target.origin === new URL(hop.url).origin;
  const isRead = /^(?:GET|HEAD)$/.test(hop.method);
  // 301 and 302 change only POST.
  const isKept = status === 303 ? isRead : hop.method !== 'POST' || status > 303;
  if (!/^https?:$/.test(target.protocol) || (isStrict && !isSameOrigin && isKept && !isRead))
    return undefined;
  const kept = [...new Headers(hop.headers)].filter(([name]) =>
    name.startsWith('content-')
      ? isKept && (isSameOrigin || !isRead)
      : isSameOrigin || PUBLIC_HEADER.test(name),
  );
  return { ...hop, url: target.href, headers: kept, ...(isKept ? body && { body } : { method: 'GET' }) };
}
