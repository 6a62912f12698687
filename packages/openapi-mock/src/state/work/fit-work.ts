// Fits the representation of work to its state.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type DerivedKind, getMember, unwrap, type Work } from '@keyframe/openapi-resources';
import { splitPointer } from '@keyframe/openapi-runtime/wire';
import { withMember } from '../../json.ts';
import type { Resource } from '../world.ts';

/** The state to fit to. */
export interface WorkMoment {
  word: string;
  /** The outcome that its start wishes; empty for success. */
  outcome: string;
  /** Milliseconds since 1970 after which the work is gone. */
  expiresAt?: number | undefined;
  accepts: (body: JsonValue) => boolean;
}

/** The facts of work that its representations depend on. */
export type FittedWork = Pick<Work, 'expiry' | 'result' | 'states'>;

/** Returns the body of a reader in a state: the word, a result only after a success, a reason only after a failure. */
export function fitWork(
  body: JsonValue,
  { states, result, expiry }: FittedWork,
  moment: WorkMoment,
): JsonValue {
  const { word, accepts } = moment;
  const phase = findPhase(states, moment);
  const edit = (value: JsonValue, expression: string, choices: MemberChoice['choices']) =>
    setMember(value, expression, { choices, accepts });
  // A state that the schema contradicts is still that of an annotation.
  const force = (value: JsonValue, expression: string, choices: MemberChoice['choices']) =>
    setMember(value, expression, { choices, accepts, isForced: choices !== ABSENT });
  let fitted = force(body, states.state, listForms(word));
  if (states.outcome)
    fitted = force(fitted, states.outcome.state, listOutcomes(states.outcome, phase, moment));
  const members = result.kind === 'members' ? result.members : [];
  const hasFailed = phase === 'failure' || phase === 'cancelled';
  const absent = [...(phase === 'success' ? [] : members), ...(hasFailed ? [] : states.errors)];
  for (const member of absent) fitted = edit(fitted, member, ABSENT);
  const [first] = members;
  if (phase === 'success' && first !== undefined && !members.some((member) => hasMember(fitted, member)))
    fitted = edit(fitted, first, RESULTS);
  if (expiry !== undefined && moment.expiresAt !== undefined)
    fitted = edit(fitted, expiry, listTimes(moment.expiresAt));
  const [reason] = states.errors;
  // An end without an outcome has failed if it has a reason.
  if (hasFailed && reason !== undefined && states.ended.includes(word))
    fitted = edit(fitted, reason, REASONS);
  return fitted;
}

/** Returns the time after which work is gone; undefined if its document has none, or its request has chosen one. */
export function findExpiry(
  { expiry = '' }: Pick<Work, 'expiry'>,
  { owned, progress }: Pick<Resource, 'owned' | 'progress'>,
): number | undefined {
  const name = splitPointer(expiry).at(-1);
  return name === undefined || Object.hasOwn(owned, name) ? undefined : progress?.expiresAt;
}

/** Fits a resource that is work to a state, as `fitWork` fits a body. */
export function fitResource(
  value: JsonObject,
  { work, envelope: { path } }: Pick<DerivedKind, 'envelope' | 'work'>,
  moment: Omit<WorkMoment, 'accepts'> & {
    accepts: (value: JsonObject) => boolean;
    wrap: (value: JsonObject) => JsonValue;
  },
): JsonObject {
  if (!work) return value;
  const accepts = (body: JsonValue) => moment.accepts(unwrap(body, path) ?? {});
  return unwrap(fitWork(moment.wrap(value), work, { ...moment, accepts }), path) ?? value;
}

const URL_TEXT = 'https://example.com/result';
const RESULTS: readonly JsonValue[] = [
  URL_TEXT,
  [URL_TEXT],
  { url: URL_TEXT },
  [{ url: URL_TEXT }],
  {},
  [],
  1,
];
const REASONS: readonly JsonValue[] = [
  { message: 'The work has failed.' },
  'The work has failed.',
  ['The work has failed.'],
  [{}],
  1,
];
const ABSENT: readonly (JsonValue | undefined)[] = [undefined, null, '', {}, []];

type Phase = 'cancelled' | 'failure' | 'success' | 'waiting';

/** Finds the phase of a word; the wished outcome decides that of an end without one. */
export function findPhase(
  states: Work['states'],
  { word, outcome }: Pick<WorkMoment, 'outcome' | 'word'>,
): Phase {
  const phases = ['success', 'failure', 'cancelled'] as const;
  const match = phases.find((phase) => states[phase].includes(word));
  if (match) return match;
  if (!states.ended.includes(word)) return 'waiting';
  const wished = phases.find((phase) => phase === outcome || states.outcome?.[phase].includes(outcome));
  return wished ?? 'success';
}

function listOutcomes(
  outcome: NonNullable<Work['states']['outcome']>,
  phase: Phase,
  moment: WorkMoment,
): readonly (JsonValue | undefined)[] {
  const words = phase === 'waiting' ? [] : outcome[phase];
  const decided = words.includes(moment.outcome) ? moment.outcome : words[0];
  return decided === undefined ? ABSENT : [decided];
}

function listTimes(time: number): JsonValue[] {
  return [new Date(time).toISOString(), Math.floor(time / 1000), time];
}

// `done: true` has no text.
function listForms(word: string): JsonValue[] {
  if (word === 'true' || word === 'false') return [word === 'true', word];
  return [word, ...(/^\d{1,15}$/.test(word) ? [Number(word)] : [])];
}

function hasMember(body: JsonValue, expression: string): boolean {
  const [, pointer = ''] = /^\$response\.body#(\/.*)$/.exec(expression) ?? [];
  const value = getMember(body, splitPointer(pointer));
  return value !== undefined && value !== null && value !== '';
}

interface MemberChoice {
  choices: readonly (JsonValue | undefined)[];
  accepts: (body: JsonValue) => boolean;
  /** Whether the first choice is taken if none is accepted. */
  isForced?: boolean;
}

function setMember(
  body: JsonValue,
  expression: string,
  { choices, accepts, isForced = false }: MemberChoice,
): JsonValue {
  const [, pointer] = /^\$response\.body#(\/.*)$/.exec(expression) ?? [];
  if (pointer === undefined) return body;
  const path = splitPointer(pointer);
  const edited = choices.map((choice) =>
    choice === undefined ? withoutMember(body, path) : withMember(body, path, choice),
  );
  return edited.find(accepts) ?? (isForced ? edited[0] : undefined) ?? body;
}

function withoutMember(body: JsonValue, path: readonly string[]): JsonValue {
  const name = path.at(-1) ?? '';
  const parent = getMember(body, path.slice(0, -1));
  if (!isJsonObject(parent) || !Object.hasOwn(parent, name)) return body;
  const { [name]: _, ...siblings } = parent;
  return withMember(body, path.slice(0, -1), siblings);
}
