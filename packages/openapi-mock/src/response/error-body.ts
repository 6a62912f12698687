// Bodies of errors in the form of the document: an example of the status, with the members that describe the problem.

import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { splitPointer } from '@keyframe/openapi-runtime/wire';

/** A problem to describe. */
export interface ErrorDetails {
  /** One sentence for people. */
  message: string;
  /** The member or parameter that is wrong, if one is. */
  member: string | undefined;
  /** The part of the request that is wrong, if one is. */
  part?: string | undefined;
  status: number;
}

const MESSAGES = [
  'message',
  'detail',
  'error_description',
  'error_message',
  'errormessage',
  'description',
  'reason',
  'msg',
  'title',
];
// Names that may have a message or the code of an error, which no member beside them explains.
const ERRORS = ['error', 'errors'];
const CODE = /^(?:[A-Z0-9_]+|\w+[_.-]\w+)$/;
const MEMBERS = ['loc', 'param', 'parameter', 'pointer', 'field', 'path', 'property', 'location', 'target'];
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

function tryChange(
  body: JsonValue,
  { path, values }: Change,
  accepts: (value: JsonValue) => boolean,
): JsonValue {
  return values.map((value) => applyChange(body, { path, value })).find(accepts) ?? body;
}

// A schema may limit the length of its texts, and a message repeats what was sent.
function shorten(value: string): string[] {
  const cuts = LENGTHS.filter((length) => value.length > length);
  return [value, ...cuts.map((length) => `${value.slice(0, length - 1).toWellFormed()}…`)];
}

interface Change {
  path: readonly (number | string)[];
  /** The values to try, the best first; undefined removes the member. */
  values: readonly (JsonValue | undefined)[];
}

interface LocatedObject {
  path: readonly (number | string)[];
  object: JsonObject;
}

function listChanges(body: JsonValue, details: ErrorDetails): Change[] {
  const objects = listObjects(body, []);
  const described = findDescribed(objects);
  const changes: Change[] = [];
  if (described) {
    const texts = shorten(details.message);
    const isList = Array.isArray(described.object[described.name]);
    changes.push({
      path: [...described.path, described.name],
      values: isList ? texts.map((text) => [text]) : texts,
    });
  }
  for (const one of objects) {
    const isDescribed = described?.object === one.object;
    changes.push(...listMemberChanges(one, details, isDescribed), ...listStatusChanges(one, details));
  }
  return changes;
}

function findDescribed(objects: readonly LocatedObject[]): (LocatedObject & { name: string }) | undefined {
  for (const [names, isMessage] of [
    [MESSAGES, isTextOrTexts],
    [ERRORS, isNoCode],
  ] as const) {
    for (const one of objects) {
      const name = findName(one.object, names, isMessage);
      if (name !== undefined) return { ...one, name };
    }
  }
  return undefined;
}

function listMemberChanges(
  { path, object }: LocatedObject,
  { member, part }: ErrorDetails,
  isDescribed: boolean,
): Change[] {
  const name = findName(object, MEMBERS, isTextOrTexts);
  if (name === undefined)
    return isDescribed && member !== undefined ? [{ path: [...path, 'param'], values: [member] }] : [];
  const tokens = member === undefined ? [] : splitMember(member);
  const located = /^loc$/i.test(name) && part !== undefined ? [part, ...tokens] : tokens;
  const isList = Array.isArray(object[name]);
  return [{ path: [...path, name], values: isList ? [located, located.map(String)] : [member] }];
}

// The names of a pointer, `/items/0`, and the indices in it.
function splitMember(member: string): (number | string)[] {
  if (!member.startsWith('/')) return [member];
  return splitPointer(member).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
}

function listStatusChanges({ path, object }: LocatedObject, { status }: ErrorDetails): Change[] {
  const code = findName(object, CODES, isNumber);
  // Other numbers are codes of the application.
  const isStatus = code !== undefined && Number(object[code]) >= 400 && Number(object[code]) < 600;
  const named = findName(object, STATUSES, isNumber) ?? (isStatus ? code : undefined);
  return named === undefined ? [] : [{ path: [...path, named], values: [status] }];
}

function isNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'number';
}

function isTextOrTexts(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
}

function isNoCode(value: JsonValue | undefined): boolean {
  return isTextOrTexts(value) && ![value].flat().some((text) => CODE.test(String(text)));
}

const DEEPEST = 4;

function listObjects(value: JsonValue | undefined, path: readonly (number | string)[]): LocatedObject[] {
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
  isFitting: (value: JsonValue | undefined) => boolean,
): string | undefined {
  const own = Object.keys(object).filter((name) => isFitting(object[name]));
  const found = names.map((name) => own.find((one) => one.toLowerCase() === name));
  return found.find((name) => name !== undefined);
}

function applyChange(
  body: JsonValue,
  { path, value }: { path: Change['path']; value: JsonValue | undefined },
): JsonValue {
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
