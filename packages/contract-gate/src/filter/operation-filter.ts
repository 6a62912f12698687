import { canonicalPointer, type OpenApiModel, type Operation, type Webhook } from '@keyframe/openapi-model';
import { UsageError } from '../usage-error.ts';

/** Operations: `POST /v1/x`, a path, an operationId, `tag:x`, the name of a webhook, or a JSON pointer into the document. */
export type OperationFilter = readonly string[];

/** The operations that a command is about: all of them unless `include` is given, without those of `exclude`. */
export interface OperationChoice {
  include?: OperationFilter | undefined;
  exclude?: OperationFilter | undefined;
}

/** Lists the tested operations: those that match the filters. */
export function selectOperations({ operations }: OpenApiModel, choice: OperationChoice): Operation[] {
  return operations.filter((operation) => isChosen([operation], choice));
}

/** Lists the tested webhooks. */
export function selectWebhooks({ webhooks }: OpenApiModel, choice: OperationChoice): Webhook[] {
  return webhooks.filter(({ name, operations }) => isChosen(operations, choice, name));
}

function isChosen(
  operations: readonly Operation[],
  { include = [], exclude = [] }: OperationChoice,
  webhook?: string,
): boolean {
  const isNamed = (filter: OperationFilter) => operations.some((one) => matches(one, filter, webhook));
  return (include.length === 0 || isNamed(include)) && !isNamed(exclude);
}

/** Refuses a filter that fits no operation, which is a slip of the pen. Throws UsageError. */
export function requireMatches(
  models: readonly OpenApiModel[],
  { include = [], exclude = [] }: OperationChoice,
): void {
  const all = models.flatMap(({ operations, webhooks }) => [
    ...operations.map((operation) => [operation, undefined] as const),
    ...webhooks.flatMap(({ name, operations: own }) => own.map((operation) => [operation, name] as const)),
  ]);
  const unmatched = [...include, ...exclude].filter(
    (text) => !text.startsWith('#') && !all.some(([operation, name]) => matches(operation, [text], name)),
  );
  if (unmatched.length === 0) return;
  throw new UsageError(
    `No operation matches ${unmatched.map((text) => `"${text}"`).join(', ')}. Expected "POST /v1/x", a path, an operationId, tag:x, the name of a webhook or a JSON pointer.`,
  );
}

function matches(operation: Operation, filter: OperationFilter, webhook: string | undefined): boolean {
  const name = `${operation.method} ${operation.path}`.toLowerCase();
  return filter.some((text) => {
    if (text.startsWith('#')) return isWithin(operation.pointer, text);
    if (text.startsWith('tag:')) return operation.tags.includes(text.slice(4));
    const { id, operationId, path } = operation;
    return [id, operationId, path, webhook].includes(text) || text.toLowerCase() === name;
  });
}

/** Reports whether a pointer equals the pointer of a filter or lies below it. */
export function isWithin(pointer: string, filter: string): boolean {
  const root = (canonicalPointer(filter) ?? filter).replace(/\/$/, '');
  return pointer === root || pointer.startsWith(`${root}/`);
}
