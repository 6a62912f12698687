// Types of operations: their parameters, bodies and responses.
import {
  classifyStream,
  IMPLIED_ITEMS,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  METHODS,
} from '@keyframe/openapi-model/document';
import { quote } from '@keyframe/openapi-tooling/generator';
import { docComment } from './doc-comment.ts';
import { listEntries } from './entries.ts';
import { memberKey } from './member-key.ts';
import type { References } from './references.ts';
import { isRequestName } from './request-names.ts';
import type { Position, SchemaPrinter } from './schema-printer.ts';
import type { PrintOptions } from './types-options.ts';

const LOCATIONS = ['query', 'header', 'path', 'cookie'] as const;

/** A member of an object type. */
interface Member {
  name: string;
  type: string;
  isOptional?: boolean;
  /** The object that its comment describes. */
  described?: JsonValue | undefined;
}

interface OperationOptions extends Pick<PrintOptions, 'onDefect'> {
  /** Whether parameters with a media type have the type of their schema; otherwise they are strings. */
  areParametersTyped?: boolean;
}

/** Prints operations. */
export class OperationTypes {
  /** The members of `operations`, in the order in which they were printed. */
  readonly named: string[] = [];
  readonly #schemas: SchemaPrinter;
  readonly #references: References;
  readonly #options: OperationOptions;
  readonly #printed = new Map<string, JsonObject>();

  constructor(schemas: SchemaPrinter, references: References, options: OperationOptions) {
    this.#schemas = schemas;
    this.#references = references;
    this.#options = options;
  }

  /** Prints a path item; its operations with an operationId become members of `operations`. */
  pathItem(written: JsonObject, at: Position): string {
    const item = this.#merge(written);
    const inner = this.#within(at);
    const shared = Array.isArray(item.parameters) ? item.parameters : [];
    const members = METHODS.map((method): Member => {
      const operation = item[method];
      if (!isJsonObject(operation)) return { name: method, type: 'never', isOptional: true };
      return { name: method, type: this.#operation(operation, shared, inner), described: operation };
    });
    const later = this.#laterMethods(item, shared, inner);
    return this.#object(
      [{ name: 'parameters', type: this.#parameters(shared, inner) }, ...members, ...later],
      at,
    );
  }

  // OpenAPI 3.2, Path Item Object.
  #laterMethods(
    { query, additionalOperations }: JsonObject,
    shared: readonly JsonValue[],
    at: Position,
  ): Member[] {
    const print = (name: string, operation: JsonValue | undefined, position: Position): Member[] =>
      isJsonObject(operation)
        ? [{ name, type: this.#operation(operation, shared, position), described: operation }]
        : [];
    const inner = this.#within(at);
    const additional = listEntries(additionalOperations, this.#schemas.options).flatMap(([name, operation]) =>
      print(name, operation, inner),
    );
    const all: Member[] =
      additional.length > 0 ? [{ name: 'additionalOperations', type: this.#object(additional, at) }] : [];
    return [...print('query', query, at), ...all];
  }

  /** Prints a parameter. */
  parameter(written: JsonObject, at: Position): string {
    const { $ref } = written;
    const path = typeof $ref === 'string' ? this.#references.findPath($ref) : undefined;
    if (path !== undefined) return path;
    const { schema = this.#findContentSchema(written), content } = this.#resolve(written);
    if (schema === undefined && content === undefined) this.#options.onDefect?.(String(written.name));
    return schema === undefined
      ? 'string'
      : this.#schemas.printSchema(schema, { ...at, isRequest: true }).text;
  }

  /** Prints a header. */
  header(written: JsonObject, at: Position): string {
    const { $ref } = written;
    const path = typeof $ref === 'string' ? this.#references.findPath($ref) : undefined;
    if (path !== undefined) return path;
    const { schema = this.#findContentSchema(written), content } = this.#resolve(written);
    if (schema !== undefined) return this.#schemas.printSchema(schema, at).text;
    return content === undefined ? 'unknown' : this.#object(this.#content(content, this.#within(at)), at);
  }

  /** Prints a request body. */
  requestBody(written: JsonObject, at: Position): string {
    const { $ref } = written;
    const path = typeof $ref === 'string' ? this.#references.findPath($ref) : undefined;
    if (path !== undefined) return path;
    const inner = { ...this.#within(at), isRequest: true };
    const members = this.#content(this.#resolve(written).content, this.#within(inner));
    const content = members.length > 0 ? members : [{ name: '*/*', type: 'never', isOptional: true }];
    return this.#object([{ name: 'content', type: this.#object(content, inner) }], at);
  }

  /** Prints a response. */
  response(written: JsonObject, at: Position): string {
    const { $ref } = written;
    const path = typeof $ref === 'string' ? this.#references.findPath($ref) : undefined;
    if (path !== undefined) return path;
    const response = this.#resolve(written);
    const inner = this.#within(at);
    const deeper = this.#within(inner);
    const headers = listEntries(response.headers, this.#schemas.options).flatMap(
      ([name, header]): Member[] => {
        if (!isJsonObject(header)) return [];
        const isOptional = typeof header.$ref !== 'string' && header.required !== true;
        return [{ name, type: this.header(header, deeper), isOptional, described: header }];
      },
    );
    const open = `${deeper.indent}${this.#modifier}[name: string]: unknown;\n`;
    const content = this.#content(response.content, deeper);
    const all =
      content.length > 0 ? { type: this.#object(content, inner) } : { type: 'never', isOptional: true };
    return this.#object(
      [
        { name: 'headers', type: this.#object(headers, inner, open) },
        { name: 'content', ...all },
      ],
      at,
    );
  }

  #findContentSchema(written: JsonObject): JsonValue | undefined {
    const { in: location, content } = this.#resolve(written);
    if (location !== 'querystring' && !this.#options.areParametersTyped) return undefined;
    const [[, media] = []] = listEntries(content, {});
    return isJsonObject(media) ? this.#resolve(media).schema : undefined;
  }

  get #modifier(): string {
    return this.#schemas.options.immutable ? 'readonly ' : '';
  }

  #operation(written: JsonObject, shared: readonly JsonValue[], at: Position): string {
    if (typeof written.$ref === 'string') this.#options.onDefect?.(written.$ref);
    const operation = this.#resolve(written);
    const { operationId, parameters } = operation;
    const own = Array.isArray(parameters) ? parameters : [];
    if (typeof operationId !== 'string') return this.#operationType(operation, [...shared, ...own], at);
    // An operation that several paths share is printed once.
    const name = operationId.replaceAll('#', '/');
    const printed = this.#printed.get(name);
    if (printed !== undefined && printed !== operation) this.#options.onDefect?.(name);
    if (printed === undefined) {
      this.#printed.set(name, operation);
      const type = this.#operationType(operation, [...shared, ...own], { ...at, indent: '  ' });
      // The name of a member that is a number is no string to `keyof`.
      const key = /^\d/.test(name) ? quote(name) : memberKey(name);
      this.named.push(`  ${this.#modifier}${key}: ${type};\n`);
    }
    return `operations[${quote(name)}]`;
  }

  #operationType(operation: JsonObject, parameters: readonly JsonValue[], at: Position): string {
    const { requestBody, responses } = operation;
    const inner = this.#within(at);
    const body = isJsonObject(requestBody)
      ? {
          type: this.requestBody(requestBody, inner),
          isOptional: this.#resolve(requestBody).required !== true,
          described: requestBody,
        }
      : { type: 'never', isOptional: true };
    return this.#object(
      [
        { name: 'parameters', type: this.#parameters(parameters, inner) },
        { name: 'requestBody', ...body },
        { name: 'responses', type: this.#responses(responses, inner) },
      ],
      at,
    );
  }

  #responses(responses: JsonValue | undefined, at: Position): string {
    const members = listEntries(responses, this.#schemas.options).flatMap(([status, response]): Member[] => {
      if (!isJsonObject(response) || status.startsWith('x-')) return [];
      return [{ name: status, type: this.response(response, this.#within(at)), described: response }];
    });
    return members.length === 0 ? 'never' : this.#object(members, at);
  }

  // A parameter of the operation takes precedence over that of its path item.
  #parameters(list: readonly JsonValue[], at: Position): string {
    const byName = new Map<string, { written: JsonObject; parameter: JsonObject }>();
    for (const written of list) {
      if (!isJsonObject(written)) continue;
      const parameter = this.#resolve(written);
      byName.set(`${String(parameter.in)} ${String(parameter.name)}`, { written, parameter });
    }
    const inner = this.#within(at);
    const members = LOCATIONS.map((location): Member => {
      const found = [...byName.values()].filter(({ parameter }) => getLocation(parameter) === location);
      const own = found.map(({ written, parameter }): Member => {
        const isOptional = location !== 'path' && parameter.required !== true;
        const type = this.parameter(written, this.#within(inner));
        return { name: String(parameter.name), type, isOptional, described: parameter };
      });
      if (own.length === 0) return { name: location, type: 'never', isOptional: true };
      const sorted = this.#schemas.options.alphabetize
        ? own.sort((one, other) => one.name.localeCompare(other.name))
        : own;
      return {
        name: location,
        type: this.#object(sorted, inner),
        isOptional: own.every(({ isOptional }) => isOptional),
      };
    });
    return this.#object(members, at);
  }

  #content(content: JsonValue | undefined, at: Position): Member[] {
    return listEntries(content, this.#schemas.options).flatMap(([name, media]): Member[] => {
      if (!isJsonObject(media)) return [];
      const { schema } = this.#resolve(media);
      const item = at.isRequest ? undefined : this.#findItem(name, this.#resolve(media));
      if (item !== undefined) {
        const { text } = this.#schemas.printSchema(item, at);
        return [{ name, type: `AsyncIterable<${text}>`, described: media }];
      }
      const isRequest = at.isRequest || isRequestName(name);
      if (schema === undefined) return [{ name, type: 'unknown', described: media }];
      return [{ name, type: this.#schemas.printSchema(schema, { ...at, isRequest }).text, described: media }];
    });
  }

  #findItem(name: string, media: JsonObject): JsonValue | undefined {
    // Clients that use the types of a document alone read no events.
    const isImplied = media[IMPLIED_ITEMS] && !this.#options.areParametersTyped;
    if (classifyStream(name) === undefined || isImplied) return undefined;
    return media[this.#references.is32 ? 'itemSchema' : 'x-item-schema'];
  }

  #object(members: readonly Member[], { indent }: Position, more = ''): string {
    const inner = `${indent}  `;
    const lines = members.map(({ name, type, isOptional, described }) => {
      const key = `${this.#modifier}${memberKey(name)}${isOptional ? '?' : ''}`;
      return `${docComment(described, inner)}${inner}${key}: ${type};\n`;
    });
    return `{\n${lines.join('')}${more}${indent}}`;
  }

  #within(at: Position): Position {
    return { indent: `${at.indent}  `, isRequest: at.isRequest };
  }

  #resolve(written: JsonObject): JsonObject {
    const { $ref } = written;
    return (typeof $ref === 'string' ? this.#references.resolve($ref) : undefined) ?? written;
  }

  // A path item may have members next to a reference to another.
  #merge(written: JsonObject): JsonObject {
    const { $ref, ...own } = written;
    return typeof $ref === 'string' ? { ...this.#references.resolve($ref), ...own } : written;
  }
}

// OpenAPI 3.2: a parameter that is the whole query.
function getLocation({ in: location }: JsonObject): JsonValue | undefined {
  return location === 'querystring' ? 'query' : location;
}
