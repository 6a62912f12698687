// Counts the covered parts of the document for the report.

import {
  findValueSchema,
  formatOperation,
  type OpenApiModel,
  type Operation,
  type Response,
  type Webhook,
} from '@keyframe/openapi-model';
import { walk } from '@keyframe/openapi-schema';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import type { CoverageEntry } from '../conformance.ts';
import { documentedExamples } from '../requests/documented-examples.ts';
import { bodyMediaType, type Draft, parameterKey } from '../requests/draft.ts';
import { findHeader, type WireResponse } from '../wire/wire.ts';

type Kind = CoverageEntry['kind'];

const ANNOTATIONS =
  /^(?:\$.*|x-.*|title|description|default|examples?|deprecated|readOnly|writeOnly|externalDocs|xml|discriminator|contentEncoding|contentMediaType|then|else|definitions)$/;

/** Counts by kind, operation and pointer. */
export class Coverage {
  readonly #entries = new Map<string, CoverageEntry>();
  // Long keys are costly to build for each part of each exchange.
  readonly #byOperation = new WeakMap<Operation, Map<Kind, Map<string, CoverageEntry | undefined>>>();

  /** Adds every part of an operation with the count 0. */
  enter(operation: Operation, space: SchemaSpace, document: OpenApiModel['document']): void {
    const name = formatOperation(operation);
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

  /** Adds a webhook with the count 0. */
  enterWebhook({ name, operations, pointer }: Webhook): void {
    for (const operation of operations)
      this.#add('callback', { operation: formatOperation(operation), pointer, label: name });
  }

  #enterKeywords(operation: Operation, space: SchemaSpace): void {
    const schemas = [
      ...operation.parameters.map(findValueSchema),
      ...(operation.requestBody?.content ?? []).map(({ schema }) => schema),
    ];
    for (const located of schemas.filter((schema) => schema !== undefined)) {
      for (const { keyword, pointer } of walk(space.node(located)).flatMap(({ written }) => written)) {
        if (ANNOTATIONS.test(keyword)) continue;
        this.#add('keyword', { operation: formatOperation(operation), pointer, label: keyword });
      }
    }
  }

  #add(
    kind: Kind,
    { operation, pointer, label }: { operation: string; pointer: string; label: string },
  ): void {
    const key = entryKey(kind, operation, pointer);
    if (!this.#entries.has(key)) this.#entries.set(key, { kind, operation, pointer, name: label, count: 0 });
  }

  /** Counts an exchange that covers a part. */
  count(kind: Kind, operation: Operation | string, pointer: string): void {
    const entry =
      typeof operation === 'string'
        ? this.#entries.get(entryKey(kind, operation, pointer))
        : this.#find(kind, operation, pointer);
    if (entry) entry.count += 1;
  }

  /** Counts the parts of the document that an exchange covers. */
  countExchange(
    { operation, draft, response }: { operation: Operation; draft: Draft; response: WireResponse },
    documented: Response | undefined,
  ): void {
    this.count('operation', operation, operation.pointer);
    for (const parameter of operation.parameters) {
      if (draft.parameters.has(parameterKey(parameter)))
        this.count('parameter', operation, parameter.pointer);
    }
    const mediaType = bodyMediaType(draft);
    if (mediaType) this.count('media-type', operation, mediaType.pointer);
    if (!documented) return;
    this.count('response', operation, documented.pointer);
    const [content] = documented.content;
    if (content && response.body.length > 0) this.count('media-type', operation, content.pointer);
    for (const header of documented.headers) {
      if (findHeader(response, header.name) !== undefined) this.count('header', operation, header.pointer);
    }
  }

  #find(kind: Kind, operation: Operation, pointer: string): CoverageEntry | undefined {
    const kinds = getOrInsert(this.#byOperation, operation, () => new Map());
    const entries = getOrInsert(kinds, kind, () => new Map<string, CoverageEntry | undefined>());
    if (!entries.has(pointer))
      entries.set(pointer, this.#entries.get(entryKey(kind, formatOperation(operation), pointer)));
    return entries.get(pointer);
  }

  /** Lists all parts. */
  get entries(): CoverageEntry[] {
    return [...this.#entries.values()];
  }
}

function getOrInsert<TKey extends object | string, TValue>(
  map: { get: (key: TKey) => TValue | undefined; set: (key: TKey, value: TValue) => unknown },
  key: TKey,
  create: () => TValue,
): TValue {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

function entryKey(kind: Kind, operation: string, pointer: string): string {
  return `${kind} ${operation} ${pointer}`;
}
