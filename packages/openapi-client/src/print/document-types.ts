// Types of a whole document: `paths`, `webhooks`, `components` and `operations`.
import type { JsonObject } from '@keyframe/openapi-model/document';
import type { ClientOperations } from '../types/client-operations.ts';
import { Discriminators } from './discriminators.ts';
import { docComment } from './doc-comment.ts';
import { getMember, listObjects } from './entries.ts';
import { memberKey } from './member-key.ts';
import { OperationTypes } from './operation-types.ts';
import { pathTemplate } from './path-template.ts';
import { FOLDERS, type Folder, type Located, References } from './references.ts';
import { isRequestName } from './request-names.ts';
import { createRootTypes } from './root-types.ts';
import type { MessagePosition, SchemaPrinter } from './schema-printer.ts';
import { SchemaTypes } from './schema-types.ts';
import { TypeNodes } from './type-node.ts';
import type { PrintOptions, TypesOptions } from './types-options.ts';

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

/** Prints the types of a client, whose schemas have a printer of their own. */
export function printClientTypes(client: ClientOperations, schemas: SchemaPrinter): string {
  const { document } = client;
  const references = new References(document);
  const operations = new OperationTypes(schemas, references, { client });
  return new DocumentTypes(document, { schemas, operations, references, client }).print();
}

interface Printers {
  schemas: SchemaPrinter;
  operations: OperationTypes;
  references: References;
  client?: ClientOperations;
}

class DocumentTypes {
  readonly #document: Located;
  readonly #options: TypesOptions;
  readonly #printers: Printers;
  readonly #components: Located | undefined;

  constructor(document: JsonObject, printers: Printers) {
    this.#document = { value: document, pointer: '#' };
    this.#options = printers.schemas.options;
    this.#printers = printers;
    this.#components = getMember(this.#document, 'components');
  }

  print(): string {
    const { operations, schemas, client } = this.#printers;
    const paths = this.#declare('paths', this.#pathItems('paths', 'request'));
    const webhooks = this.#declare('webhooks', this.#pathItems('webhooks', 'response'));
    const names = new Map<string, readonly string[]>();
    const components = this.#components || client ? this.#printComponents(names) : [];
    const texts = [paths, webhooks, this.#declare('components', components)];
    if (this.#options.rootTypes) texts.push(...createRootTypes(names));
    texts.push(this.#declare('operations', operations.declarations));
    if (schemas.needsRequired) texts.push(WITH_REQUIRED);
    if (schemas.needsRecursiveList) texts.push(recursiveListType(this.#options));
    return texts.join('\n');
  }

  #declare(name: string, members: readonly string[]): string {
    if (members.length === 0) return `export type ${name} = Record<string, never>;\n`;
    const body = `{\n${members.join('')}}`;
    return this.#options.exportType
      ? `export type ${name} = ${body};\n`
      : `export interface ${name} ${body}\n`;
  }

  #pathItems(folder: 'paths' | 'webhooks', direction: MessagePosition['direction']): string[] {
    const { operations, references, schemas } = this.#printers;
    const isPath = folder === 'paths';
    return listObjects(getMember(this.#document, folder), this.#options)
      .filter(({ name }) => !isPath || !name.startsWith('x-'))
      .map(({ name: path, ...item }) => {
        const at = { indent: '  ', isRequest: isRequestName(path), direction };
        const type = operations.pathItem(item, isPath ? { ...at, path } : at);
        const isTemplate = this.#options.pathParamsAsTypes && isPath && path.includes('{');
        const key = isTemplate
          ? `[path: ${pathTemplate(path, item, { references, schemas })}]`
          : memberKey(path);
        return `  ${this.#modifier}${key}: ${type};\n`;
      });
  }

  #printComponents(names: Map<string, readonly string[]>): string[] {
    const folders = (Object.keys(FOLDERS) as Folder[]).map((folder) => {
      const components = this.#findFolder(folder);
      names.set(folder, Object.keys(components?.value ?? {}));
      const members = listObjects(components, this.#options);
      return [folder, members.map((component) => this.#printComponent(folder, component))] as const;
    });
    // Printing the others may add schemas.
    const schemas = this.#printers.schemas.printComponents({ indent: '    ', isRequest: false });
    names.set(
      'schemas',
      schemas.map(({ name }) => name),
    );
    const members = schemas.map(({ name, comment, type }) => this.#member(name, { comment, type }));
    return [['schemas', members] as const, ...folders].map(([folder, lines]) =>
      lines.length === 0 ? `  ${folder}: never;\n` : `  ${folder}: {\n${lines.join('')}  };\n`,
    );
  }

  // A client has its path items in its paths.
  #findFolder(folder: Folder): Located | undefined {
    const isOmitted = folder === 'pathItems' && this.#printers.client !== undefined;
    return this.#components && !isOmitted ? getMember(this.#components, folder) : undefined;
  }

  #printComponent(folder: Folder, { name, ...item }: Located & { name: string }): string {
    const { operations } = this.#printers;
    const isRequest = isRequestName(`${folder} ${name}`);
    const at = { indent: '    ', isRequest, direction: FOLDERS[folder] };
    const print = {
      responses: () => operations.response(item, at),
      parameters: () => operations.parameter(item, at),
      requestBodies: () => operations.requestBody(item, at),
      headers: () => operations.header(item, at),
      pathItems: () => operations.pathItem(item, at),
    };
    return this.#member(name, { comment: docComment(item.value, at.indent), type: print[folder]() });
  }

  #member(name: string, { comment, type }: { comment: string; type: string }): string {
    return `${comment}    ${this.#modifier}${memberKey(name)}: ${type};\n`;
  }

  get #modifier(): string {
    return this.#options.immutable ? 'readonly ' : '';
  }
}
