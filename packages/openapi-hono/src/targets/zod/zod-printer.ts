import type { Code } from '@keyframe/openapi-codegen';
import type { Problem, RepairName } from '@keyframe/openapi-model';
import type { Diagnostics, FilledDefault, SchemaNode, Types } from '@keyframe/openapi-schema';

/** Members of the schema printer that the printers of single keywords use. */
export interface ZodPrinter {
  /** Whether a value must be of its `format`, or the format is an annotation. */
  readonly assertsFormats: boolean;
  readonly errors: Diagnostics;
  /** Reports what a lenient rule accepts: a warning if the document is read by it, otherwise an error. */
  readonly repair: (problem: Problem & { rule: RepairName }) => boolean;
  readonly warnings: Diagnostics;
  /** Collects the defaults that the code fills in. */
  readonly defaults: FilledDefault[];
  /** Prints a schema inside another one, given the types that its surroundings leave possible. */
  nested: (schema: SchemaNode, surrounding?: Types) => Code;
}
