// Names the member of a rejected value and the rule that it violates, in words.
import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { findDiscriminant } from '../nodes/discriminant.ts';
import type { Direction, SchemaNode } from '../nodes/schema-node.ts';
import { describeConstants, describeRule, type Rule } from './describe-rule.ts';
import { explainUnion, type Rejection, traceRejection } from './trace-rejection.ts';

/** Decides whether schemas accept values. */
export interface DirectedAcceptors {
  accepts(directed: { schema: LocatedSchema; direction: Direction }, value: JsonValue): boolean;
}

/** A member of a value and the rule that it violates. */
export interface Explanation {
  path: readonly (number | string)[];
  message: string;
}

interface Explained extends Explanation, Pick<Rule, 'isChoice'> {}

/** Explanations of a value so far, by the schema that rejects it. */
type Explanations = Map<JsonValue, Map<SchemaNode, Explained>>;

/** Explains why a schema rejects a value. */
export class ValueExplainer {
  readonly #accepts: (schema: SchemaNode, value: JsonValue) => boolean;

  constructor(schemas: DirectedAcceptors, direction: Direction) {
    this.#accepts = ({ origin }, value) => schemas.accepts({ schema: origin, direction }, value);
  }

  /** Finds the outermost violation of a value that the schema rejects. */
  explain(schema: SchemaNode, value: JsonValue): Explanation {
    const { path, message } = this.#explain({ schema, value, path: [] }, new Map());
    return { path, message };
  }

  // Branches of a recursive union lead to the same members by many routes: each member is explained once per schema.
  #explain(rejection: Rejection, explanations: Explanations): Explained {
    const { schema, value } = rejection;
    const ofValue = explanations.get(value) ?? new Map<SchemaNode, Explained>();
    explanations.set(value, ofValue);
    const explained = ofValue.get(schema) ?? this.#search(rejection, explanations);
    // Equal scalars of several members, and their nulls, have the same key.
    if (typeof value === 'object' && value !== null) ofValue.set(schema, explained);
    return explained;
  }

  #search(rejection: Rejection, explanations: Explanations): Explained {
    let innermost = rejection;
    for (const step of traceRejection(this.#accepts, rejection)) {
      const rule = describeRule(step.schema, step.value);
      if (rule) return { ...rule, path: [...step.path, ...rule.path] };
      innermost = step;
    }
    const { schema, path } = innermost;
    if (schema.kind !== 'keywords') return { path, message: 'is not allowed' };
    const explainer = {
      accepts: this.#accepts,
      explain: (branchRejection: Rejection) => this.#explain(branchRejection, explanations),
      isChoice,
    };
    const { anyOf, oneOf } = schema.keywords;
    return (
      this.#explainDiscriminant(innermost, explanations) ??
      explainUnion(explainer, anyOf, innermost) ??
      explainUnion(explainer, oneOf, innermost) ?? { path, message: 'does not match its schema' }
    );
  }

  // The constant of the discriminant names the branch; it alone rejects a value that matches no branch.
  #explainDiscriminant(rejection: Rejection, explanations: Explanations): Explained | undefined {
    const { schema, value, path } = rejection;
    if (!isJsonObject(value)) return undefined;
    const { anyOf, oneOf } = schema.keywords;
    // Those of other types, such as null, have no discriminant.
    const branches = (anyOf.length > 0 ? anyOf : oneOf).filter(
      ({ keywords: { type } }) => type?.includes('object') ?? true,
    );
    const discriminant = findDiscriminant(branches, schema.annotations.discriminator);
    if (discriminant === undefined) return undefined;
    const { property, values, absent = -1 } = discriminant;
    const tag = memberOf(value, property);
    const isTag = (constants: readonly JsonValue[]) => tag !== undefined && constants.includes(tag);
    const branch = branches[tag === undefined ? absent : values.findIndex(isTag)];
    if (branch)
      return this.#accepts(branch, value)
        ? undefined
        : this.#explain({ ...rejection, schema: branch }, explanations);
    const message = tag === undefined ? 'is required' : describeConstants(values.flat(), tag);
    return { path: [...path, property], message, isChoice: true };
  }
}

function isChoice(explanation: Explained): boolean {
  return explanation.isChoice === true;
}
