// Requests and responses as the engine handles them: neither the Fetch API nor a server has to be imitated for another.

/** The headers of a message by their names in lower case. */
export type HeaderTexts = Readonly<Record<string, string>>;

/** A request to a mock. */
export interface MockRequest {
  /** In upper case. */
  method: string;
  url: URL;
  /** The path below which the mock is mounted, such as `/api`; the URL has it or not. */
  basePath?: string | undefined;
  headers: HeaderTexts;
  /** Explains why a server refuses the request. */
  refusal?: string | undefined;
  /** Reads the body; undefined if it is longer than a limit. */
  readBytes: (limit: number) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** A response of a mock. */
export interface MockReply {
  status: number;
  headers: HeaderTexts;
  /** Undefined without a body. */
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** True if the response does not arrive, although the request took effect. */
  isLost?: boolean;
}

/** Finds a header by its name in any case. */
export function getHeader(headers: HeaderTexts, name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(headers, key) ? headers[key] : undefined;
}

/** Writes a JSON response. */
export function replyJson(status: number, body: unknown, type = 'application/json'): MockReply {
  return { status, headers: { 'content-type': type }, body: JSON.stringify(body) };
}
