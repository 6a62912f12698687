import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { Code } from '@keyframe/openapi-model/generator';
import type { Diagnostics } from '../../diagnostics.ts';
import type { Place, Types } from '../../schema/keyword-readers.ts';
import type { FilledDefault, SchemaGraph } from '../../schema/schema-graph.ts';

/** What the printers of single keywords need of the one that prints whole schemas. */
export interface ZodPrinter {
  readonly graph: SchemaGraph;
  readonly errors: Diagnostics;
  readonly warnings: Diagnostics;
  /** Collects the defaults that the code fills in. */
  readonly defaults: FilledDefault[];
  /** Calls a function of the runtime. */
  runtime: (name: string, ...args: readonly Code[]) => Code;
  /** Prints a schema inside another one, given the types that its surroundings leave possible. */
  nested: (located: LocatedSchema, surrounding?: Types) => Code;
  /** Prints the schema that a keyword holds; undefined when the keyword is absent. */
  compileMember: (place: Place, keyword: string, types?: Types) => Code | undefined;
  /** Names the function that tells whether a schema accepts a value, where nothing has to be explained. */
  decision: (located: LocatedSchema, surrounding?: Types) => Code;
  /** Names the constant that holds many values; undefined where they are few. */
  sharedValues: (values: readonly JsonValue[]) => Code | undefined;
  /** Names the function that lists what is left for an `unevaluated…` keyword; undefined when nothing can be. */
  unevaluated: (place: Place, kind: 'items' | 'properties') => Code | undefined;
}
