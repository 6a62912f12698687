// Reads recorded traffic by the document, and collects what breaks the contract: in requests and in responses, without values.

import { type ReadRequest, RequestReader, Schemas } from '@keyframe/openapi-mock/request';
import {
  fillServerUrl,
  findResponse,
  formatOperation,
  type JsonValue,
  type LocatedSchema,
  type MediaType,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import { readBodyItems } from '@keyframe/openapi-runtime/wire';
import { bodySchema } from '../conformance/checks/body-schema.ts';
import { headerSchema } from '../conformance/checks/header-schema.ts';
import { mediaTypeUndocumented } from '../conformance/checks/media-type-undocumented.ts';
import { EXCHANGE_CHECKS } from '../conformance/checks/response-checks.ts';
import { statusUndocumented } from '../conformance/checks/status-undocumented.ts';
import { explainAll } from '../conformance/schema/explain.ts';
import { rateBasis } from '../conformance/session/basis.ts';
import type { ParsedBody } from '../conformance/session/check.ts';
import { parseBody } from '../conformance/session/parse-body.ts';
import { findMediaType } from '../conformance/wire/find-media-type.ts';
import { findHeader } from '../conformance/wire/wire.ts';
import type { Finding } from '../finding.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** A value of a body, with its schema. */
export interface BodyValue {
  schema: LocatedSchema;
  value: JsonValue;
}

/** An exchange whose operation is known. */
export interface ReadExchange {
  operation: Operation;
  /** By `location:name`. */
  parameters: ReadonlyMap<string, JsonValue>;
  requestBodies: readonly BodyValue[];
  status: number;
  /** Several for the items of a stream. */
  responseBodies: readonly BodyValue[];
}

const CHECKS_BY_PLACE = {
  body: bodySchema,
  header: headerSchema,
  'media type': mediaTypeUndocumented,
  status: statusUndocumented,
} as const;

/** A response as `responseValidation` of a generated server records it. */
export interface RecordedResponse {
  operationId: string;
  status: number;
  members: readonly string[];
  issues: readonly { where: keyof typeof CHECKS_BY_PLACE; path: string }[];
}

/** A broken rule, and the number of exchanges that break it. */
interface Breach {
  finding: Finding;
  count: number;
}

/** Reads exchanges, and lists the rules of the document that they break. */
export class TrafficReader {
  readonly #schemas: Schemas;
  readonly #reader: RequestReader;
  readonly #breaches = new Map<string, Breach>();
  /** The number of exchanges by operation; those of none have the key undefined. */
  readonly #exchanges = new Map<string | undefined, number>();

  /** The segments of the paths of servers. */
  readonly #bases: ReadonlySet<string>;
  /** The segments of the paths of operations. */
  readonly #names: ReadonlySet<string>;

  constructor(model: OpenApiModel) {
    this.#schemas = new Schemas(model);
    this.#reader = new RequestReader(this.#schemas);
    this.#bases = listSegments(listServers(model).map(({ pathname }) => pathname));
    this.#names = listSegments(model.operations.map(({ path }) => path));
  }

  /** Returns the schemas of one direction. */
  readonly getSpace: Schemas['getSpace'] = (direction) => this.#schemas.getSpace(direction);

  /**
   * Selects the exchanges with the servers of the document, or else with those that any of its operations was sent to: a page
   * has other requests, too.
   */
  select<TExchange extends TrafficExchange>(exchanges: readonly TExchange[]): readonly TExchange[] {
    const origins = new Set(listServers(this.#schemas.model).map(({ origin }) => origin));
    const documented = exchanges.filter(({ url }) => origins.has(url.origin));
    if (documented.length > 0) return documented;
    const isKnown = ({ method, url }: TExchange) => 'route' in this.#reader.find(method, url);
    const known = new Set(exchanges.filter(isKnown).map(({ url }) => url.origin));
    return exchanges.filter(({ url }) => known.has(url.origin));
  }

  /** Reads an exchange; undefined if the document has no operation for it. */
  async read(exchange: TrafficExchange): Promise<ReadExchange | undefined> {
    const { method, url, request, response } = exchange;
    // An encoded body is not checked.
    const bytes = findHeader(request, 'content-encoding') === undefined ? request.body : undefined;
    const routing = this.#reader.find(method, url);
    if (!('route' in routing)) {
      if (!isPreflight(exchange)) this.#addUnknown(exchange);
      return undefined;
    }
    const { operation } = routing.route;
    this.#count(formatOperation(operation));
    const readRequest = await this.#reader.read(
      {
        // Requests without a body are not checked for one.
        method: bytes ? method : 'HEAD',
        url,
        headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
        readBytes: async () => new Uint8Array(bytes ?? []),
      },
      routing.route,
    );
    const { parameters, body } = readRequest;
    const media = findMediaType(operation.requestBody?.content ?? [], request);
    const requestBodies = media?.schema && body !== undefined ? [{ schema: media.schema, value: body }] : [];
    this.#checkRequest(operation, readRequest, requestBodies);
    const { status } = response;
    return {
      operation,
      parameters,
      requestBodies,
      status,
      responseBodies: this.#readResponse(operation, exchange),
    };
  }

  /** Notes a response of which only the status, and the places that break the contract, are known. */
  addResponse(operation: Operation, { status, issues }: RecordedResponse): void {
    this.#count(formatOperation(operation));
    const pointer = findResponse(operation, status)?.pointer ?? `${operation.pointer}/responses`;
    for (const { where, path } of issues) {
      const { id, title } = CHECKS_BY_PLACE[where];
      const message = `${title} (${status})${path === '' ? '' : `: \`${path}\``}`;
      this.#add({ check: id, severity: 'error', operation: formatOperation(operation), pointer, message });
    }
  }

  /** Lists the broken rules, sorted by operation. */
  listFindings(): Finding[] {
    const breaches = [...this.#breaches].toSorted(([left], [right]) => (left < right ? -1 : 1));
    return breaches.map(([, { finding, count }]) => {
      const all = this.#exchanges.get(finding.operation);
      return { ...finding, message: `${finding.message} (${count} of ${all} exchanges)` };
    });
  }

  #addUnknown({ method, url }: TrafficExchange): void {
    this.#count(undefined);
    const message = `The document has no ${method} ${this.#maskPath(url.pathname)}`;
    this.#add({ check: 'unknown-request', severity: 'error', pointer: '#/paths', message });
  }

  // A segment behind one that the document names may be an id or a secret.
  #maskPath(pathname: string): string {
    const segments = pathname.split('/');
    const first = segments.findIndex((segment) => !this.#bases.has(segment));
    const isShown = (segment: string, index: number) =>
      this.#bases.has(segment) ||
      this.#names.has(segment) ||
      (index === first && /^[A-Za-z._-]{1,24}$/.test(segment));
    return segments.map((segment, index) => (isShown(segment, index) ? segment : '*')).join('/');
  }

  #checkRequest(operation: Operation, { problems }: ReadRequest, bodies: readonly BodyValue[]): void {
    for (const { kind, part, path, message } of problems) {
      const check = {
        check: 'invalid-request',
        severity: 'error' as const,
        operation: formatOperation(operation),
      };
      const space = this.#schemas.getSpace('request');
      const violations = part === 'body' && kind === 'invalid' ? bodies : [];
      for (const { schema, value } of violations) {
        for (const { pointer, expected } of explainAll(space, schema, value))
          this.#add({
            ...check,
            pointer: space.getOrigin(pointer),
            message: `The request body violates ${expected}`,
          });
      }
      if (violations.length > 0) continue;
      const parameter = operation.parameters.find(
        ({ location, name }) => location === part && name === path[0],
      );
      const pointer = parameter?.pointer ?? operation.requestBody?.pointer ?? operation.pointer;
      // The value follows in parentheses.
      const [rule] = message.split(' (');
      this.#add({
        ...check,
        pointer,
        message: `${parameter ? `\`${parameter.name}\` in the ${part}` : 'The body'} ${rule}`,
      });
    }
  }

  #readResponse(operation: Operation, { method, response }: TrafficExchange): BodyValue[] {
    const { status, headers, body: bytes } = response;
    const received = { status, headers, body: bytes ?? Buffer.alloc(0) };
    const documented = findResponse(operation, status);
    const body = parseBody(received);
    const request = { method, target: '', headers: [] };
    const space = this.#schemas.getSpace('response');
    for (const { id, title, basis, run } of EXCHANGE_CHECKS.response) {
      if (bytes === undefined && id.startsWith('body-')) continue;
      for (const violation of run({ operation, request, response: received, documented, body, space })) {
        const { pointer, expected } = violation;
        const message = `${title} (${status})${expected === '' ? '' : `: ${expected}`}`;
        const severity = rateBasis(violation.basis ?? basis);
        this.#add({ check: id, severity, operation: formatOperation(operation), pointer, message });
      }
    }
    const media = findMediaType(documented?.content ?? [], response);
    return media && bytes
      ? listValues(media, { body, bytes, contentType: findHeader(response, 'content-type') ?? '' })
      : [];
  }

  #count(operation: string | undefined): void {
    this.#exchanges.set(operation, (this.#exchanges.get(operation) ?? 0) + 1);
  }

  #add(breach: Omit<Finding, 'expected' | 'received'>): void {
    const { check, operation = '', pointer, message } = breach;
    const key = `${operation} ${check} ${pointer} ${message}`;
    const { count = 0 } = this.#breaches.get(key) ?? {};
    this.#breaches.set(key, { finding: { ...breach, expected: '', received: '' }, count: count + 1 });
  }
}

interface Content {
  body: ParsedBody;
  bytes: Buffer;
  contentType: string;
}

function listValues({ schema, stream }: MediaType, { body, bytes, contentType }: Content): BodyValue[] {
  if (schema && body.kind === 'json') return [{ schema, value: body.value as JsonValue }];
  const item = stream?.item;
  if (!item) return [];
  try {
    return [...readBodyItems(bytes, contentType, stream)].map((value) => ({
      schema: item,
      value: value as JsonValue,
    }));
  } catch {
    // A check has reported it.
    return [];
  }
}

function listServers({ servers }: OpenApiModel): URL[] {
  const urls = servers.map(fillServerUrl).filter((url) => URL.canParse(url));
  return urls.map((url) => new URL(url));
}

function listSegments(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => path.split('/')));
}

function isPreflight({ method, request }: TrafficExchange): boolean {
  return method === 'OPTIONS' && findHeader(request, 'access-control-request-method') !== undefined;
}
