import { type JsonObject, type JsonValue, type LocatedSchema, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '../src/nodes/schema-graph.ts';
import type { Direction } from '../src/nodes/schema-node.ts';
import { ExactValidators } from '../src/validators/exact-validators.ts';
import { SchemaSpace } from '../src/values/schema-space.ts';

const NAME = 'Subject';

/** A schema in a document of its own, for tests. */
export interface TestSubject {
  space: SchemaSpace;
  graph: SchemaGraph;
  located: LocatedSchema;
}

/** Creates a document whose component `Subject` is the schema. */
export function createSubject(
  schema: JsonObject | boolean,
  { direction = 'request', others = {} }: { direction?: Direction; others?: Record<string, JsonValue> } = {},
): TestSubject {
  const info = { title: 'a', version: '1' };
  const schemas = { [NAME]: schema, ...others };
  const model = readModel({ openapi: '3.1.1', info, paths: {}, components: { schemas } }, 'a.yaml');
  const validators = new ExactValidators(model);
  return {
    space: new SchemaSpace(validators, direction),
    graph: new SchemaGraph(model),
    located: { schema, pointer: `#/components/schemas/${NAME}` },
  };
}
