// Values for the documented headers of responses.
import {
  type Response as Documented,
  findValueSchema,
  type Header,
  type JsonValue,
  listExamples,
  type Operation,
} from '@keyframe/openapi-model';
import type { DirectedSchema } from '@keyframe/openapi-resources';
import type { Schemas } from '../document/schemas.ts';
import { makeId } from '../state/make-id.ts';
import type { ValueSource } from '../values/value-source.ts';

/** Headers about the message itself, which only the writer of its body knows (RFC 9110, RFC 9112). */
const MESSAGE_HEADERS =
  /^(?:connection|content-(?:encoding|length|type)|keep-alive|te|trailer|transfer-encoding|upgrade)$/;
/** Generated values that are tried for one that a header can have. */
const VARIANTS = 8;
const FIELD = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

interface HeaderPlan {
  /** In lower case. */
  name: string;
  /** Whether it is needed only when requests are limited. */
  isRetry: boolean;
  shown: JsonValue | undefined;
  directed: DirectedSchema | undefined;
}

/** The response whose headers are written. */
export interface HeaderChoice {
  operation: Operation;
  status: number;
  /** Selects one of the generated values. */
  variant: number;
}

/** Finds values for headers. */
export class ResponseHeaders {
  readonly #schemas: Schemas;
  readonly #values: ValueSource;
  readonly #plans = new Map<Documented, readonly HeaderPlan[]>();
  #count = 0;

  constructor(schemas: Schemas, values: ValueSource) {
    this.#schemas = schemas;
    this.#values = values;
  }

  /** Finds the headers that a response needs. */
  find(documented: Documented, { operation, status, variant }: HeaderChoice) {
    const headers: Record<string, string> = {};
    for (const plan of this.#plan(documented, operation)) {
      if (plan.isRetry && status !== 429 && status !== 503) continue;
      const text = this.#writeValue(plan, variant);
      if (text !== undefined) headers[plan.name] = text;
    }
    return headers;
  }

  // Only headers that are always there, or that callbacks are sent to: others report what a mock does not know, such as
  // remaining requests.
  #plan(documented: Documented, operation: Operation): readonly HeaderPlan[] {
    const existing = this.#plans.get(documented);
    if (existing) return existing;
    const headerNames = listNamedHeaders(operation);
    const plans = documented.headers
      .map((header) => this.#planOne(header, header.required || headerNames.has(header.name.toLowerCase())))
      .filter((plan) => plan !== undefined);
    this.#plans.set(documented, plans);
    return plans;
  }

  #planOne(header: Header, isNeeded: boolean): HeaderPlan | undefined {
    const { name: written, pointer } = header;
    const name = written.toLowerCase();
    const isRetry = !isNeeded && name === 'retry-after';
    if (MESSAGE_HEADERS.test(name) || !(isNeeded || isRetry)) return undefined;
    const located = findValueSchema(header);
    const directed = located && { schema: located, direction: 'response' as const };
    return { name, isRetry, shown: listExamples(this.#schemas.model, pointer)[0]?.value, directed };
  }

  // Fields are Latin-1 at most, and have no line breaks.
  #writeValue(plan: HeaderPlan, variant: number): string | undefined {
    const first = this.#writeVariant(plan, variant);
    let text = first;
    for (let tries = 1; tries < VARIANTS && text !== undefined && !FIELD.test(text); tries += 1)
      text = this.#writeVariant(plan, variant + tries);
    if (text === undefined || FIELD.test(text)) return text;
    return first && encodeURIComponent(first.toWellFormed());
  }

  #writeVariant({ name, shown, directed }: HeaderPlan, variant: number): string | undefined {
    const sample = shown ?? (directed && this.#values.find(directed, variant));
    const value = this.#schemas.conventions.matches('requestId', name)
      ? this.#makeId(sample, directed)
      : sample;
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value)) return value.join(',');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  #makeId(example: JsonValue | undefined, directed: DirectedSchema | undefined): number | string {
    this.#count += 1;
    const accepts = directed ? this.#schemas.getAcceptor(directed) : () => true;
    return makeId({ example, number: this.#count, accepts, generated: [] });
  }
}

// Those in addresses of callbacks.
function listNamedHeaders({ callbacks }: Operation): ReadonlySet<string> {
  const expressions = callbacks.map(({ expression }) => expression).join(' ');
  const matches = expressions.matchAll(/\$response\.header\.([^\s{}]+)/gi);
  return new Set(Array.from(matches, ([, name = '']) => name.toLowerCase()));
}
