// The result of a call, by its response.
import type { ParseAs } from './client-types.ts';

/** The result of a call before it has a type. */
export type CallResult = { data: unknown; response: Response } | { error: unknown; response: Response };

/** Reads the body of a response; an empty one is undefined. */
export async function readResponse(
  response: Response,
  method: string,
  parseAs: ParseAs,
): Promise<CallResult> {
  const { ok, headers, status } = response;
  const length = headers.get('Content-Length');
  const isEmpty =
    status === 204 ||
    method === 'HEAD' ||
    (length === '0' && !headers.get('Transfer-Encoding')?.includes('chunked'));
  if (!ok) return { error: isEmpty ? undefined : parseError(await response.text()), response };
  return { data: isEmpty ? undefined : await readData(response, parseAs, length !== null), response };
}

async function readData(response: Response, parseAs: ParseAs, hasLength: boolean): Promise<unknown> {
  if (parseAs === 'stream') return response.body;
  if (parseAs !== 'json' || hasLength) return response[parseAs]();
  // Without a length, the body may be empty, which is not JSON.
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

// Proxies respond with plain text and without a body.
function parseError(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
