// The validators of a client: checks of responses, and a Standard Schema for each component.
import {
  DocumentInvalidError,
  type LocatedSchema,
  locateProblems,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import {
  Diagnostics,
  reportFindings,
  SchemaGraph,
  type SchemaNode,
  type Specialization,
  specialize,
  unguardedSchemas,
  walk,
} from '@keyframe/openapi-schema';
import { DecisionCompiler, DecisionModule } from '@keyframe/openapi-schema/validators';
import { docstring, quote } from '@keyframe/openapi-tooling/generator';
import type { OperationChecks } from '../describe/definition.ts';
import { isJsonType } from '../describe/media-types.ts';
import type { Plan } from '../plan.ts';
import { CheckPrinter } from './check-printer.ts';
import { importLine, VALIDATION_RUNTIME } from './runtime-names.ts';

/** Validators, and how operations use them. */
export interface Validators {
  /** The text of `validators.ts`. */
  text: string;
  /** The names of the Standard Schemas. */
  schemas: readonly string[];
  /** The checks of operations by their keys. */
  checks: ReadonlyMap<string, OperationChecks>;
}

/** Names an operation, which a copy of its document has, too. */
export function operationKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/** Writes the validators. Throws DocumentInvalidError if a schema cannot be decided. */
export function emitValidators({ model: written, schemas, names }: Plan): Validators {
  const specialization = specialize(written);
  const { model, listOrigins } = specialization;
  const graph = new SchemaGraph(model);
  const responseGraph = new SchemaGraph(model, { direction: 'response', written: graph });
  const components = schemas.flatMap(({ component, name }) => {
    const located = model.schemas.get(component);
    return located ? [{ component, name: names.take(`${name}Schema`), node: graph.node(located) }] : [];
  });
  const bodies = listBodies(model).map(({ schema, ...body }) => ({
    ...body,
    node: responseGraph.node(schema),
  }));
  const checked = [...components, ...bodies].map(({ node }) => node);
  refuseUnsound(specialization, { graph, responseGraph, checked });
  const decisions = new DecisionModule({ taken: components.map(({ name }) => name) });
  const compiler = new DecisionCompiler(graph, decisions);
  const printer = new CheckPrinter(compiler, (pointer) => listOrigins(pointer)[0] ?? pointer);
  const named = nameChecks(bodies, printer);
  const standard = components.map(({ component, name, node }) =>
    [
      docstring(`Standard Schema of the component \`${component}\`.`),
      `export const ${name}: StandardSchema<components['schemas'][${quote(component)}]> =\n`,
      `  /* @__PURE__ */ standardSchema(${printer.name(node)});\n`,
    ].join(''),
  );
  const checks = printer.text();
  const text = [decisions.text(), checks, ...standard].filter((part) => part !== '').join('\n');
  // A call may have been replaced by a shorter one.
  const words = new Set(text.match(/[\w$]+/g));
  const imports = [...decisions.used, 'type Check', 'type StandardSchema', 'standardSchema'].filter((name) =>
    words.has(name.replace('type ', '')),
  );
  const types = standard.length > 0 ? `import type { components } from './types.ts';\n` : '';
  return {
    text: `${importLine('import', imports, VALIDATION_RUNTIME)}${types}\n${text === '' ? 'export {};\n' : text}`,
    schemas: components.map(({ name }) => name),
    checks: named,
  };
}

interface Body {
  key: string;
  status: string;
  mediaType: string;
  /** Whether the schema is that of the items of a stream. */
  isItem: boolean;
}

function listBodies({ operations }: OpenApiModel): (Body & { schema: LocatedSchema })[] {
  return operations.flatMap((operation) => {
    if (operation.method === 'head') return [];
    const key = operationKey(operation);
    return operation.responses.flatMap(({ status, content }) =>
      content.flatMap(({ name: mediaType, schema, stream }) => {
        const body = stream?.item ?? (isJsonType(mediaType) ? schema : undefined);
        const at = { key, status: status.replace('xx', 'XX'), mediaType, isItem: stream !== undefined };
        return body ? [{ ...at, schema: body }] : [];
      }),
    );
  });
}

function nameChecks(
  bodies: readonly (Body & { node: SchemaNode })[],
  printer: CheckPrinter,
): Map<string, OperationChecks> {
  const all = new Map<string, OperationChecks>();
  for (const { key, status, mediaType, isItem, node } of bodies) {
    if (node.kind === 'any') continue;
    const checks = all.get(key) ?? { responses: new Map(), items: new Map() };
    all.set(key, checks);
    if (isItem) {
      checks.items.set(mediaType, printer.name(node));
      continue;
    }
    const types = checks.responses.get(status) ?? new Map<string, string>();
    checks.responses.set(status, types.set(mediaType, printer.name(node)));
  }
  return all;
}

interface Checked {
  graph: SchemaGraph;
  responseGraph: SchemaGraph;
  checked: readonly SchemaNode[];
}

function refuseUnsound(
  { model, problems, listOrigins }: Specialization,
  { graph, responseGraph, checked }: Checked,
): void {
  const errors = new Diagnostics(listOrigins);
  const nodes = new Set(checked.flatMap((node) => walk(node)));
  for (const node of nodes)
    reportFindings(node.direction ? responseGraph : graph, node, {
      errors,
      warnings: new Diagnostics(listOrigins),
    });
  for (const { pointer } of unguardedSchemas([...nodes])) {
    const message = 'The schema refers to itself without an item or a member in between, so it never ends.';
    errors.add(pointer, message, 'Remove the reference, or refer from a member or an item.');
  }
  const found = [...problems, ...errors.problems];
  if (found.length > 0)
    throw new DocumentInvalidError(model.source, locateProblems(found, model.locate), model.files);
}
