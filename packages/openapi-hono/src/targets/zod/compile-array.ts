import { memberOf } from '@keyframe/openapi-model';
import { type Code, list } from '@keyframe/openapi-model/generator';
import { heldSchema, type Place, readNumber, subschemas } from '../../schema/keyword-readers.ts';
import { bounds } from './compile-scalars.ts';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles the keywords about lists, into parts that all apply. */
export function compileArray(compiler: ZodPrinter, place: Place): Code[] {
  const { schema } = place;
  const prefix = subschemas(place, 'prefixItems').map((item) => compiler.nested(item));
  const items = compiler.compileMember(place, 'items');
  const parts: Code[] = [
    [`z.array(`, prefix.length > 0 ? 'z.unknown()' : (items ?? 'z.unknown()'), ')', ...size(compiler, place)],
  ];
  if (prefix.length > 0) {
    parts.push(compiler.runtime('prefixItems', list(prefix), ...(items === undefined ? [] : [items])));
  }
  const contained = heldSchema(place, 'contains');
  if (contained) {
    const min = readNumber(place, 'minContains');
    const max = readNumber(place, 'maxContains');
    parts.push(compiler.runtime('contains', compiler.decision(contained), bounds(min, max)));
  }
  if (memberOf(schema, 'uniqueItems') === true) parts.push(compiler.runtime('uniqueItems'));
  return parts;
}

function size(compiler: ZodPrinter, place: Place): Code[] {
  const min = readNumber(place, 'minItems');
  const max = readNumber(place, 'maxItems');
  const isBounded = min !== undefined || max !== undefined;
  // Without bounds, too: of a long list that is wrong only some is explained.
  return ['.check(', compiler.runtime('itemCount', ...(isBounded ? [bounds(min, max)] : [])), ')'];
}
