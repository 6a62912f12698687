// Bodies of errors in the form of the document: an example of the status, with the members that describe the problem.

import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type ConventionName, type Conventions, simplifyName } from '@keyframe/openapi-resources';
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

/** The form of a documented error. */
export interface ErrorForm {
  accepts: (value: JsonValue) => boolean;
  conventions: Conventions;
}

// A text of a member such as `error` may be a code, which no member beside it explains.
const CODE = /^(?:[A-Z0-9_]+|\w+[_.-]\w+)$/;
const LENGTHS = [250, 100, 40];

/** Describes a problem in a body of the documented form; members that the schema would reject stay as they are. */
export function fillErrorBody(
  body: JsonValue,
  details: ErrorDetails,
  { accepts, conventions }: ErrorForm,
): JsonValue {
  if (typeof body === 'string') return accepts(details.message) ? details.message : body;
  let filled: JsonValue = body;
  for (const change of new ErrorReader(conventions).listChanges(body, details)) {
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

/** Finds the members of an error by the meanings of their names. */
class ErrorReader {
  readonly #conventions: Conventions;

  constructor(conventions: Conventions) {
    this.#conventions = conventions;
  }

  listChanges(body: JsonValue, details: ErrorDetails): Change[] {
    const objects = listObjects(body, []);
    const described = this.#findDescribed(objects);
    const changes: Change[] = [];
    if (described) {
      const texts = shorten(details.message);
      const isList = Array.isArray(described.object[described.name]);
      changes.push({
        path: [...described.path, described.name],
        values: isList ? texts.map((text) => [text]) : texts,
      });
    }
    for (const located of objects) {
      const isDescribed = described?.object === located.object;
      changes.push(
        ...this.#listMemberChanges(located, details, isDescribed),
        ...this.#listStatusChanges(located, details),
      );
    }
    return changes;
  }

  #findDescribed(objects: readonly LocatedObject[]): (LocatedObject & { name: string }) | undefined {
    for (const [meaning, isMessage] of [
      ['errorMessage', isTextOrTexts],
      ['error', isNoCode],
    ] as const) {
      for (const located of objects) {
        const name = this.#findName(located.object, meaning, isMessage);
        if (name !== undefined) return { ...located, name };
      }
    }
    return undefined;
  }

  #listMemberChanges(
    { path, object }: LocatedObject,
    { member, part }: ErrorDetails,
    isDescribed: boolean,
  ): Change[] {
    const name = this.#findName(object, 'errorMember', isTextOrTexts);
    if (name === undefined)
      return isDescribed && member !== undefined ? [{ path: [...path, 'param'], values: [member] }] : [];
    const tokens = member === undefined ? [] : splitMember(member);
    const isPlace = part !== undefined && this.#conventions.matches('errorPlace', name);
    const place = isPlace ? [part, ...tokens] : tokens;
    const isList = Array.isArray(object[name]);
    return [{ path: [...path, name], values: isList ? [place, place.map(String)] : [member] }];
  }

  #listStatusChanges({ path, object }: LocatedObject, { status }: ErrorDetails): Change[] {
    const name = this.#findName(object, 'errorStatus', isNumber) ?? this.#findStatusCode(object);
    return name === undefined ? [] : [{ path: [...path, name], values: [status] }];
  }

  // Other numbers are codes of the application.
  #findStatusCode(object: JsonObject): string | undefined {
    return this.#findName(
      object,
      'errorCode',
      (value) => isNumber(value) && Number(value) >= 400 && Number(value) < 600,
    );
  }

  // In the order of the table, or of the object if a pattern replaces it.
  #findName(
    object: JsonObject,
    meaning: ConventionName,
    isFitting: (value: JsonValue | undefined) => boolean,
  ): string | undefined {
    const order = this.#conventions.list(meaning).map(simplifyName);
    const rank = (name: string) => order.indexOf(simplifyName(name));
    const names = Object.keys(object).filter(
      (name) => isFitting(object[name]) && this.#conventions.matches(meaning, name),
    );
    return names.toSorted((left, right) => rank(left) - rank(right))[0];
  }
}

// The names of a pointer, `/items/0`, and the indices in it.
function splitMember(member: string): (number | string)[] {
  if (!member.startsWith('/')) return [member];
  return splitPointer(member).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
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
  const descendants = Object.entries(value).flatMap(([name, member]) => listObjects(member, [...path, name]));
  return [{ path, object: value }, ...descendants];
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
  const { [token]: member, ...siblings } = body;
  if (rest.length === 0 && value === undefined) return siblings;
  return { ...body, [token]: applyChange(member ?? null, { path: rest, value }) };
}
