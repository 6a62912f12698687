// Requests and replies of the shop.

/** A request as handlers see it. */
export interface ShopRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  bytes: Buffer;
  isTooLong: boolean;
}

/** A response before it is written; `hang` never is. */
export type Reply =
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: unknown; raw?: Buffer };

/** Writes a 400. */
export function badRequest(message: string): Reply {
  return { status: 400, body: { code: 'bad_request', message } };
}
