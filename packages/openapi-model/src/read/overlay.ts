// OpenAPI Overlay 1.0: a document is repaired without being edited. Targets are JSONPath as RFC 9535 has it, read by the
// package jsonpath-rfc9535.
import { exec } from 'jsonpath-rfc9535';
import { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import type { Origin, Origins } from '../origins.ts';
import { appendPointer } from '../pointer.ts';
import type { Locate, Problem } from '../problem.ts';
import { readSourceFile } from './source-file.ts';

/** A document that an overlay is applied to; it is changed in place. */
export interface OverlayTarget {
  document: JsonValue;
  origins: Origins;
}

/** The result of an overlay: nothing is applied if there are problems. */
export interface OverlayOutcome {
  problems: Problem[];
  /** Actions that select nothing. */
  warnings: Problem[];
}

/** Reads an overlay from a JSON or YAML file and applies it. Throws DocumentReadError. */
export async function applyOverlay(path: string, target: OverlayTarget): Promise<OverlayOutcome> {
  const file = await readSourceFile(path, path);
  const locate: Locate = (pointer) => file.locate(pointer);
  const outcome: OverlayOutcome = { problems: [...file.problems], warnings: [] };
  if (outcome.problems.length > 0) return outcome;
  const report = (pointer: string, message: string, repair: string) =>
    outcome.problems.push({ message, repair, ...file.locate(pointer) });
  const actions = readActions(file.value, report);
  if (outcome.problems.length > 0) return outcome;
  for (const action of actions) {
    if (applyAction(action, target, locate) > 0) continue;
    const location = file.locate(appendPointer(action.pointer, 'target'));
    const message = `The target ${action.target} matches nothing, so the action has no effect.`;
    outcome.warnings.push({ message, repair: 'Correct the target, or remove the action.', ...location });
  }
  return outcome;
}

type Report = (pointer: string, message: string, repair: string) => void;

interface Action {
  target: string;
  update: JsonValue | undefined;
  remove: boolean;
  pointer: string;
}

function readActions(overlay: JsonValue, report: Report): Action[] {
  const version = isJsonObject(overlay) ? memberOf(overlay, 'overlay') : undefined;
  if (!isJsonObject(overlay) || typeof version !== 'string' || !/^1\.0\.\d+$/.test(version)) {
    const got = version === undefined ? '' : ` (got ${JSON.stringify(version)})`;
    report('#', `The file must be an OpenAPI Overlay 1.0${got}.`, 'Write "overlay": "1.0.0".');
    return [];
  }
  const actions = memberOf(overlay, 'actions');
  if (!Array.isArray(actions) || actions.length === 0) {
    report('#/actions', '"actions" must be a non-empty array.', 'Add an action.');
    return [];
  }
  return actions.flatMap((action, index) => readAction(action, appendPointer('#', 'actions', index), report));
}

function readAction(action: JsonValue, pointer: string, report: Report): Action[] {
  const target = isJsonObject(action) ? memberOf(action, 'target') : undefined;
  if (!isJsonObject(action) || typeof target !== 'string') {
    report(pointer, 'An action must have a "target".', 'Use a JSONPath expression, such as "$.paths".');
    return [];
  }
  const reason = findMisfit(target);
  if (reason !== undefined) {
    const repair = 'See RFC 9535.';
    report(
      appendPointer(pointer, 'target'),
      `The target ${target} is not a valid JSONPath expression: ${reason}`,
      repair,
    );
    return [];
  }
  const update = memberOf(action, 'update');
  const remove = memberOf(action, 'remove') === true;
  if (update === undefined && !remove) {
    report(pointer, 'An action must have "update" or "remove": true.', 'Write one of the two.');
  }
  return [{ target, update, remove, pointer }];
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

// Answers the number of nodes that the action selects.
function applyAction(action: Action, { document, origins }: OverlayTarget, locate: Locate): number {
  const selected: Selected[] = [];
  exec(document as Parameters<typeof exec>[0], action.target, (value, path) => {
    const tokens = path.slice();
    const holder = tokens.slice(0, -1).reduce<JsonValue | undefined>(stepInto, document);
    selected.push({ value: value as JsonValue, holder, token: tokens.at(-1) });
  });
  if (action.remove) {
    removeNodes(selected);
    return selected.length;
  }
  const origin = { pointer: appendPointer(action.pointer, 'update'), locate, origins };
  for (const node of selected) updateNode(node, action.update ?? null, origin);
  return selected.length;
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
}

// 1.0, Action Object: an object is merged, an entry is appended to a list.
function updateNode({ value, holder, token }: Selected, update: JsonValue, origin: UpdateOrigin): void {
  if (Array.isArray(value)) value.push(added(update, origin));
  else if (isJsonObject(value) && isJsonObject(update)) merge(value, update, origin);
  else if (isJsonObject(holder)) setMember(holder, String(token), added(update, origin));
  else if (Array.isArray(holder)) holder[Number(token)] = added(update, origin);
}

function merge(target: JsonObject, update: JsonObject, origin: UpdateOrigin): void {
  for (const [name, value = null] of Object.entries(update)) {
    const own = { ...origin, pointer: appendPointer(origin.pointer, name) };
    const current = memberOf(target, name);
    if (isJsonObject(current) && isJsonObject(value)) merge(current, value, own);
    else if (Array.isArray(current) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        current.push(added(item, { ...own, pointer: appendPointer(own.pointer, index) }));
      }
    } else {
      setMember(target, name, added(value, own));
      origin.origins.noteMember(target, name, own);
    }
  }
}

function added(value: JsonValue, { pointer, locate, origins }: UpdateOrigin): JsonValue {
  const copy = copyJson(value);
  origins.note(copy, pointer, locate);
  return copy;
}
