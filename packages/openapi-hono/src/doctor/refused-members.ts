// Members that the official JSON Schema of OpenAPI 3.1 refuses, except those of schemas.
import { appendPointer, isJsonObject, type JsonValue, type Problem } from '@keyframe/openapi-model';
import schema from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

let compiled: ReturnType<Ajv2020['compile']> | undefined;

let known: ReadonlySet<string> | undefined;

/** Lists the members of an OpenAPI 3.1 document that the official schema refuses. */
export function refusedMembers(document: JsonValue): Problem[] {
  if (!isJsonObject(document) || !/^3\.1\.\d+$/.test(String(document.openapi))) return [];
  // Compiled when it is first needed: that takes longer than most documents do.
  compiled ??= new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  if (compiled(document)) return [];
  const errors = compiled.errors ?? [];
  // A wrong member fails every object around it, and all members of a failed object count as unknown.
  const holders = new Set(errors.flatMap(({ instancePath }) => pathsAround(instancePath)));
  const innermost = errors.filter(
    (error) => !isConsequence(error) && (!holders.has(error.instancePath) || isUnknown(error)),
  );
  const byPointer = new Map(innermost.map((error) => [`${getPointer(error)} ${error.message}`, error]));
  return [...byPointer.values()].map((error) => ({ pointer: getPointer(error), ...describeError(error) }));
}

function describeError(error: ErrorObject): Pick<Problem, 'message' | 'repair'> {
  const member = getMemberName(error);
  if (member !== undefined) {
    const message = `OpenAPI 3.1 has no member ${JSON.stringify(member)} here.`;
    return { message, repair: 'Correct it, or give it a name that starts with x-.' };
  }
  const message = `The official schema of OpenAPI 3.1 refuses this: it ${error.message ?? error.keyword}.`;
  return { message, repair: 'Correct it.' };
}

function isConsequence({ keyword }: ErrorObject): boolean {
  return ['anyOf', 'else', 'if', 'oneOf', 'then'].includes(keyword);
}

// A member that no object of OpenAPI has is wrong by itself; names of paths and statuses are free.
function isUnknown(error: ErrorObject): boolean {
  const member = getMemberName(error);
  known ??= collectNames(schema);
  return member !== undefined && !known.has(member) && !/^[/1-5]/.test(member);
}

function collectNames(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const own = 'properties' in value ? Object.keys(Object(value.properties)) : [];
  return new Set([...own, ...Object.values(value).flatMap((inner) => [...collectNames(inner)])]);
}

function pathsAround(path: string): string[] {
  const tokens = path.split('/').slice(1, -1);
  return ['', ...tokens.map((_, index) => `/${tokens.slice(0, index + 1).join('/')}`)].filter(
    (around) => around !== path,
  );
}

function getMemberName({ params }: ErrorObject): string | undefined {
  const name = params.unevaluatedProperty ?? params.additionalProperty;
  return typeof name === 'string' ? name : undefined;
}

function getPointer(error: ErrorObject): string {
  const owner = `#${error.instancePath.replaceAll('%', '%25')}`;
  const member = getMemberName(error);
  return member === undefined ? owner : appendPointer(owner, member);
}
