// Bodies of errors in the form of the document: an example of the status, with the members that describe the problem.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';

/** A problem to describe. */
export interface ErrorDetails {
  /** One sentence for people. */
  message: string;
  /** The member or parameter that is wrong, if one is. */
  member: string | undefined;
  status: number;
}

const MESSAGES = ['message', 'detail', 'error_description', 'description', 'reason', 'msg', 'title'];
const MEMBERS = ['param', 'parameter', 'pointer', 'field', 'path', 'property', 'location', 'target'];
const STATUSES = ['status', 'statuscode', 'status_code'];
const CODES = ['code'];
const LENGTHS = [250, 100, 40];

/** Describes a problem in a body of the documented form; members that the schema would reject stay as they are. */
export function fillErrorBody(
  body: JsonValue,
  details: ErrorDetails,
  accepts: (value: JsonValue) => boolean,
): JsonValue {
  if (typeof body === 'string') return accepts(details.message) ? details.message : body;
  let filled: JsonValue = body;
  for (const change of listChanges(body, details)) {
    filled = tryChange(filled, change, accepts);
  }
  return filled;
}

function tryChange(body: JsonValue, change: Change, accepts: (value: JsonValue) => boolean): JsonValue {
  const bodies = shorten(change.value).map((value) => applyChange(body, { ...change, value }));
  return bodies.find(accepts) ?? body;
}

// A schema may limit the length of its texts, and a message repeats what was sent.
function shorten(value: JsonValue | undefined): (JsonValue | undefined)[] {
  if (typeof value !== 'string') return [value];
  const cuts = LENGTHS.filter((length) => value.length > length);
  return [value, ...cuts.map((length) => `${value.slice(0, length - 1).toWellFormed()}…`)];
}

interface Change {
  path: readonly (number | string)[];
  /** Undefined removes the member. */
  value: JsonValue | undefined;
}

function listChanges(body: JsonValue, { message, member, status }: ErrorDetails): Change[] {
  const objects = listObjects(body, []);
  const changes: Change[] = [];
  const described = objects.find(({ object }) => findName(object, MESSAGES, 'string') !== undefined);
  if (described) {
    const name = findName(described.object, MESSAGES, 'string') ?? '';
    changes.push({ path: [...described.path, name], value: message });
  }
  for (const { path, object } of objects) {
    const name = findName(object, MEMBERS, 'string');
    const isInDescribed = described?.object === object;
    if (name !== undefined) changes.push({ path: [...path, name], value: member });
    else if (isInDescribed && member !== undefined) changes.push({ path: [...path, 'param'], value: member });
    const code = findName(object, CODES, 'number');
    // Other numbers are codes of the application.
    const isStatus = code !== undefined && Number(object[code]) >= 400 && Number(object[code]) < 600;
    const named = findName(object, STATUSES, 'number') ?? (isStatus ? code : undefined);
    if (named !== undefined) changes.push({ path: [...path, named], value: status });
  }
  return changes;
}

const DEEPEST = 4;

function listObjects(
  value: JsonValue | undefined,
  path: readonly (number | string)[],
): { path: readonly (number | string)[]; object: JsonObject }[] {
  if (path.length > DEEPEST) return [];
  if (Array.isArray(value)) return listObjects(value[0], [...path, 0]);
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, member]) => listObjects(member, [...path, name]));
  return [{ path, object: value }, ...inner];
}

// Some documents write all names with a capital letter.
function findName(
  object: JsonObject,
  names: readonly string[],
  type: 'number' | 'string',
): string | undefined {
  const own = Object.keys(object).filter((name) => typeof object[name] === type);
  const found = names.map((name) => own.find((one) => one.toLowerCase() === name));
  return found.find((name) => name !== undefined);
}

function applyChange(body: JsonValue, { path, value }: Change): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined) return value ?? null;
  if (Array.isArray(body)) {
    return body.map((item, index) => (index === token ? applyChange(item, { path: rest, value }) : item));
  }
  if (!isJsonObject(body)) return body;
  const { [token]: member, ...others } = body;
  if (rest.length === 0 && value === undefined) return others;
  return { ...body, [token]: applyChange(member ?? null, { path: rest, value }) };
}
