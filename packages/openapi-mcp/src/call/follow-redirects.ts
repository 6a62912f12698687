import type { Fetch } from '@keyframe/openapi-runtime/client';

const MOST_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Headers that other origins receive as well: `fetch` itself keeps all but `Authorization`, so keys in other headers too. */
const PUBLIC_HEADERS = ['accept', 'user-agent'];

/** Creates a `fetch` that sends credentials and bodies to no other origin than the one of the request. */
export function followRedirects(send: Fetch): Fetch {
  return async (input, given) => {
    if (given?.redirect === 'manual') return send(input, given);
    if (typeof input !== 'string') return send(input, { ...given, redirect: 'error' });
    let url = new URL(input);
    let init: RequestInit = { ...given, redirect: 'manual' };
    let response = await send(url.href, init);
    for (let count = 0; count < MOST_REDIRECTS; count += 1) {
      const location = response.headers.get('location');
      if (!REDIRECTS.includes(response.status) || location === null || !URL.canParse(location, url.href))
        break;
      const next = new URL(location, url);
      const redirected = redirectRequest(init, response.status, next.origin === url.origin);
      if (redirected === undefined) break;
      await response.body?.cancel();
      [url, init] = [next, redirected];
      response = await send(url.href, init);
    }
    return response;
  };
}

/** Creates the request that a redirect asks for; undefined for one that would send a body to another origin. */
function redirectRequest(init: RequestInit, status: number, isSameOrigin: boolean): RequestInit | undefined {
  const { method = 'GET', body, ...rest } = init;
  const isRead = method === 'GET' || method === 'HEAD';
  // The rule of the Fetch standard (HTTP-redirect fetch): 301 and 302 change only POST.
  const isKept = status === 303 ? isRead : method !== 'POST' || status === 307 || status === 308;
  if (!isSameOrigin && isKept && !isRead) return undefined;
  const headers = [...new Headers(init.headers)].filter(
    ([name]) => (isSameOrigin || PUBLIC_HEADERS.includes(name)) && (isKept || !name.startsWith('content-')),
  );
  return {
    ...rest,
    method: isKept ? method : 'GET',
    headers: Object.fromEntries(headers),
    ...(isKept && isSameOrigin && body !== undefined && { body }),
  };
}
