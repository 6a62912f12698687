// One run against one server: sends drafts, holds every response to the document, and counts what was exercised.

import { type OpenApiModel, type Operation, type Response, valueAt } from '@keyframe/openapi-model';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/http';
import type { ExactValidators } from '@keyframe/openapi-schema/validators';
import type { JudgedExchange, ParsedBody, Violation } from './checks/check.ts';
import { RESPONSE_CHECKS } from './checks/response-checks.ts';
import { responseFailed } from './checks/response-failed.ts';
import type { ConformanceOptions } from './conformance.ts';
import { Coverage } from './coverage.ts';
import type { Credentials } from './credentials.ts';
import type { Findings } from './findings.ts';
import { type Random, randomOf } from './random.ts';
import { type Draft, keyPairs, parameterKey, writeDraft } from './requests/draft.ts';
import { withFreshKey } from './requests/freshen.ts';
import { SchemaSpace } from './schema/schema-space.ts';
import { ExchangeFailedError } from './wire/exchange-failed-error.ts';
import { formPartsOf } from './wire/form-parts.ts';
import type { Transport } from './wire/transport.ts';
import { headerOf, type WireRequest, type WireResponse } from './wire/wire.ts';

/** A request with its response. */
export interface Exchange {
  operation: Operation;
  draft: Draft;
  request: WireRequest;
  response: WireResponse;
  body: ParsedBody;
  /** What was wrong with the response, whatever the request was. */
  violations: number;
}

/** How one draft is sent. */
export interface SendOptions {
  /** In place of the first owner's headers. */
  headers?: Readonly<Record<string, string>>;
  /** Requests that have to precede it, for the finding. */
  before?: readonly WireRequest[];
}

export interface SessionParts {
  model: OpenApiModel;
  validators: ExactValidators;
  transport: Transport;
  credentials: Credentials;
  findings: Findings;
  options: ConformanceOptions;
}

// A limit of requests is waited for, so long as it is short.
const LONGEST_WAIT_MS = 15_000;
const MOST_WAITS = 4;

/** Sends and judges. */
export class Session {
  readonly model: OpenApiModel;
  readonly options: ConformanceOptions;
  readonly credentials: Credentials;
  readonly findings: Findings;
  readonly transport: Transport;
  readonly requests: SchemaSpace;
  readonly responses: SchemaSpace;
  readonly coverage = new Coverage();
  /** Called with every exchange. */
  onExchange: (exchange: Exchange) => void = () => undefined;
  readonly #basePath: string;
  readonly #startedAt = performance.now();
  readonly #nonce = Math.floor(Math.random() * 2 ** 32);
  #refreshedAt = 0;

  constructor({ model, validators, transport, credentials, findings, options }: SessionParts) {
    this.model = model;
    this.options = options;
    this.transport = transport;
    this.credentials = credentials;
    this.findings = findings;
    this.requests = new SchemaSpace(validators, 'request');
    this.responses = new SchemaSpace(validators, 'response');
    this.#basePath = options.server.pathname.replace(/\/+$/, '');
  }

  /** Milliseconds since the run began. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Milliseconds until the run has to end. */
  get remainingMs(): number {
    return this.options.maxTimeMs - this.elapsedMs;
  }

  /** Tells whether the run has to end. */
  get isOver(): boolean {
    return this.remainingMs <= 0 || this.options.signal?.aborted === true;
  }

  /** The URL that targets are put behind. */
  get origin(): string {
    return this.options.server.origin;
  }

  /** The path of the server, without a slash at its end. */
  get basePath(): string {
    return this.#basePath;
  }

  /** Makes a sequence that no earlier run had, for what a server remembers longer than a run: keys and taken names. */
  unrepeatable(): Random {
    return randomOf(this.#nonce + this.transport.sent);
  }

  /** Writes a draft as the first owner would send it. */
  write(draft: Draft, headers = this.credentials.own): WireRequest {
    return writeDraft(draft, {
      basePath: this.#basePath,
      headers,
      places: this.credentials.places,
      partsOf: (mediaType) =>
        isMultipart(mediaType.name) ? formPartsOf(this.requests, mediaType) : new Map(),
    });
  }

  /** Adds the API keys of the first owner that belong in the query to a target that was not made from a draft. */
  withKeys(target: string): string {
    const { own, places } = this.credentials;
    const pairs = keyPairs(own, places, 'query');
    return pairs.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  }

  /** Sends a draft and judges its response; undefined where none came, which is a finding. */
  async send(given: Draft, { headers, before }: SendOptions = {}): Promise<Exchange | undefined> {
    const draft = withFreshKey(given, { space: this.requests, random: this.unrepeatable() });
    const request = this.write(draft, headers);
    const exchange = await this.sendRequest(draft, request, before);
    const isExpired = exchange?.response.status === 401 && headers === undefined;
    if (!isExpired || typeof this.options.auth !== 'function' || this.elapsedMs - this.#refreshedAt < 5_000)
      return exchange;
    this.#refreshedAt = this.elapsedMs;
    await this.credentials.refresh();
    return this.sendRequest(draft, this.write(draft), before);
  }

  /** Sends a request that was written already. */
  async sendRequest(
    draft: Draft,
    request: WireRequest,
    before?: readonly WireRequest[],
  ): Promise<Exchange | undefined> {
    const { operation } = draft;
    try {
      const response = await this.#sendPatiently(request);
      const exchange = { operation, draft, request, response, body: parse(response), violations: 0 };
      exchange.violations = this.judge(exchange, before);
      this.onExchange(exchange);
      return exchange;
    } catch (error) {
      if (!(error instanceof ExchangeFailedError)) throw error;
      this.findings.add(responseFailed(operation, error), { operation, request, before });
      return undefined;
    }
  }

  async #sendPatiently(request: WireRequest): Promise<WireResponse> {
    for (let waits = 0; ; waits += 1) {
      const response = await this.transport.send(request);
      const seconds = Number(headerOf(response, 'retry-after') ?? Number.NaN);
      const waitMs = Math.max(seconds * 1_000, 100);
      const isLimited = response.status === 429 && waits < MOST_WAITS;
      if (!isLimited || !(waitMs < Math.min(LONGEST_WAIT_MS, this.remainingMs))) return response;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  /** Holds a response to the document, and counts its violations. */
  judge(exchange: Exchange, before?: readonly WireRequest[]): number {
    const { operation, request, response, body } = exchange;
    const documented = documentedResponse(operation, response.status);
    const judged: JudgedExchange = { operation, request, response, documented, body, space: this.responses };
    const violations = RESPONSE_CHECKS.flatMap((check) => check(judged));
    for (const violation of violations) this.report(violation, { ...exchange, before });
    this.#cover(exchange, documented);
    return violations.length;
  }

  #cover({ operation, draft, response }: Exchange, documented: Response | undefined): void {
    this.coverage.count('operation', operation, operation.pointer);
    for (const parameter of operation.parameters) {
      if (draft.parameters.has(parameterKey(parameter)))
        this.coverage.count('parameter', operation, parameter.pointer);
    }
    if (draft.body && 'mediaType' in draft.body)
      this.coverage.count('media-type', operation, draft.body.mediaType.pointer);
    if (!documented) return;
    this.coverage.count('response', operation, documented.pointer);
    const [content] = documented.content;
    if (content && response.body.length > 0) this.coverage.count('media-type', operation, content.pointer);
    for (const header of documented.headers) {
      if (headerOf(response, header.name) !== undefined)
        this.coverage.count('header', operation, header.pointer);
    }
  }

  /** Adds a violation that an exchange shows. */
  report(
    violation: Violation,
    evidence: Pick<Exchange, 'operation'> &
      Partial<Exchange> & { before?: readonly WireRequest[] | undefined },
  ): void {
    this.findings.add(violation, evidence);
  }
}

/** Finds what an operation says of a status: the status itself, its range, or `default`. */
export function documentedResponse({ responses }: Operation, status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return [String(status), range, 'default']
    .map((name) => responses.find((one) => one.status.toUpperCase() === name.toUpperCase()))
    .find((one) => one !== undefined);
}

// RFC 8259, section 8.1: a byte order mark must not be added, and is no JSON.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(response: WireResponse): ParsedBody {
  const type = headerOf(response, 'content-type');
  if (type === undefined || !isJson(type)) return { kind: response.body.length === 0 ? 'empty' : 'other' };
  try {
    return { kind: 'json', value: JSON.parse(decoder.decode(response.body)) };
  } catch {
    return { kind: response.status === 304 ? 'empty' : 'malformed' };
  }
}

/** Reads what a pointer in a JSON body points at; undefined where there is nothing, or no JSON. */
export function bodyValue({ body }: Pick<Exchange, 'body'>, pointer = '#') {
  return body.kind === 'json' ? valueAt(body.value as never, pointer) : undefined;
}

/** Tells whether a response says that the request was carried out. */
export function isSuccess({ response }: Pick<Exchange, 'response'>): boolean {
  return response.status >= 200 && response.status < 300;
}
