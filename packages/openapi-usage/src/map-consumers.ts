// The consumers of the parts of a document.
import { formatOperation, type OpenApiModel } from '@keyframe/openapi-model';
import { separatePresences } from './presences.ts';
import { spreadWhole } from './spread-whole.ts';
import type { Usage } from './usage.ts';

const ANY = 'recorded traffic';

/** Maps the pointers of operations, parameters and members to the names of the consumers that use them. */
export function mapConsumers(model: OpenApiModel, all: readonly Usage[]): Map<string, string[]> {
  const consumers = new Map<string, string[]>();
  const add = (pointer: string, name: string) => {
    const names = consumers.get(pointer) ?? [];
    if (!names.includes(name)) consumers.set(pointer, [...names, name]);
  };
  for (const { consumer = ANY, operations, places } of separatePresences(all).usages) {
    for (const operation of model.operations)
      if (operations[formatOperation(operation)]) add(operation.pointer, consumer);
    for (const pointer of spreadWhole(model, places).keys()) add(pointer, consumer);
  }
  return consumers;
}
