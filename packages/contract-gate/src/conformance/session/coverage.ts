// Counts which parts of the document were exercised, so that a report can tell what was never tried.
import type { OpenApiModel, Operation, Webhook } from '@keyframe/openapi-model';
import { walk } from '@keyframe/openapi-schema';
import type { CoverageEntry } from '../conformance.ts';
import { documentedExamples } from '../requests/documented-examples.ts';
import type { SchemaSpace } from '../schema/schema-space.ts';

type Kind = CoverageEntry['kind'];

// Those that say nothing of values.
const ANNOTATIONS =
  /^(?:\$.*|x-.*|title|description|default|examples?|deprecated|readOnly|writeOnly|externalDocs|xml|discriminator|contentEncoding|contentMediaType|then|else|definitions)$/;

/** Counts by kind, operation and pointer. */
export class Coverage {
  readonly #entries = new Map<string, CoverageEntry>();

  /** Enters every part of an operation, at 0. */
  enter(operation: Operation, space: SchemaSpace, document: OpenApiModel['document']): void {
    const name = nameOf(operation);
    const add = (kind: Kind, pointer: string, label: string) =>
      this.#add(kind, { operation: name, pointer, label });
    add('operation', operation.pointer, name);
    for (const parameter of operation.parameters) add('parameter', parameter.pointer, parameter.name);
    for (const requirement of operation.security) {
      add('security', `${operation.pointer}/security`, Object.keys(requirement).join(' and ') || 'none');
    }
    for (const mediaType of operation.requestBody?.content ?? [])
      add('media-type', mediaType.pointer, mediaType.name);
    for (const response of operation.responses) {
      add('response', response.pointer, response.status);
      for (const { pointer, name: label } of response.content) add('media-type', pointer, label);
      for (const { pointer, name: label } of response.headers) add('header', pointer, label);
      for (const { pointer, name: label } of response.links) add('link', pointer, label);
    }
    for (const { pointer, name: label } of operation.callbacks) add('callback', pointer, label);
    for (const { pointer } of documentedExamples(document, operation))
      add('example', pointer, pointer.slice(pointer.lastIndexOf('/') + 1));
    this.#enterKeywords(operation, space);
  }

  /** Enters a webhook, at 0. */
  enterWebhook({ name, operations, pointer }: Webhook): void {
    for (const operation of operations)
      this.#add('callback', { operation: nameOf(operation), pointer, label: name });
  }

  #enterKeywords(operation: Operation, space: SchemaSpace): void {
    const schemas = [
      ...operation.parameters.map(({ schema, content }) => schema ?? content[0]?.schema),
      ...(operation.requestBody?.content ?? []).map(({ schema }) => schema),
    ];
    for (const located of schemas.flatMap((schema) => schema ?? [])) {
      for (const { keyword, pointer } of walk(space.node(located)).flatMap(({ written }) => written)) {
        if (ANNOTATIONS.test(keyword)) continue;
        this.#add('keyword', { operation: nameOf(operation), pointer, label: keyword });
      }
    }
  }

  #add(
    kind: Kind,
    { operation, pointer, label }: { operation: string; pointer: string; label: string },
  ): void {
    const key = keyOf(kind, operation, pointer);
    if (!this.#entries.has(key)) this.#entries.set(key, { kind, operation, pointer, name: label, count: 0 });
  }

  /** Counts one exchange that exercised a part. */
  count(kind: Kind, operation: Operation | string, pointer: string): void {
    const name = typeof operation === 'string' ? operation : nameOf(operation);
    const entry = this.#entries.get(keyOf(kind, name, pointer));
    if (entry) entry.count += 1;
  }

  /** Lists all parts, as they were entered. */
  get entries(): CoverageEntry[] {
    return [...this.#entries.values()];
  }
}

/** Names an operation as findings do: `POST /v1/x`. */
export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}

function keyOf(kind: Kind, operation: string, pointer: string): string {
  return `${kind} ${operation} ${pointer}`;
}
