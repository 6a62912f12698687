// Reads the list of a collection.
import type { JsonObject, JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import { findFilterMember, type Paging, planPaging } from '@keyframe/openapi-resources';
import { type Draft, parameterKey, sentObject, withParameters } from '../requests/draft.ts';
import type { KeptPart } from '../requests/kept-part.ts';
import { itemProperties } from '../resources/described-properties.ts';
import { type Resource, resourceId } from '../resources/resource.ts';
import { describesType } from '../schema/described-members.ts';
import type { Exchange, Session } from '../session/session.ts';
import { isSame } from './compare.ts';
import { firstPageDraft, isCompleteList, type Page, readPage, readPages } from './pager.ts';
import type { ListScope, Representation, ResourceClient } from './resource-client.ts';

/** Options of a list client. */
export interface ListClientOptions {
  /** Resources that the list must contain. */
  created: readonly Resource[];
  /** Replaces the headers of the first owner. */
  headers?: Readonly<Record<string, string>>;
}

/** Reads one list in several ways. */
export class ListClient {
  readonly client: ResourceClient;
  readonly operation: Operation;
  readonly created: readonly Resource[];
  readonly paging: Paging;
  /** A draft without optional parameters. */
  readonly draft: Draft;
  readonly #parent: Resource;
  readonly #headers: Readonly<Record<string, string>> | undefined;

  private constructor(
    client: ResourceClient,
    { operation, template, parent }: { operation: Operation; template: Draft; parent: Resource },
    { created, headers }: ListClientOptions,
  ) {
    this.client = client;
    this.operation = operation;
    const filters = listRequiredFilters(client, operation, parent);
    this.created = created.filter((one) =>
      filters.every(({ name, value }) => value !== undefined && isSame(showMember(client, one, name), value)),
    );
    this.paging = planPaging(client.context.session.reader, operation);
    const required = new Set(operation.parameters.filter((one) => one.required).map(parameterKey));
    const parameters = new Map([...template.parameters].filter(([key]) => required.has(key)));
    const values = filters
      .filter(({ value }) => value !== undefined)
      .map(({ key, value }) => [key, value] as const);
    const draft = withParameters({ ...template, parameters }, [...values, ...client.listScope]);
    this.draft = firstPageDraft(draft, this.paging, undefined);
    this.#parent = parent;
    this.#headers = headers;
  }

  /** Creates a client; undefined if the collection has no list. */
  static create(client: ResourceClient, options: ListClientOptions): ListClient | undefined {
    const { list } = client.collection;
    const template = list && client.context.plans.best(list)[0];
    const [parent] = options.created;
    return (
      list && template && parent && new ListClient(client, { operation: list, template, parent }, options)
    );
  }

  /**
   * Limits the lists of the client to the resource in a property of all created ones, if the whole list contains none of
   * them: without a `project`, a list may be that of another project.
   */
  async limitScope(): Promise<ListClient> {
    const scope = this.#findScope();
    if (scope.length === 0) return this;
    if (this.#containsCreated(await this.readPages())) return this;
    let unreadable: ListScope | undefined;
    // The server may ignore one of the values: a body's `user` is the one of the credentials.
    for (const candidate of [scope, ...scope.map((one) => [one])]) {
      const list = this.#withScope(candidate);
      const pages = await list.readPages();
      if (this.#containsCreated(pages)) return list;
      if (pages.length === 0) unreadable ??= candidate;
    }
    // A list that cannot be read may contain them.
    return this.#withScope(unreadable ?? scope);
  }

  #withScope(scope: ListScope): ListClient {
    this.client.listScope = scope;
    return ListClient.create(this.client, { created: this.created }) ?? this;
  }

  #containsCreated(pages: readonly Page[]): boolean {
    return this.created.some((one) => containsResource(pages, resourceId(one)));
  }

  #findScope(): ListScope {
    const { pool } = this.client.context;
    const sent = this.created.map(({ created }) => created && sentObject(created.draft));
    return this.operation.parameters.flatMap((parameter) => {
      const value = sent[0]?.[parameter.name];
      const key = parameterKey(parameter);
      const isShared = value !== undefined && sent.every((one) => one?.[parameter.name] === value);
      if (parameter.location !== 'query' || !isShared) return [];
      const draft = withParameters(this.draft, [[key, value]]);
      return pool.isReference(draft, { parameter: key }) ? [[key, value] as const] : [];
    });
  }

  /** Sends a draft of the list. */
  readonly send = (draft: Draft, kept?: KeptPart): Promise<Exchange | undefined> =>
    this.client.send(this.operation, this.#parent, {
      draft,
      kept,
      ...(this.#headers ? { headers: this.#headers } : {}),
    });

  /** Reads all pages of a draft; the kept part is not bound to a resource. */
  readPages(draft = this.draft, size?: number, kept?: KeptPart): Promise<Page[]> {
    const { collection, context } = this.client;
    const { reader } = context.session;
    const { paging } = this;
    return readPages((one) => this.send(one, kept), draft, { collection, paging, reader, size });
  }

  /** Reads all pages with a value of a parameter. */
  readFiltered(parameter: Parameter, value: JsonValue) {
    const key = parameterKey(parameter);
    return this.readPages(withParameters(this.draft, [[key, value]]), undefined, { parameter: key });
  }

  /** Reads the first page without a limit. */
  async readDefaultPage(): Promise<Page | undefined> {
    const { collection, context } = this.client;
    const { reader } = context.session;
    return readPage(await this.send(this.draft), { collection, reader });
  }

  /** Whether pages contain the whole list. */
  isComplete(pages: readonly Page[]): boolean {
    return isCompleteList(pages, this.paging);
  }
}

interface RequiredFilter {
  key: string;
  name: string;
  /** The value of the created resource; undefined if nothing shows it, so that the list may not contain the resource. */
  value: JsonValue | undefined;
}

/** Lists the required query parameters that are called as a member of a resource: a list has only those with its value. */
function listRequiredFilters(
  client: ResourceClient,
  operation: Operation,
  resource: Resource,
): RequiredFilter[] {
  const documented = itemProperties(client.context.session, operation);
  return operation.parameters
    .filter(({ location, required }) => location === 'query' && required)
    .map((parameter) => {
      const { name } = parameter;
      return { key: parameterKey(parameter), name, value: showMember(client, resource, name) };
    })
    .filter(({ name, value }) => {
      if (value === undefined) return findFilterMember(name, documented.keys()) !== undefined;
      return ['boolean', 'number', 'string'].includes(typeof value);
    });
}

/** Reads a member of a resource from the response that created it, or from its request. */
function showMember(
  { context: { session } }: ResourceClient,
  { created }: Resource,
  name: string,
): JsonValue | undefined {
  if (!created) return undefined;
  return session.findResource(created)?.[name] ?? sentObject(created.draft)?.[name];
}

/** Finds a resource in its list; undefined if the list does not contain it. */
export async function readListed(
  client: ResourceClient,
  resource: Resource,
): Promise<Representation | undefined> {
  const list = ListClient.create(client, { created: [resource] });
  for (const { exchange, items, ids } of (await list?.readPages()) ?? []) {
    const value = items[ids.indexOf(resourceId(resource))];
    if (value) return { exchange, value };
  }
  return undefined;
}

/** Whether a parameter takes a list of values. */
export function takesList({ requests }: Pick<Session, 'requests'>, { schema }: Parameter): boolean {
  return schema !== undefined && describesType(requests.node(schema), 'array');
}

/** Whether a parameter takes a value: it may have the name of a property and another meaning. */
export function isAccepted({ client }: ListClient, parameter: Parameter, value: JsonValue): boolean {
  const { session } = client.context;
  const { schema } = parameter;
  const sent = takesList(session, parameter) ? [value] : value;
  return !schema || session.requests.accepts(schema, sent);
}

/** The items of all pages. */
export function collectItems(pages: readonly Page[]): JsonObject[] {
  return pages.flatMap(({ items }) => items);
}

/** Whether pages contain a resource: another property than the id of the items may hold the id of its path. */
export function containsResource(pages: readonly Page[], id: string): boolean {
  const isId = (value: JsonValue | undefined) => typeof value !== 'object' && String(value) === id;
  return collectIds(pages).includes(id) || collectItems(pages).some((item) => Object.values(item).some(isId));
}

/** The ids of all pages. */
export function collectIds(pages: readonly Page[]): string[] {
  return pages.flatMap(({ ids }) => ids);
}
