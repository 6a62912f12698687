// Types of a whole document: `paths`, `webhooks`, `components` and `operations`.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model/document';
import { Discriminators } from './discriminators.ts';
import { docComment } from './doc-comment.ts';
import { listEntries } from './entries.ts';
import { memberKey } from './member-key.ts';
import { OperationTypes } from './operation-types.ts';
import { pathTemplate } from './path-template.ts';
import { References } from './references.ts';
import { isRequestName } from './request-names.ts';
import { createRootTypes } from './root-types.ts';
import type { Position, SchemaPrinter } from './schema-printer.ts';
import { SchemaTypes } from './schema-types.ts';
import { TypeNodes } from './type-node.ts';
import type { PrintOptions, TypesOptions } from './types-options.ts';

const KINDS = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const;

const WITH_REQUIRED = 'type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };\n';

// The base of an interface is read when it is needed, so that the items may hold the list.
function recursiveListType({ immutable = false }: TypesOptions): string {
  const base = immutable ? 'ReadonlyArray' : 'Array';
  return `/** A list of items that hold such lists themselves. */
export interface RecursiveList<TName extends keyof components['schemas']> extends ${base}<components['schemas'][TName]> {}
`;
}

/** Prints the types of a document of OpenAPI 3.1, as openapi-typescript does. */
export function printTypes(document: JsonObject, options: PrintOptions = {}): string {
  const references = new References(document, options);
  const nodes = new TypeNodes(references, options.onDefect);
  const discriminators = new Discriminators(document, nodes, options);
  const schemas = new SchemaTypes(nodes, { references, discriminators }, options);
  const operations = new OperationTypes(schemas, references, options);
  return new DocumentTypes(document, { schemas, operations, references }).print();
}

/** Prints the types of a document whose schemas have a printer of their own. */
export function printDocument(document: JsonObject, schemas: SchemaPrinter): string {
  const references = new References(document);
  const operations = new OperationTypes(schemas, references, { areParametersTyped: true });
  return new DocumentTypes(document, { schemas, operations, references }).print();
}

interface Printers {
  schemas: SchemaPrinter;
  operations: OperationTypes;
  references: References;
}

class DocumentTypes {
  readonly #document: JsonObject;
  readonly #options: TypesOptions;
  readonly #schemas: SchemaPrinter;
  readonly #operations: OperationTypes;
  readonly #references: References;
  #schemaNames: readonly string[] = [];

  constructor(document: JsonObject, { schemas, operations, references }: Printers) {
    this.#document = document;
    this.#options = schemas.options;
    this.#schemas = schemas;
    this.#operations = operations;
    this.#references = references;
  }

  print(): string {
    const { components, paths, webhooks } = this.#document;
    const texts = [
      this.#declare('paths', this.#pathItems(paths, { isExtensible: true })),
      this.#declare('webhooks', this.#pathItems(webhooks, { isExtensible: false })),
      this.#declare('components', isJsonObject(components) ? this.#components() : []),
      ...(this.#options.rootTypes ? createRootTypes(this.#listComponents()) : []),
      this.#declare('operations', this.#operations.named),
    ];
    if (this.#schemas.needsRequired) texts.push(WITH_REQUIRED);
    if (this.#schemas.needsRecursiveList) texts.push(recursiveListType(this.#options));
    return texts.join('\n');
  }

  #declare(name: string, members: readonly string[]): string {
    if (members.length === 0) return `export type ${name} = Record<string, never>;\n`;
    const body = `{\n${members.join('')}}`;
    return this.#options.exportType
      ? `export type ${name} = ${body};\n`
      : `export interface ${name} ${body}\n`;
  }

  #pathItems(items: JsonValue | undefined, { isExtensible }: { isExtensible: boolean }): string[] {
    const modifier = this.#options.immutable ? 'readonly ' : '';
    return listEntries(items, this.#options).flatMap(([path, item]) => {
      if (!isJsonObject(item) || (isExtensible && path.startsWith('x-'))) return [];
      const at = { indent: '  ', isRequest: isRequestName(path) };
      const type = this.#operations.pathItem(item, at);
      const key =
        this.#options.pathParamsAsTypes && isExtensible && path.includes('{')
          ? `[path: ${pathTemplate(path, item, { references: this.#references, schemas: this.#schemas })}]`
          : memberKey(path);
      return [`  ${modifier}${key}: ${type};\n`];
    });
  }

  #components(): string[] {
    const folders = new Map(KINDS.map((kind) => [kind, this.#folder(kind)]));
    // Printing the others may add schemas.
    const schemas = this.#schemas.printComponents({ indent: '    ', isRequest: false });
    this.#schemaNames = schemas.map(({ name }) => name);
    const members = schemas.map(({ name, comment, type }) => this.#member(name, { comment, type }));
    return [...new Map([['schemas', members], ...folders])].map(([kind, lines]) =>
      lines.length === 0 ? `  ${kind}: never;\n` : `  ${kind}: {\n${lines.join('')}  };\n`,
    );
  }

  #listComponents(): Map<string, readonly string[]> {
    const names = KINDS.map((kind) => [kind, Object.keys(this.#references.components[kind] ?? {})] as const);
    return new Map([['schemas', this.#schemaNames], ...names]);
  }

  #folder(kind: (typeof KINDS)[number]): string[] {
    return listEntries(this.#references.components[kind], this.#options).map(([name, item]) => {
      const at = { indent: '    ', isRequest: isRequestName(`${kind} ${name}`) };
      const comment = docComment(item, at.indent);
      return this.#member(name, { comment, type: this.#componentType(kind, item, at) });
    });
  }

  #member(name: string, { comment, type }: { comment: string; type: string }): string {
    const modifier = this.#options.immutable ? 'readonly ' : '';
    return `${comment}    ${modifier}${memberKey(name)}: ${type};\n`;
  }

  #componentType(kind: (typeof KINDS)[number], item: JsonValue, at: Position): string {
    if (!isJsonObject(item)) return 'unknown';
    if (kind === 'pathItems') return this.#operations.pathItem(item, at);
    if (kind === 'parameters') return this.#operations.parameter(item, at);
    if (kind === 'requestBodies') return this.#operations.requestBody(item, at);
    if (kind === 'headers') return this.#operations.header(item, at);
    return this.#operations.response(item, at);
  }
}
