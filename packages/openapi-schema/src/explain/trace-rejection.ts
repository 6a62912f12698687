// The walk over a rejected value. Whether a value is rejected is decided by the compiled schemas.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { listConjuncts } from '../nodes/applied-nodes.ts';
import { itemSchemas, memberSchemas } from '../nodes/member-schemas.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';

/** A value and a schema that rejects it. */
export interface Rejection {
  schema: SchemaNode;
  value: JsonValue;
  /** Path of the value in the whole value. */
  path: readonly (number | string)[];
}

/** Reports whether a schema accepts a value. */
export type AcceptsValue = (schema: SchemaNode, value: JsonValue) => boolean;

const DEEPEST = 64;

/** Lists a rejection and those inside it that cause it, from the outermost to the innermost. */
export function* traceRejection(
  accepts: AcceptsValue,
  rejection: Rejection,
): Generator<Rejection, undefined> {
  let current: Rejection | undefined = rejection;
  while (current) {
    yield current;
    if (current.schema.kind !== 'keywords' || current.path.length > DEEPEST) return;
    current = findInner(accepts, current).next().value;
  }
}

/** A rejection, and whether no other one inside of it causes it. */
export interface WalkedRejection extends Rejection {
  isInnermost: boolean;
}

/** Lists a rejection and all inside of it, each before those that it contains. */
export function* walkRejections(accepts: AcceptsValue, rejection: Rejection): Generator<WalkedRejection> {
  const canContain = rejection.schema.kind === 'keywords' && rejection.path.length <= DEEPEST;
  const causes = canContain ? findInner(accepts, rejection) : [].values();
  const first: Rejection | undefined = causes.next().value;
  yield { ...rejection, isInnermost: first === undefined };
  if (first) yield* walkRejections(accepts, first);
  for (const cause of causes) yield* walkRejections(accepts, cause);
}

// Finds the rejections directly inside of one: by parts of the schema, then by members and items.
function* findInner(accepts: AcceptsValue, rejection: Rejection): Generator<Rejection, undefined> {
  const { schema, value, path } = rejection;
  const { condition, met, unmet, unevaluatedItems, unevaluatedProperties } = schema.keywords;
  const branch = condition && (accepts(condition, value) ? met : unmet);
  for (const conjunct of [...listConjuncts(schema), branch]) {
    if (conjunct && !accepts(conjunct, value)) yield { ...rejection, schema: conjunct };
  }
  // Only the whole schema decides which members are not evaluated.
  const unevaluated = [unevaluatedItems?.pointer, unevaluatedProperties?.pointer];
  for (const [name, member] of listMembers(value)) {
    const schemas = typeof name === 'number' ? itemSchemas([schema], name) : memberSchemas([schema], name);
    for (const subschema of schemas) {
      const isRejected = !unevaluated.includes(subschema.pointer) && !accepts(subschema, member);
      if (isRejected) yield { schema: subschema, value: member, path: [...path, name] };
    }
  }
}

function listMembers(value: JsonValue): (readonly [number | string, JsonValue])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return isJsonObject(value)
    ? Object.entries(value).map(([name, member]) => [name, member ?? null] as const)
    : [];
}

/** An explanation by the part of the value that it is about. */
interface Located {
  path: readonly (number | string)[];
}

/** Decides about one branch of a union, and explains a rejection. */
export interface BranchExplainer<TExplanation extends Located> {
  accepts: AcceptsValue;
  explain: (rejection: Rejection) => TExplanation;
  /** Reports whether another branch was probably meant, because the value is of another type or kind. */
  isChoice: (explanation: TExplanation) => boolean;
}

/** Explains why a union rejects a value, by the branch that comes closest to it; undefined for a valid value. */
export function explainUnion<TExplanation extends Located>(
  { accepts, explain, isChoice }: BranchExplainer<TExplanation>,
  branches: readonly SchemaNode[],
  rejection: Rejection,
): TExplanation | undefined {
  if (branches.some((branch) => accepts(branch, rejection.value))) return undefined;
  const rank = (explanation: TExplanation) => 2 * explanation.path.length - (isChoice(explanation) ? 3 : 0);
  const explained = branches.map((schema) => explain({ ...rejection, schema }));
  return explained.toSorted((left, right) => rank(right) - rank(left))[0];
}
