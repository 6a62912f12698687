import { type Code, call, list } from '@keyframe/openapi-codegen';
import type { ArrayNode, Handled } from '@keyframe/openapi-schema';
import { runtime, UNKNOWN, zod } from '../../printer/runtime.ts';
import { boundsCode, isBounded } from './compile-scalars.ts';
import type { ZodPrinter } from './zod-printer.ts';

// Each member is printed here, or by the part that applies to the whole schema.
type PrintedArray = Handled<
  ArrayNode,
  'contains' | 'isBare' | 'isUnique' | 'items' | 'kind' | 'prefix' | 'size' | 'unevaluated'
>;

/** Compiles what is said of lists, into parts that all apply. */
export function compileArray(compiler: ZodPrinter, node: PrintedArray): Code[] {
  const prefix = node.prefix.map((item) => compiler.nested(item));
  const items = node.items && compiler.nested(node.items);
  const codes: Code[] = [
    call(
      zod('array'),
      prefix.length > 0 ? UNKNOWN : (items ?? UNKNOWN),
      ...(isBounded(node.size) ? [boundsCode(node.size)] : []),
    ),
  ];
  if (prefix.length > 0) {
    codes.push(call(runtime('tuple'), list(prefix), ...(items === undefined ? [] : [items])));
  }
  if (node.contains) {
    const { schema, count } = node.contains;
    codes.push(call(runtime('contains'), compiler.nested(schema), boundsCode(count)));
  }
  if (node.isUnique) codes.push(call(runtime('uniqueItems')));
  return codes;
}
