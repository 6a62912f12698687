// Names the member of a rejected value and the rule that it violates, in words.
import type { JsonValue, LocatedSchema } from '@keyframe/openapi-model';
import type { Direction } from '../nodes/read-write-views.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { describeRule, type Rule } from './describe-rule.ts';
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
  #explain(rejection: Rejection, known: Explanations): Explained {
    const { schema, value } = rejection;
    const ofValue = known.get(value) ?? new Map<SchemaNode, Explained>();
    known.set(value, ofValue);
    const explained = ofValue.get(schema) ?? this.#search(rejection, known);
    // Equal scalars of several members, and their nulls, have the same key.
    if (typeof value === 'object' && value !== null) ofValue.set(schema, explained);
    return explained;
  }

  #search(rejection: Rejection, known: Explanations): Explained {
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
      explain: (one: Rejection) => this.#explain(one, known),
      isChoice,
    };
    const { anyOf, oneOf } = schema.keywords;
    return (
      explainUnion(explainer, anyOf, innermost) ??
      explainUnion(explainer, oneOf, innermost) ?? { path, message: 'does not match its schema' }
    );
  }
}

function isChoice(explanation: Explained): boolean {
  return explanation.isChoice === true;
}
