// One run against one server: sends drafts, checks every response, and counts the covered parts of the document.

import {
  findResponse,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import {
  BodyResources,
  Conventions,
  type DirectedSchema,
  type DocumentReader,
  deriveResources,
  type Resources,
} from '@keyframe/openapi-resources';
import { type Clock, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { isMultipart } from '@keyframe/openapi-runtime/media-type';
import type { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createRandom, type Random, SchemaSpace } from '@keyframe/openapi-schema/values';
import type { ConformanceOptions } from '../conformance.ts';
import { isDestructive } from '../destructive.ts';
import { type Draft, keyPairs, writeDraft } from '../requests/draft.ts';
import { findFormParts } from '../requests/form-parts.ts';
import { withFreshKey } from '../requests/freshen.ts';
import { ExchangeFailedError } from '../wire/exchange-failed-error.ts';
import type { Transport } from '../wire/transport.ts';
import type { WireRequest, WireResponse } from '../wire/wire.ts';
import type {
  Check,
  CheckDescription,
  Evidence,
  ObservedResponse,
  ParsedBody,
  ResponseCheck,
  Violation,
} from './check.ts';
import { Coverage } from './coverage.ts';
import type { Credentials } from './credentials.ts';
import { findBasePath } from './find-base-path.ts';
import type { Findings } from './findings.ts';
import { parseBody } from './parse-body.ts';
import { PatientSender } from './patient-sender.ts';
import { PhaseProgress } from './phase-progress.ts';
import { SilentOperations } from './silent-operations.ts';

/** A request with its response. */
export interface Exchange {
  operation: Operation;
  draft: Draft;
  request: WireRequest;
  response: WireResponse;
  body: ParsedBody;
  /** The number of violations that the response checks found. */
  violations: number;
}

/** How one draft is sent. */
export interface SendOptions {
  /** Replaces the headers of the first owner. */
  headers?: Readonly<Record<string, string>>;
  /** Preceding requests, for the finding. */
  before?: readonly WireRequest[];
}

/** The failure of an exchange: no response could be read. */
export interface FailedExchange {
  operation: Operation;
  request: WireRequest;
  error: ExchangeFailedError;
}

/** Checks that run on every exchange. */
export interface ExchangeChecks {
  response: readonly ResponseCheck[];
  failure: readonly Check<FailedExchange>[];
}

export interface SessionParts {
  model: OpenApiModel;
  validators: ExactValidators;
  transport: Transport;
  credentials: Credentials;
  findings: Findings;
  options: ConformanceOptions;
  checks: ExchangeChecks;
}

/** Sends requests and runs the checks of every exchange. */
export class Session {
  readonly model: OpenApiModel;
  readonly options: ConformanceOptions;
  readonly credentials: Credentials;
  readonly findings: Findings;
  readonly transport: Transport;
  readonly requests: SchemaSpace;
  readonly responses: SchemaSpace;
  readonly conventions: Conventions;
  /** Reads schemas in both directions, and the meaning of names. */
  get reader(): DocumentReader {
    const { model, conventions, requests, responses } = this;
    const node = ({ schema, direction }: DirectedSchema) =>
      (direction === 'request' ? requests : responses).node(schema);
    return { model, conventions, node };
  }

  /** The resources of the operations that run. */
  readonly resources: Resources;
  readonly bodyResources: BodyResources;
  /** Operations that only run on demand, after all others. */
  readonly destructive: ReadonlySet<Operation>;
  readonly coverage = new Coverage();
  readonly clock: Clock;
  readonly progress = new PhaseProgress();
  readonly #silent = new SilentOperations();
  readonly #checks: ExchangeChecks;
  /** Called with every exchange. */
  onExchange: (exchange: Exchange) => void = () => undefined;
  /** Whether a draft may be sent with a method: it must not change data that existed before the run. */
  permits: (draft: Draft, method: string) => Promise<boolean> = async () => true;
  /** The path of the server without a trailing slash. */
  readonly basePath: string;
  readonly #startedAt: number;
  readonly #nonce = Math.floor(Math.random() * 2 ** 32);
  readonly #sender: PatientSender;
  /** The number of responses by status. */
  readonly statuses = new Map<number, number>();

  constructor({ model, validators, transport, credentials, findings, options, checks }: SessionParts) {
    this.#checks = checks;
    this.conventions = new Conventions(options.conventions);
    this.model = model;
    this.destructive = new Set(
      model.operations.filter((one) => isDestructive(one, model.operations, this.conventions)),
    );
    this.options = options;
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.#startedAt = this.clock.now();
    this.transport = transport;
    this.#sender = new PatientSender(this);
    this.credentials = credentials;
    this.findings = findings;
    this.requests = new SchemaSpace(validators, 'request');
    this.responses = new SchemaSpace(validators, 'response');
    const operations = model.operations.filter((one) => !this.destructive.has(one));
    this.resources = deriveResources({ ...this.reader, model: { ...model, operations } });
    this.bodyResources = new BodyResources(this.resources);
    this.basePath = options.server.pathname.replace(/\/+$/, '');
  }

  /** Milliseconds since the run began. */
  get elapsedMs(): number {
    return this.clock.now() - this.#startedAt;
  }

  /** Milliseconds until the run must end. */
  get remainingMs(): number {
    return this.options.maxTimeMs - this.elapsedMs;
  }

  /** Whether the run must end. */
  get isOver(): boolean {
    return this.remainingMs <= 0 || this.options.signal?.aborted === true || this.transport.isStopped;
  }

  /** The origin of the server. */
  get origin(): string {
    return this.options.server.origin;
  }

  /** Returns the path of the server for an operation, without a trailing slash. */
  readonly findBasePath = (operation: Operation): string =>
    findBasePath(operation, this.model, this.basePath);

  /** Finds the resource in a response. */
  findResource(exchange: Exchange): JsonObject | undefined {
    return this.bodyResources.read(exchange.operation, bodyValue(exchange));
  }

  /** Creates a random sequence that no earlier run used: servers remember keys and unique names. */
  unrepeatable(): Random {
    return createRandom(this.#nonce + this.transport.sent);
  }

  /** Serializes a draft with the credentials of the first owner. */
  write(draft: Draft, headers = this.credentials.own): WireRequest {
    return writeDraft(draft, {
      basePath: this.findBasePath(draft.operation),
      headers,
      keyLocations: this.credentials.keyLocations,
      findParts: (mediaType) =>
        isMultipart(mediaType.name) ? findFormParts(this.requests, mediaType) : new Map(),
    });
  }

  /** Adds the API keys that belong in the query to a target that was not serialized from a draft. */
  withKeys(target: string): string {
    const { own, keyLocations } = this.credentials;
    const pairs = keyPairs(own, keyLocations, 'query');
    return pairs.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  }

  /** Sends a draft and checks the response; undefined if no response arrived, which is a finding. */
  async send(template: Draft, { headers, before }: SendOptions = {}): Promise<Exchange | undefined> {
    const draft = withFreshKey(template, this, this.unrepeatable());
    const request = this.write(draft, headers);
    return this.sendRequest(draft, request, before);
  }

  /** Sends a serialized request; undefined if no response arrived, if its operation never responds, or if it might change existing data. */
  async sendRequest(
    draft: Draft,
    request: WireRequest,
    before?: readonly WireRequest[],
  ): Promise<Exchange | undefined> {
    const { operation } = draft;
    if (this.#silent.has(operation) || !(await this.permits(draft, request.method))) return undefined;
    try {
      const observe = (received: WireResponse): Exchange => {
        const body = parseBody(received);
        const exchange = { operation, draft, request, response: received, body, violations: 0 };
        exchange.violations = this.checkResponse(exchange, before);
        return exchange;
      };
      const response = await this.#sender.send(request, observe);
      this.#silent.noteResponse(operation, response);
      this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
      const exchange = observe(response);
      this.onExchange(exchange);
      return exchange;
    } catch (error) {
      if (!(error instanceof ExchangeFailedError)) throw error;
      this.#silent.noteFailure(operation, error);
      await this.runChecks(
        this.#checks.failure,
        { operation, request, error },
        { operation, request, before },
      );
      return undefined;
    }
  }

  /** Runs the response checks on an exchange and returns the number of violations. */
  checkResponse(exchange: Exchange, before: readonly WireRequest[] | undefined): number {
    const { operation, request, response, body } = exchange;
    const documented = findResponse(operation, response.status);
    const observed: ObservedResponse = {
      operation,
      request,
      response,
      documented,
      body,
      space: this.responses,
    };
    let violations = 0;
    for (const check of this.#checks.response) {
      for (const violation of check.run(observed)) {
        this.report(check, violation, { ...exchange, before });
        violations += 1;
      }
    }
    this.coverage.countExchange(exchange, documented);
    return violations;
  }

  /** Runs checks on an observation; `evidence` is the exchange that their findings show. */
  async runChecks<TObserved>(
    checks: readonly Check<TObserved>[],
    observed: TObserved,
    evidence: Evidence,
  ): Promise<void> {
    for (const check of checks) {
      for (const violation of await check.run(observed)) this.report(check, violation, evidence);
    }
  }

  /** Adds a finding. */
  report(check: CheckDescription, violation: Violation, evidence: Evidence): void {
    this.findings.add(check, violation, violation.evidence ?? evidence);
  }
}

/** Reads the value at a pointer of a JSON body; undefined if it does not exist or the body is not JSON. */
export function bodyValue({ body }: Pick<Exchange, 'body'>): JsonValue | undefined {
  return body.kind === 'json' ? (body.value as JsonValue) : undefined;
}

/** Whether the server accepted the request: a status from 200 to 299. */
export function isSuccess({ response }: Pick<Exchange, 'response'>): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Whether the server carried out the request before it responded: 202 announces that it may do so later. */
export function isCarriedOut(exchange: Pick<Exchange, 'response'>): boolean {
  return isSuccess(exchange) && exchange.response.status !== 202;
}
