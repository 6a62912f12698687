import type { OpenApiModel, Selection } from '@keyframe/openapi-model';
import type { ConventionOverrides } from '@keyframe/openapi-resources';
import type { Clock } from '@keyframe/openapi-runtime/internal';
import type { Finding, SentRequest } from '../finding.ts';

/** Options of connections over TLS, in PEM. */
export interface TlsOptions {
  /** Accepts any certificate of the server. */
  insecure?: boolean;
  /** Certificates to trust in addition to those of Node and NODE_EXTRA_CA_CERTS. */
  ca?: string;
  /** The certificate of the client, and its key. */
  cert?: string;
  key?: string;
}

/** A request for which a function returns the headers that sign it. */
export interface SignedRequest extends Omit<SentRequest, 'body' | 'headers'> {
  /** The headers, without those of the function. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | undefined;
}

/**
 * Credentials of one owner, by the names of their headers, or of API keys that the document puts in the query or in a
 * cookie. A function is called before the run and after a 401; one that takes a request, for each request.
 */
export type Authorization =
  | Readonly<Record<string, string>>
  | ((request: SignedRequest) => Promise<Readonly<Record<string, string>>>);

/** Credentials that hold fewer scopes than some operations need. */
export interface LimitedCredentials {
  headers: Readonly<Record<string, string>>;
  /** All scopes that they hold. */
  scopes: readonly string[];
}

/** Options for receiving callbacks and webhooks. */
export interface CallbackOptions {
  /** The host under which the server reaches the gate; 127.0.0.1 by default. For another one, the gate listens on every interface. */
  host?: string;
  /** A free port by default. */
  port?: number;
  /** The origin under which the server under test reaches the gate, through a tunnel or a proxy; host and port by default. */
  url?: string;
  /** The path of a certificate of `createCallbackAuthority`, which the server has to trust. With it, callbacks arrive over TLS. */
  caFile?: string;
  /** Time that a callback may take to arrive; 10,000 by default. */
  waitMs?: number;
  /** Deliveries after the first one that a server owes to a receiver that fails, or the pause before each in milliseconds; by default the extension `x-callback-retries` of the document. */
  retries?: number | readonly number[];
  /** Keys that must each verify a declared Standard Webhooks signature: `whsec_…` (v1) or `whpk_…` (v1a). */
  secrets?: readonly string[];
  /** Functions by webhook name; each makes the server send that webhook of the document to `url`. */
  webhooks?: Readonly<Record<string, (webhook: { url: string }) => Promise<unknown>>>;
}

/** Parts of a run, in their order; `work` is asynchronous work. */
export type PhaseName =
  | 'examples'
  | 'callbacks'
  | 'work'
  | 'idempotency'
  | 'coverage'
  | 'state'
  | 'methods'
  | 'security'
  | 'robustness'
  | 'properties';

/** Options of `runConformance`. Times are milliseconds. */
export interface ConformanceOptions extends Selection {
  document: OpenApiModel;
  /** Requests go to this origin only; its path precedes every path of the document. */
  server: URL;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Headers of a second owner, who must not see resources of the first one. */
  otherHeaders?: Readonly<Record<string, string>>;
  auth?: Authorization;
  /** Credentials that some operations must reject. */
  limited?: readonly LimitedCredentials[];
  callbacks?: CallbackOptions;
  /** Starts every random sequence: the same seed sends the same requests. */
  seed: number;
  maxTimeMs: number;
  /** The certificates of connections over TLS. */
  tls?: TlsOptions;
  /** The HTTP proxy between the gate and the server. */
  proxy?: URL | undefined;
  /** How long to wait for a server that accepts no connection yet, or that responds 503 with Retry-After; 0 and 60,000 by default. */
  waitMs?: number;
  /** Requests under way at once. */
  workers: number;
  /** Maximum requests per second; by default 50, and no limit for a server on this machine. */
  rate?: number;
  /** Time for one whole response; 10,000 by default. */
  responseTimeoutMs?: number;
  /** Only these parts of a run; all by default. */
  phases?: readonly PhaseName[];
  /** Number of valid random requests per operation, and of invalid ones; 40 by default. Infinity continues until the time is over. */
  propertyRuns?: number;
  /** Names that mean something other than the gate assumes. */
  conventions?: ConventionOverrides;
  /** Whether a value must be of its `format` (the default), or the format is an annotation. */
  formats?: 'annotate' | 'assert';
  /** Calls operations that may end, restart, empty or lock the server, too, after all others. */
  destructive?: boolean;
  /** Changes and deletes resources that existed before the run, too. */
  existingData?: boolean;
  /** Accepts a run in which no valid request to any operation succeeds. */
  allowUnreached?: boolean;
  onProgress?: (progress: ConformanceProgress) => void;
  signal?: AbortSignal;
  /** The source of time; that of the system by default. */
  clock?: Clock;
}

/** The state of a run: its phase, the requests sent, and the findings until now. */
export interface ConformanceProgress {
  phase: string;
  requests: number;
  findings: number;
  elapsedMs: number;
}

/** A part of the document that exchanges can exercise, and the number of those that did. */
export interface CoverageEntry {
  kind:
    | 'operation'
    | 'response'
    | 'media-type'
    | 'parameter'
    | 'header'
    | 'keyword'
    | 'link'
    | 'callback'
    | 'security'
    | 'example';
  operation: string;
  /** Into the document, in URI fragment form. */
  pointer: string;
  /** `minLength`, `404`, `application/json`. */
  name: string;
  /** Number of exchanges that exercised it. */
  count: number;
}

/** Counts of a run. */
export interface ConformanceStatistics {
  requests: number;
  elapsedMs: number;
  /** Findings before those of the same cause were joined. */
  violations: number;
  /** Whether the time was over before the last phase was. */
  isComplete: boolean;
  /** Sentences about the run that a reader of the summary has to know. */
  remarks?: readonly string[];
  /** Present if the time was over: the number of tested operations, the unfinished phases, and the time for all of them. */
  unfinished?: { operations: number; phases: readonly string[]; estimatedMs: number };
}

/** The findings of a run, the parts of the document that it exercised, and its counts. */
export interface ConformanceResult {
  findings: Finding[];
  coverage: CoverageEntry[];
  statistics: ConformanceStatistics;
}
