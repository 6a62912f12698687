// Schemas that hold instead of those of a document, and components that it lacks: they are read as if the document had
// them, so that it is neither copied nor read again.
import type { JsonObject } from '../json.ts';
import { childrenOf, type DocumentObject, walkObjects } from '../object-kinds.ts';
import { appendPointer, parsePointer } from '../pointer.ts';
import type { OpenApiModel, SchemaEdits } from './model.ts';
import type { LocatedSchema } from './schema.ts';

/** The edits of a document as it was read. */
export const NO_EDITS: SchemaEdits = { schemas: new Map(), components: new Map() };

/** Returns a model with further edits; `findOrigin` maps the pointers of added schemas to those of the document. */
export function editSchemas(
  model: OpenApiModel,
  { schemas, components }: SchemaEdits,
  findOrigin: (pointer: string) => string = (pointer) => pointer,
): OpenApiModel {
  const added = [...components].map(([name, schema]) => [name, locateComponent(name, schema)] as const);
  return {
    ...model,
    edits: {
      schemas: new Map([...model.edits.schemas, ...schemas]),
      components: new Map([...model.edits.components, ...components]),
    },
    schemas: new Map([...model.schemas, ...added]),
    locate: (pointer) => model.locate(findOrigin(pointer)),
    toSource: (pointer) => model.toSource(findOrigin(pointer)),
  };
}

function locateComponent(name: string, schema: JsonObject): LocatedObject {
  return { schema, pointer: appendPointer('#', 'components', 'schemas', name) };
}

type Edited = Pick<OpenApiModel, 'document' | 'edits'>;

/** Finds the schema that a reference from a schema leads to. */
export function resolveSchema(
  { resolver, edits }: OpenApiModel,
  reference: string,
  from: string,
): LocatedSchema | undefined {
  const target = resolver.resolve(reference, from);
  if (target || edits.components.size === 0) return target;
  const [components, schemas, name = '', ...tokens] = parsePointer(reference) ?? [];
  const isComponent = components === 'components' && schemas === 'schemas' && tokens.length === 0;
  const schema = isComponent ? edits.components.get(name) : undefined;
  return schema && locateComponent(name, schema);
}

/** A schema that is an object. */
export interface LocatedObject {
  schema: JsonObject;
  pointer: string;
}

/** Calls `visit` for a schema and those that it contains, or for all of a document, each first; false leaves those inside out. */
export function walkSchemas(
  model: Edited,
  visit: (located: LocatedObject) => boolean,
  root?: LocatedObject,
): void {
  if (!root) walkParts(model, { kind: 'document', value: model.document, pointer: '#' }, visit);
  const added = [...model.edits.components].map(([name, schema]) => locateComponent(name, schema));
  for (const { schema: value, pointer } of root ? [root] : added)
    walkParts(model, { kind: 'schema', value, pointer }, visit);
}

function walkParts(model: Edited, root: DocumentObject, visit: (located: LocatedObject) => boolean): void {
  walkObjects(root, (object) => {
    const { kind, value, pointer } = object;
    if (kind !== 'schema') return true;
    const schema = model.edits.schemas.get(pointer) ?? value;
    if (!visit({ schema, pointer })) return false;
    if (schema === value) return true;
    for (const part of childrenOf({ ...object, value: schema })) walkParts(model, part, visit);
    return false;
  });
}

/** Copies a schema with what replaces its parts; `edit` changes the copy of each, before its own parts are copied. */
export function copySchema(
  edits: SchemaEdits['schemas'],
  { schema, pointer: root }: LocatedObject,
  edit: (copy: LocatedObject) => void = () => undefined,
): JsonObject {
  const copy = structuredClone(schema);
  walkObjects({ kind: 'schema', value: copy, pointer: root }, ({ value, pointer }) => {
    const edited = pointer === root ? undefined : edits.get(pointer);
    if (edited) {
      for (const name of Object.keys(value)) delete value[name];
      Object.assign(value, structuredClone(edited));
    }
    edit({ schema: value, pointer });
    return true;
  });
  return copy;
}
