// OpenAPI Overlay 1.0 to 1.2: a document is repaired without being edited. Targets are JSONPath as RFC 9535 has it, read by the
// package jsonpath-rfc9535.
import { exec } from 'jsonpath-rfc9535';
import { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import type { Origin, Origins } from '../origins.ts';
import { appendPointer } from '../pointer.ts';
import type { Locate, Problem } from '../problem.ts';
import { type Lenience, separateAccepted } from '../repair/repairs.ts';
import type { SourceFile } from './source-file.ts';

/** A document that an overlay is applied to; it is changed in place. */
export interface OverlayTarget {
  document: JsonValue;
  origins: Origins;
  lenience?: Lenience;
}

/** The result of an overlay: nothing is applied if there are problems. */
export interface OverlayOutcome {
  problems: Problem[];
  /** Actions that select nothing, and what was accepted leniently. */
  warnings: Problem[];
}

/** Applies the overlay that a JSON or YAML file contains. */
export function applyOverlay(file: SourceFile, target: OverlayTarget): OverlayOutcome {
  const locate: Locate = (pointer) => file.locate(pointer);
  const outcome: OverlayOutcome = separateAccepted(file.problems, target.lenience);
  if (outcome.problems.length > 0) return outcome;
  const report = (pointer: string, message: string, repair: string) =>
    outcome.problems.push({ message, repair, ...file.locate(pointer) });
  const actions = readActions(file.value, report);
  if (outcome.problems.length > 0) return outcome;
  for (const action of actions) {
    const warning = describeIdle(action) ?? applyAction(action, target, locate);
    const pointer = appendPointer(action.pointer, 'target');
    if (warning) outcome.warnings.push({ ...warning, ...file.locate(pointer) });
  }
  return outcome;
}

type Report = (pointer: string, message: string, repair: string) => void;

interface Action {
  target: string;
  update: JsonValue | undefined;
  /** The JSONPath expression of the node to copy (since 1.1). */
  copy: string | undefined;
  remove: boolean;
  /** Whether an array in `update` is concatenated with a selected one (since 1.1), rather than an entry of it. */
  concatenates: boolean;
  pointer: string;
}

function readActions(overlay: JsonValue, report: Report): Action[] {
  const version = isJsonObject(overlay) ? memberOf(overlay, 'overlay') : undefined;
  if (!isJsonObject(overlay) || typeof version !== 'string' || !/^1\.[0-2]\.\d+$/.test(version)) {
    const got = version === undefined ? '' : ` (got ${JSON.stringify(version)})`;
    report('#', `The file must be an OpenAPI Overlay 1.0, 1.1 or 1.2${got}.`, 'Write "overlay": "1.1.0".');
    return [];
  }
  const actions = memberOf(overlay, 'actions');
  if (!Array.isArray(actions) || actions.length === 0) {
    report('#/actions', '"actions" must be a non-empty array.', 'Add an action.');
    return [];
  }
  const is10 = version.startsWith('1.0.');
  return actions
    .map((action, index) =>
      readAction(action, { pointer: appendPointer('#', 'actions', index), is10, report }),
    )
    .filter((action) => action !== undefined);
}

interface ActionContext {
  pointer: string;
  is10: boolean;
  report: Report;
}

function readAction(action: JsonValue, { pointer, is10, report }: ActionContext): Action | undefined {
  const target = isJsonObject(action) ? memberOf(action, 'target') : undefined;
  if (!isJsonObject(action) || typeof target !== 'string') {
    report(pointer, 'An action must have a "target".', 'Use a JSONPath expression, such as "$.paths".');
    return undefined;
  }
  const copy = is10 ? undefined : memberOf(action, 'copy');
  const update = memberOf(action, 'update');
  const remove = memberOf(action, 'remove') === true;
  if (copy !== undefined && typeof copy !== 'string') {
    report(appendPointer(pointer, 'copy'), '"copy" must be a JSONPath expression.', 'See RFC 9535.');
    return undefined;
  }
  const areValid = isExpression('target', target, { pointer, report });
  if (copy !== undefined && !isExpression('copy', copy, { pointer, report })) return undefined;
  return areValid ? { target, update, copy, remove, concatenates: !is10, pointer } : undefined;
}

type Warning = Pick<Problem, 'message' | 'repair'>;

function describeIdle({ update, copy, remove }: Action): Warning | undefined {
  if (update !== undefined || copy !== undefined || remove) return undefined;
  const message = 'The action has neither "update" nor "copy" nor "remove": true, so it has no effect.';
  return { message, repair: 'Write one of them.' };
}

function describeMissing(name: 'copy' | 'target', expression: string): Warning {
  const message = `The ${name} ${expression} matches nothing, so the action has no effect.`;
  return { message, repair: `Correct the ${name}, or remove the action.` };
}

function isExpression(
  name: 'copy' | 'target',
  expression: string,
  { pointer, report }: Pick<ActionContext, 'pointer' | 'report'>,
): boolean {
  const reason = findMisfit(expression);
  if (reason === undefined) return true;
  const message = `The ${name} ${expression} is not a valid JSONPath expression: ${reason}`;
  report(appendPointer(pointer, name), message, 'See RFC 9535.');
  return false;
}

function findMisfit(target: string): string | undefined {
  try {
    exec(null, target, () => undefined);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Selected {
  value: JsonValue;
  holder: JsonValue | undefined;
  token: string | number | undefined;
}

// Returns a warning if the action has no effect.
function applyAction(
  action: Action,
  { document, origins }: OverlayTarget,
  locate: Locate,
): Warning | undefined {
  const selected = selectNodes(document, action.target);
  if (selected.length === 0) return describeMissing('target', action.target);
  if (action.remove) {
    removeNodes(selected);
    return undefined;
  }
  const { update, copy, concatenates } = action;
  // All of a copy is located at the action: the same overlay file has no other position for it.
  const location = appendPointer(action.pointer, 'copy');
  const [source] = copy === undefined || update !== undefined ? [] : selectNodes(document, copy);
  const content = update ?? (source && copyJson(source.value));
  if (content === undefined) return describeMissing('copy', copy ?? '');
  const origin: UpdateOrigin =
    update === undefined
      ? { pointer: location, locate: () => locate(location), origins, concatenates }
      : { pointer: appendPointer(action.pointer, 'update'), locate, origins, concatenates };
  for (const node of selected) updateNode(node, content, origin);
  return undefined;
}

function selectNodes(document: JsonValue, expression: string): Selected[] {
  const selected: Selected[] = [];
  exec(document as Parameters<typeof exec>[0], expression, (value, path) => {
    const tokens = path.slice();
    const holder = tokens.slice(0, -1).reduce<JsonValue | undefined>(stepInto, document);
    selected.push({ value: value as JsonValue, holder, token: tokens.at(-1) });
  });
  return selected;
}

function stepInto(value: JsonValue | undefined, token: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(token)];
  return isJsonObject(value) ? memberOf(value, String(token)) : undefined;
}

// A list is rewritten once, so that the indexes of the others stay right until then.
function removeNodes(selected: readonly Selected[]): void {
  const removed = new Map<JsonValue[], Set<number>>();
  for (const { holder, token } of selected) {
    if (isJsonObject(holder)) delete holder[String(token)];
    if (Array.isArray(holder)) removed.set(holder, (removed.get(holder) ?? new Set()).add(Number(token)));
  }
  for (const [list, indexes] of removed) {
    const kept = list.filter((_, index) => !indexes.has(index));
    list.splice(0, list.length, ...kept);
  }
}

interface UpdateOrigin extends Origin {
  origins: Origins;
  concatenates: boolean;
}

// Action Object: an object is merged, an entry is appended to a list, and since 1.1 a list is concatenated with it.
function updateNode({ value, holder, token }: Selected, update: JsonValue, origin: UpdateOrigin): void {
  if (Array.isArray(value) && Array.isArray(update) && origin.concatenates)
    appendItems(value, update, origin);
  else if (Array.isArray(value)) value.push(added(update, origin));
  else if (isJsonObject(value) && isJsonObject(update)) merge(value, update, origin);
  else if (isJsonObject(holder)) setMember(holder, String(token), added(update, origin));
  else if (Array.isArray(holder)) holder[Number(token)] = added(update, origin);
}

function merge(target: JsonObject, update: JsonObject, origin: UpdateOrigin): void {
  for (const [name, value = null] of Object.entries(update)) {
    const memberOrigin = { ...origin, pointer: appendPointer(origin.pointer, name) };
    const current = memberOf(target, name);
    if (isJsonObject(current) && isJsonObject(value)) merge(current, value, memberOrigin);
    else if (Array.isArray(current) && Array.isArray(value)) appendItems(current, value, memberOrigin);
    else {
      setMember(target, name, added(value, memberOrigin));
      origin.origins.noteMember(target, name, memberOrigin);
    }
  }
}

function appendItems(list: JsonValue[], items: readonly JsonValue[], origin: UpdateOrigin): void {
  for (const [index, item] of items.entries()) {
    list.push(added(item, { ...origin, pointer: appendPointer(origin.pointer, index) }));
  }
}

function added(value: JsonValue, { pointer, locate, origins }: UpdateOrigin): JsonValue {
  const copy = copyJson(value);
  origins.note(copy, pointer, locate);
  return copy;
}
