// States of a resource, derived from the constants of one property.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
} from '@keyframe/openapi-model';
import type { WorkStates } from '@keyframe/openapi-runtime/work';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listConstants } from '@keyframe/openapi-schema/facts';
import type { Conventions } from '../conventions/conventions.ts';
import { describeCourse } from '../work/work-course.ts';
import { isFinalState } from './state-words.ts';

/** A callback, and the state that it belongs to. */
export interface StateCallback {
  name: string;
  /** The runtime expression of the address. */
  expression: string;
  /** The operation that it is a callback of. */
  source: Operation;
  /** The request that is sent. */
  operation: Operation;
  /** Its JSON body. */
  media: MediaType | undefined;
  /** Undefined: sent once after the creation. */
  state: string | undefined;
}

/** The states of a kind of resources. */
export interface StateMachine {
  property: string;
  /** All states in the order of the examples. */
  states: readonly string[];
  /** The states from the first to the final one. */
  course: readonly string[];
  final: ReadonlySet<string>;
  /** The final states by outcome: `success`, `failure`, `cancelled`. */
  ends: ReadonlyMap<string, string>;
  /** The values of the representation in each state, in the order of the examples. */
  examples: ReadonlyMap<string, JsonObject>;
}

/** The inputs from which states are derived. */
export interface StateEvidence {
  /** The schema of the representation. */
  schema: SchemaNode;
  /** Examples of the representation. */
  examples: readonly JsonObject[];
  /** Properties that a request may set. */
  settable: ReadonlySet<string>;
  /** Finds the constants that the bodies of callbacks have for a property. */
  listCallbackStates: (property: string) => readonly string[];
  conventions: Conventions;
  /** The states of the work that the resource is, and the property that has them. */
  work?: { property: string; states: WorkStates } | undefined;
}

/** Derives the states of a resource; undefined if no property has several constants that only the server sets. */
export function deriveStates(evidence: StateEvidence): StateMachine | undefined {
  if (evidence.work) return describeWorkMachine(evidence.work, evidence.examples);
  for (const { property, nodes, constants } of listStateProperties(evidence.schema, evidence.conventions)) {
    if (evidence.settable.has(property)) continue;
    const exampleValues = evidence.examples.map((example) => example[property]).filter(isText);
    const isUnion = nodes.filter((node) => listConstants(node)?.length === 1).length > 1;
    const called = evidence.listCallbackStates(property);
    const listed = [...exampleValues, ...(isUnion || called.length > 0 ? constants : [])];
    const states = [...new Set(listed)].filter((state) => constants.has(state));
    if (states.length > 1) return describeMachine(property, states, { ...evidence, called });
  }
  return undefined;
}

function describeMachine(
  property: string,
  states: readonly string[],
  { examples, called, conventions }: StateEvidence & { called: readonly string[] },
): StateMachine {
  const finalNames = states.filter((state) => isFinalState(state, conventions));
  const marked = new Set([...called, ...finalNames]);
  const final = marked.size > 0 ? marked : new Set(states.slice(-1));
  // Examples often begin with the result; a resource does not.
  const before = states.filter((state) => !final.has(state));
  const ends = states.filter((state) => final.has(state));
  const end = ends.find((state) => !hasFailed(state, conventions)) ?? ends[0];
  const course = [...before, ...(end === undefined ? [] : [end])];
  const named = [
    ['success', end],
    ['failure', ends.find((state) => conventions.matches('failedState', state))],
    ['cancelled', ends.find((state) => conventions.matches('cancelledState', state))],
  ] as const;
  const outcomes = named.filter(
    (entry): entry is [(typeof named)[number][0], string] => entry[1] !== undefined,
  );
  return {
    property,
    states,
    course,
    final,
    ends: new Map(outcomes),
    examples: groupByState(property, examples),
  };
}

function groupByState(property: string, examples: readonly JsonObject[]): Map<string, JsonObject> {
  const byState = new Map<string, JsonObject>();
  for (const example of examples) {
    const state = example[property];
    if (isText(state) && !byState.has(state)) byState.set(state, example);
  }
  return byState;
}

// The states of work say themselves what follows what.
function describeWorkMachine(
  { property, states: words }: NonNullable<StateEvidence['work']>,
  examples: readonly JsonObject[],
): StateMachine {
  const course = describeCourse(words);
  const final = new Set(course.states.filter((state) => !words.waiting.includes(state)));
  return { property, ...course, final, examples: groupByState(property, examples) };
}

/** Lists the constants that a schema has for a property that is not a union of other values. */
export function listPropertyConstants(schema: SchemaNode, property: string): string[] {
  return listTexts(collectProperties(schema).get(property) ?? []);
}

/** Reports whether a state is one in which work has failed or was cancelled. */
function hasFailed(state: string, conventions: Conventions): boolean {
  return conventions.matches('failedState', state) || conventions.matches('cancelledState', state);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

/** Lists the representations in examples of bodies. */
export function listObjects(values: readonly (JsonValue | undefined)[]): JsonObject[] {
  return values.filter(isJsonObject);
}

/** A property whose constants are states. */
export type StateProperty = Pick<StateMachine, 'property' | 'states'>;

/** Finds the property with the states that actions may enter, where nothing shows in which order they follow. */
export function findStateProperty(schema: SchemaNode, conventions: Conventions): StateProperty | undefined {
  const stateMember = listStateProperties(schema, conventions).find(({ constants }) => constants.size > 1);
  return stateMember && { property: stateMember.property, states: [...stateMember.constants] };
}

// The properties that are named as a state, those with the shortest names first.
function listStateProperties(schema: SchemaNode, conventions: Conventions) {
  const stateMembers = [...collectProperties(schema)].filter(([name]) => conventions.matches('state', name));
  return stateMembers
    .toSorted(([left], [right]) => left.length - right.length)
    .map(([property, nodes]) => ({ property, nodes, constants: new Set(listTexts(nodes)) }));
}

function listTexts(nodes: readonly SchemaNode[]): string[] {
  return nodes.flatMap((node) => listConstants(node) ?? []).filter(isText);
}

/** Finds the state that an action enters, by its name: `cancel` leads to `cancelled`, `serve` to `served`, not `serving`. */
export function findActionState(path: string, { states }: Pick<StateMachine, 'states'>): string | undefined {
  const action = /[/:.]([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const stem = action.replace(/e$/, '');
  if (action.length < 4) return undefined;
  const entered = states.filter((state) => state.toLowerCase().startsWith(stem));
  return entered.find((state) => /ed$/i.test(state)) ?? entered[0];
}
