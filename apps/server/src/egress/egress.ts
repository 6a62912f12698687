// SSRF protection: the only way out to URLs that users gave, those of callbacks and references.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { createAddressBlockList } from '@keyframe/openapi-runtime/node';
import { readCertificates } from './certificates.ts';
import type { ConnectionOptions } from './connect.ts';
import { startDeadline } from './deadline.ts';
import { type DownloadedFile, downloadFile, type EgressDownload } from './download.ts';
import { EgressError } from './egress-error.ts';
import { openExchange, readChunks } from './exchange.ts';
import { KeptConnections } from './kept-connections.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';
import { proveGuard } from './self-test.ts';
import { createAllowList, createUrlRule, type Protocols } from './url-rule.ts';

/** Configures the way out. */
interface EgressOptions {
  /** `host:port` pairs exempt from SSRF protection (EGRESS_ALLOW); their scheme is still checked. */
  allow: readonly string[];
  /** A PEM file of certificates to trust besides the usual ones (EGRESS_CA). */
  caFile?: string | undefined;
  /** Defaults to the system's hosts file and name servers. */
  resolveName?: ResolveName;
}

/** Describes one request; `timeoutMs` covers connecting, sending and reading the whole response. */
export interface EgressRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  timeoutMs: number;
  /** How much of the response's body is read before the connection is closed. */
  maxResponseBytes: number;
  signal?: AbortSignal;
  protocols: Protocols;
}

/** Holds a response; a redirect is a response like any other. */
export interface EgressResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body went on after `maxResponseBytes`. */
  truncated: boolean;
}

/** Makes the requests to URLs of users; every failure is an `EgressError`. */
export interface Egress {
  /** Checks a URL at submission: null, or a text that completes a sentence starting with the field's name. */
  check(url: string, rule: { protocols: Protocols }): string | null;
  /**
   * Sends one request and follows no redirect. Connections over TLS are kept for a moment and used again; a request that
   * finds its kept connection closed is sent once more, so the receiver must accept repetitions.
   */
  request(request: EgressRequest): Promise<EgressResponse>;
  /** Fetches a file, following up to 3 redirects, and leaves no partial file behind. */
  download(download: EgressDownload): Promise<DownloadedFile>;
  /** Proves that the guard holds in this runtime, and rejects otherwise. */
  selfTest(): Promise<void>;
}

function trust(caFile: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates('default'), ...readCertificates(caFile)] });
}

async function readAtMost(response: IncomingMessage, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readChunks(response)) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: bytes > maxBytes };
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<EgressResponse> {
  const status = response.statusCode ?? 0;
  try {
    return { status, headers: response.headers, ...(await readAtMost(response, maxBytes)) };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new EgressError(error.reason, error.message, { cause: error, status });
  } finally {
    response.destroy();
  }
}

/** Creates the egress; throws when an allow entry or the certificate file cannot be read. */
export function createEgress(options: EgressOptions): Egress {
  const blockList = createAddressBlockList();
  const allowList = createAllowList(options.allow);
  const checkUrl = createUrlRule(blockList, allowList);
  const kept = new KeptConnections();
  const connection: ConnectionOptions = {
    resolveName: options.resolveName ?? createNameResolver(),
    ...(options.caFile !== undefined && { secureContext: trust(options.caFile) }),
  };

  function prepare(text: string, protocols: Protocols): [URL, ConnectionOptions] {
    const problem = checkUrl(text, protocols);
    if (problem) throw new EgressError(problem.reason, `the URL ${problem.problem}`);
    const url = new URL(text);
    return [url, allowList.has(url) ? connection : { ...connection, blockList }];
  }

  return {
    check: (url, { protocols }) => checkUrl(url, protocols)?.problem ?? null,
    request: async ({ url, protocols, timeoutMs, maxResponseBytes, signal, ...exchange }) => {
      using deadline = startDeadline(timeoutMs, signal);
      const [target, checked] = prepare(url, protocols);
      const request = { ...exchange, url: target, signal: deadline.signal };
      const response = await openExchange(request, checked, target.protocol === 'https:' ? kept : undefined);
      return await readResponse(response, maxResponseBytes);
    },
    download: (download) =>
      downloadFile(async (url, protocols, signal) => {
        const [target, checked] = prepare(url, protocols);
        const request = { method: 'GET', url: target, headers: { 'accept-encoding': 'identity' }, signal };
        return openExchange(request, checked);
      }, download),
    selfTest: () => proveGuard(blockList),
  };
}
