// What the checks of state know about one collection: how its resources are described, read and reported.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type Operation,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { Check } from '../checks/check.ts';
import { shown } from '../checks/check.ts';
import { PUT_STATUS } from '../checks/state-checks.ts';
import type { PhaseContext } from '../phases/phase.ts';
import { randomOf } from '../random.ts';
import { type Draft, withParameters } from '../requests/draft.ts';
import { freshen } from '../requests/freshen.ts';
import { chooseId, isChosen } from '../resources/chosen-ids.ts';
import type { Collection } from '../resources/collections.ts';
import { pathValues, type Resource } from '../resources/resource-pool.ts';
import { describedMembers } from '../schema/explain.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { isForm } from '../wire/encode-body.ts';
import type { WireRequest } from '../wire/wire.ts';
import { representationIn } from './compare.ts';

/** What a violation of state says. */
export interface Statement {
  check: Check;
  operation: Operation;
  message: string;
  expected: string;
  received: string;
  /** The exchange that shows it. */
  shownBy: Exchange;
}

/** A collection under test. */
export class Subject {
  readonly context: PhaseContext;
  readonly collection: Collection;
  /** Requests so far, the last of which findings show as what precedes. */
  readonly #history: WireRequest[] = [];

  constructor(context: PhaseContext, collection: Collection) {
    this.context = context;
    this.collection = collection;
  }

  /** Sends a draft of an operation about a resource; path parameters are the resource's. */
  async ask(
    operation: Operation | undefined,
    resource: Pick<Resource, 'segments'> & Partial<Resource>,
    { draft, headers }: { draft?: Draft; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Exchange | undefined> {
    const template = draft ?? (operation && this.context.plans.best(operation)[0]);
    if (!operation || !template) return undefined;
    const bound = withParameters(template, [
      ...pathValues(operation, resource.segments),
      ...outerValues(operation, resource.created),
    ]);
    const complete = await this.context.pool.bind(bound);
    if (!complete) return undefined;
    const before = this.#history.slice(-3);
    const exchange = await this.context.session.send(complete, { ...(headers ? { headers } : {}), before });
    if (exchange && operation.method !== 'get') this.#history.push(exchange.request);
    return exchange;
  }

  /** Makes a resource; texts that may be any word are new ones. */
  async create(
    draft: Draft,
    parent: ReadonlyMap<number, JsonValue> | undefined,
  ): Promise<Resource | undefined> {
    const { create } = this.collection;
    const { session, pool } = this.context;
    if (!create) return undefined;
    const random = randomOf(session.options.seed + session.transport.sent);
    const fresh = freshen(draft, { space: session.requests, random });
    const segments = new Map(parent ?? []);
    if (isChosen(this.collection)) {
      const id = chooseId(session, this.collection);
      if (id === undefined) return undefined;
      segments.set(this.collection.itemPath.split('/').length - 1, id);
    }
    const exchange = await this.ask(create, { segments }, { draft: fresh });
    if (exchange) this.#judgeChosen(create, exchange);
    return exchange && pool.noteCreated(exchange);
  }

  // The id was chosen by chance: there was nothing to replace.
  #judgeChosen(create: Operation, exchange: Exchange): void {
    const has201 = create.responses.some(({ status }) => status === '201');
    if (!isChosen(this.collection) || !has201 || !isSuccess(exchange) || exchange.response.status === 201)
      return;
    this.report({
      check: PUT_STATUS,
      operation: create,
      message: `A PUT that created a resource returned ${exchange.response.status}.`,
      expected: '201',
      received: `${exchange.response.status}`,
      shownBy: exchange,
    });
  }

  /** Reads a resource. */
  async read(
    resource: Pick<Resource, 'segments'>,
  ): Promise<{ exchange: Exchange; value: JsonObject } | undefined> {
    const exchange = await this.ask(this.collection.read, resource);
    const value = exchange && isSuccess(exchange) ? representationIn(bodyValue(exchange)) : undefined;
    return exchange && value ? { exchange, value } : undefined;
  }

  /** Lists the members that requests of an operation may set. */
  writable(operation: Operation | undefined): Map<string, SchemaNode> {
    const content = operation?.requestBody?.content ?? [];
    const schema = (content.find(({ name }) => isJson(name)) ?? content.find(({ name }) => isForm(name)))
      ?.schema;
    if (!schema) return new Map();
    const members = describedMembers(this.context.session.requests, schema);
    // The view of a request leaves nothing of a readOnly member but `true`.
    return new Map([...members].filter(([, { kind }]) => kind === 'keywords'));
  }

  /** Lists the members that a successful response of an operation describes, those that are never shown aside. */
  readable(operation: Operation | undefined): Set<string> {
    const schema = successSchema(operation);
    if (!schema) return new Set();
    const space = this.context.session.responses;
    const members = [...describedMembers(space, schema)];
    const wrapped = members
      .filter(([name]) => ['data', 'item', 'result'].includes(name))
      .flatMap(([, inner]) => [...describedMembers(space, inner)]);
    const all = wrapped.length > 0 && members.length <= 3 ? wrapped : members;
    return new Set(all.filter(([, { kind }]) => kind !== 'never').map(([name]) => name));
  }

  /** Lists the members that a successful response describes as `readOnly`. */
  readOnly(operation: Operation | undefined): string[] {
    const space = this.context.session.responses;
    const schema = successSchema(operation);
    const members = schema ? [...describedMembers(space, schema)] : [];
    return members.flatMap(([name, { annotations, keywords }]) =>
      annotations.readOnly || keywords.reference?.annotations.readOnly ? [name] : [],
    );
  }

  /** Gives the defaults of the members that a valid body leaves out. */
  defaultsFor(operation: Operation, body: JsonObject): Map<string, JsonValue> {
    const schema = operation.requestBody?.content.find(({ name }) => isJson(name))?.schema;
    const space = this.context.session.requests;
    const places = schema ? space.applicable(schema, body) : [];
    const found = new Map<string, JsonValue>();
    for (const place of places) {
      for (const [name, member] of place.keywords.properties) {
        const own = findDefault(member);
        if (own !== undefined && !Object.hasOwn(body, name)) found.set(name, own);
      }
    }
    return found;
  }

  /** Adds a finding. */
  report({ check, operation, message, expected, received, shownBy }: Statement): void {
    const before = this.#history.filter((request) => request !== shownBy.request).slice(-3);
    const violation = { check, pointer: operation.pointer, message, expected, received };
    this.context.session.report(violation, { ...shownBy, operation, before });
  }

  /** Adds a finding about one member of a resource. */
  reportMember(
    statement: Pick<Statement, 'check' | 'operation' | 'shownBy'> & {
      name: string;
      wanted: JsonValue | undefined;
      got: JsonValue | undefined;
      what: string;
    },
  ): void {
    const { name, wanted, got, what, ...rest } = statement;
    this.report({
      ...rest,
      message: `${what}: "${name}".`,
      expected: `${name}: ${shown(wanted)}`,
      received: `${name}: ${shown(got)}`,
    });
  }
}

function successSchema(operation: Operation | undefined): LocatedSchema | undefined {
  const success = operation?.responses.find(({ status }) => status.startsWith('2'));
  return success?.content.find(({ name }) => isJson(name))?.schema;
}

/** Reads the JSON object that a draft sends. */
export function sentObject({ body }: Draft): JsonObject | undefined {
  const value = body && 'value' in body ? body.value : undefined;
  return isJsonObject(value) ? value : undefined;
}

// What was made by a path of another kind is listed by the same path.
function outerValues({ path }: Operation, created: Exchange | undefined): [string, JsonValue][] {
  if (!created || created.operation.path !== path) return [];
  return [...created.draft.parameters].filter(([key]) => key.startsWith('path:'));
}

/** Chooses from drafts that work the one that sends most, and the one that sends least. */
export function extremes(drafts: readonly Draft[]): { fullest: Draft; smallest: Draft } | undefined {
  const sizeOf = (draft: Draft) => Object.keys(sentObject(draft) ?? {}).length;
  const sorted = drafts.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const [smallest] = sorted;
  const fullest = sorted.at(-1);
  return smallest && fullest ? { smallest, fullest } : undefined;
}

// The default of a schema, else that of a schema that it refers to or combines.
function findDefault({ annotations, keywords: { reference, allOf } }: SchemaNode): JsonValue | undefined {
  const all = [annotations, ...[reference, ...allOf].flatMap((part) => part?.annotations ?? [])];
  return all.map((one) => one.default).find((value) => value !== undefined);
}
