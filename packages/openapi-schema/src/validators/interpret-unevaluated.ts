// Decides `unevaluatedProperties` and `unevaluatedItems`.
import { isObject, ownMember } from '@keyframe/openapi-runtime/client';
import type { SchemaNode, UnevaluatedPart } from '../nodes/schema-node.ts';
import { type Condition, type ConditionallyEvaluated, type Evaluated, evaluatedBy } from './evaluated.ts';
import { createMatcher } from './interpret-types.ts';
import type { Acceptor, SchemaInterpreter } from './schema-interpreter.ts';

type Key = number | string;
type Members = Readonly<Record<Key, unknown>>;

/** Reports whether a member of a value is evaluated. */
type Test = (value: Members, key: Key) => boolean;

/** Reads what is evaluated in a value, before its members are tested one by one. */
type PreparedTest = (value: Members) => Test;

/** Decides about the members, or the items, that no other keyword of the owner evaluates. */
export function interpretUnevaluated(
  interpreter: SchemaInterpreter,
  { of, schema }: UnevaluatedPart,
  owner: SchemaNode,
): Acceptor {
  const accepts = interpreter.accept(schema);
  const prepare = prepareTest({ interpreter, known: new Map() }, evaluatedBy(owner, of));
  return (value) => {
    const isList = Array.isArray(value);
    if (of === 'items' ? !isList : !isObject(value)) return true;
    const members = value as Members;
    const keys: readonly Key[] = isList ? [...value.keys()] : Object.keys(members);
    const isEvaluated = prepare(members);
    return keys.every((key) => isEvaluated(members, key) || accepts(members[key]));
  };
}

interface Reading {
  readonly interpreter: SchemaInterpreter;
  /** References that multiply must not multiply the tests. */
  readonly known: Map<ConditionallyEvaluated, PreparedTest>;
}

function prepareTest(reading: Reading, evaluated: Evaluated): PreparedTest {
  const { all, names, patterns, prefix, contains, conditional } = evaluated;
  if (all) return () => () => true;
  const evaluatedKeys = new Set<Key>(names);
  const matchers = patterns.map(createMatcher);
  const contained = contains.map((schema) => reading.interpreter.accept(schema));
  const conditions = conditional.map((branch) => prepareConditional(reading, branch));
  return (value) => {
    const tests = conditions.map((prepare) => prepare(value));
    return (members, key) =>
      evaluatedKeys.has(key) ||
      (typeof key === 'number' && key < prefix) ||
      (typeof key === 'string' && matchers.some((matches) => matches(key))) ||
      contained.some((accepts) => accepts(members[key])) ||
      tests.some((test) => test(members, key));
  };
}

function prepareConditional(reading: Reading, branch: ConditionallyEvaluated): PreparedTest {
  const existing = reading.known.get(branch);
  if (existing !== undefined) return existing;
  const holds = readCondition(reading.interpreter, branch.condition);
  const prepare = prepareTest(reading, branch.evaluated);
  const prepared: PreparedTest = (value) => (holds(value) ? prepare(value) : () => false);
  reading.known.set(branch, prepared);
  return prepared;
}

function readCondition(interpreter: SchemaInterpreter, condition: Condition): (value: Members) => boolean {
  if (condition.kind === 'present') return (value) => ownMember(value, condition.name) !== undefined;
  const accepts = interpreter.accept(condition.schema);
  return condition.kind === 'accepts' ? accepts : (value) => !accepts(value);
}
