// Finds the state of work in the schema of a representation.
import type { JsonValue } from '@keyframe/openapi-model';
import { joinPointer } from '@keyframe/openapi-runtime/wire';
import type { WorkStates } from '@keyframe/openapi-runtime/work';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listPossible, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { Conventions } from '../conventions/conventions.ts';
import { splitWords } from '../names/words.ts';
import { classifyStates, type StateWords } from '../states/state-words.ts';

/** A state, and the strength of its evidence. */
export interface FoundState {
  /** The member names that lead to it. */
  path: readonly string[];
  states: WorkStates;
  /** Words without a meaning for work, such as `archived`. */
  unknown: readonly string[];
  /** `strong`: constants of waiting and success; `weak`: anything less; `open`: no words at all. */
  strength: 'open' | 'strong' | 'weak';
  /** For people. */
  evidence: string;
}

/** A state of which the document has neither a member nor words. */
export const NO_STATE: FoundState = {
  path: [],
  unknown: [],
  strength: 'open',
  evidence: 'none in the document',
  states: {
    state: bodyExpression(['status']),
    waiting: [],
    success: [],
    failure: [],
    cancelled: [],
    ended: [],
    errors: [],
    isSuccessWithoutError: false,
  },
};

const DEPTH = 3;
// Members of an object that is itself named as a state.
const INNER = new Set(['code', 'current', 'name', 'state', 'status', 'type', 'value']);
// Objects of a resource with the members that describe it.
const WRAPPERS = new Set(['attributes', 'properties']);
const EXACT = new Set(['phase', 'state', 'status']);

interface Member {
  path: readonly string[];
  name: string;
  nodes: readonly SchemaNode[];
  siblings: ReadonlyMap<string, readonly SchemaNode[]>;
}

/** Finds the state that is nearest to the root. */
export function findState(schema: SchemaNode, conventions: Conventions): FoundState | undefined {
  const members = listStateMembers(schema, conventions);
  const states = members
    .map((member) => describeState(member, conventions))
    .filter((state) => state !== undefined);
  return (
    states.find(({ strength }) => strength === 'strong') ??
    states.find(({ strength }) => strength === 'weak') ??
    findFlag(schema, conventions) ??
    states.at(0)
  );
}

// Breadth first, so that the nearest is the first.
function listStateMembers(schema: SchemaNode, conventions: Conventions): Member[] {
  const members: Member[] = [];
  let level: Level[] = [{ path: [], siblings: collectProperties(schema) }];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    for (const { path, siblings } of level) {
      const isInState = conventions.matches('state', path.at(-1) ?? '');
      const stateMembers = [...siblings].filter(
        ([name]) => conventions.matches('state', name) || (isInState && INNER.has(name)),
      );
      const ranked = stateMembers.toSorted(([left], [right]) => rankName(left) - rankName(right));
      members.push(...ranked.map(([name, nodes]) => ({ path: [...path, name], name, nodes, siblings })));
    }
    level = level.flatMap((parent) => listInnerObjects(parent, conventions));
  }
  return members;
}

type Level = Pick<Member, 'path' | 'siblings'>;

function listInnerObjects({ path, siblings }: Level, conventions: Conventions): Level[] {
  // An object inside of a resource has a state of its own; one around the resource leads to it, and so does its state.
  const isResource = siblings.has('id') || countScalars(siblings) > MOST_BESIDE;
  const objects = [...siblings].filter(([name]) =>
    isResource
      ? WRAPPERS.has(name) || conventions.matches('state', name)
      : !conventions.matches('error', name),
  );
  return objects
    .map(([name, nodes]) => ({
      path: [...path, name],
      siblings: mergeProperties(nodes.filter((node) => !isListNode(node))),
    }))
    .filter((object) => object.siblings.size > 0);
}

const MOST_BESIDE = 4;

function countScalars(siblings: Level['siblings']): number {
  return [...siblings.values()].filter((nodes) => nodes.every((node) => collectProperties(node).size === 0))
    .length;
}

function rankName(name: string): number {
  return EXACT.has(name.toLowerCase()) ? 0 : name.length;
}

function isListNode(node: SchemaNode): boolean {
  return listPossible(node).some(({ types }) => types?.has('array') && !types.has('object'));
}

/** Lists the texts that schemas have as constants, in every branch. */
export function listTexts(nodes: readonly SchemaNode[]): string[] {
  const constants: JsonValue[] = [];
  for (const { keywords } of nodes.flatMap(listPossible)) {
    if (keywords.const !== undefined) constants.push(keywords.const);
    constants.push(...(keywords.enum ?? []));
  }
  return [...new Set(constants.filter((value) => typeof value === 'string'))];
}

function describeState({ path, nodes, siblings }: Member, conventions: Conventions): FoundState | undefined {
  if (nodes.some((node) => collectProperties(node).size > 0)) return undefined;
  if (!nodes.some(({ types }) => !types || types.has('string'))) return undefined;
  const constants = listTexts(nodes);
  const listed = constants.length > 0 ? constants : listDescribedWords(nodes);
  const words = classifyStates(listed, conventions);
  const hasEnd = words.success.length + words.ended.length > 0;
  const isWork = words.waiting.length > 0 && hasEnd;
  const isHalf = words.waiting.length > 0 && words.failure.length > 0;
  const name = `"${path.join('.')}"`;
  const source = constants.length > 0 ? 'constants of' : 'words in the description of';
  const strength = isWork && constants.length > 0 ? 'strong' : isWork || isHalf ? 'weak' : 'open';
  if (strength === 'open' && listed.length > 0) return undefined;
  const evidence = listed.length === 0 ? `${name} without words` : `${source} ${name}`;
  const { unknown } = words;
  return { path, unknown, strength, evidence, states: createStates({ path, words, siblings, conventions }) };
}

// "One of `scraping`, `completed`, `failed`."
function listDescribedWords(nodes: readonly SchemaNode[]): string[] {
  const text = nodes.map(({ description = '' }) => description).join(' ');
  const quoted = Array.from(text.matchAll(/[`"'“‘]([A-Za-z][\w -]{1,30})[`"'”’]/g), ([, word = '']) => word);
  if (quoted.length > 1) return [...new Set(quoted)];
  const [, list = ''] =
    /(?:one of|values?(?: are)?|can be|either)[: ]+([\w-]+(?:(?:,| or|, or|\s*\|) ?[\w-]+)+)/i.exec(text) ??
    [];
  return list
    .split(/,? or |[,|]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

interface StateParts {
  path: readonly string[];
  words: StateWords;
  siblings: Member['siblings'];
  conventions: Conventions;
}

/** Writes an expression for a member of the body of the reader. */
export function bodyExpression(path: readonly string[]): string {
  return `$response.body#${joinPointer(path)}`;
}

function createStates({ path, words, siblings, conventions }: StateParts): WorkStates {
  const parent = path.slice(0, -1);
  const reasons = [...siblings].filter(([name]) => conventions.matches('failureReason', name));
  // Beside an error, a list of errors may hold warnings.
  const single = reasons.filter(([, nodes]) => !nodes.every(isListNode));
  const errors = (single.length > 0 ? single : reasons).map(([name]) => name);
  const isUndecided = words.ended.length > 0 || (words.failure.length === 0 && words.success.length === 1);
  const outcome = isUndecided
    ? findOutcome(siblings, { parent, name: path.at(-1) ?? '', conventions })
    : undefined;
  const moved = isUndecided && (outcome !== undefined || errors.length > 0) && words.failure.length === 0;
  return {
    state: bodyExpression(path),
    waiting: words.waiting,
    success: moved ? [] : words.success,
    failure: words.failure,
    cancelled: words.cancelled,
    ended: moved ? [...words.success, ...words.ended] : words.ended,
    outcome,
    errors: errors.map((name) => bodyExpression([...parent, name])),
    // One of several members may hold warnings.
    isSuccessWithoutError: errors.length === 1,
  };
}

function findOutcome(
  siblings: Member['siblings'],
  { parent, name, conventions }: { parent: readonly string[]; name: string; conventions: Conventions },
): WorkStates['outcome'] {
  for (const [member, nodes] of siblings) {
    if (member === name) continue;
    const { success, failure, cancelled } = classifyStates(listTexts(nodes), conventions);
    const isOutcome = success.length > 0 && failure.length > 0;
    if (isOutcome) return { state: bodyExpression([...parent, member]), success, failure, cancelled };
  }
  return undefined;
}

const RESULTS = new Set(['error', 'errors', 'output', 'response', 'result', 'results']);

// `done: true` beside `error` and `response`.
function findFlag(schema: SchemaNode, conventions: Conventions): FoundState | undefined {
  const properties = collectProperties(schema);
  const hasOutcome = [...properties.keys()].some((name) => RESULTS.has(name.toLowerCase()));
  const flag = [...properties].find(
    ([name, nodes]) =>
      nodes.some(({ types }) => types?.has('boolean')) &&
      /^(?:is |has )?(?:done|completed?|finished|ended)$/.test(splitWords(name).join(' ')),
  );
  if (!flag || !hasOutcome) return undefined;
  const [name] = flag;
  const words = { waiting: ['false'], ended: ['true'], success: [], failure: [], cancelled: [], unknown: [] };
  const states = createStates({ path: [name], words, siblings: properties, conventions });
  return { path: [name], unknown: [], strength: 'weak', evidence: `boolean "${name}"`, states };
}
