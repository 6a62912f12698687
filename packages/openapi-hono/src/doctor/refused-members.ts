// Members that the official JSON Schemas of OpenAPI 3.1 and 3.2 refuse, except those of schemas.
import { appendPointer, isJsonObject, type JsonValue, type Problem } from '@keyframe/openapi-model';
import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json' with { type: 'json' };
import schema32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json' with { type: 'json' };
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

interface OfficialSchema {
  version: string;
  validate: ReturnType<Ajv2020['compile']>;
  /** The names of all members that objects of OpenAPI have. */
  names: ReadonlySet<string>;
}

const compiled = new Map<string, OfficialSchema>();

/** Lists the members of an OpenAPI 3.1 or 3.2 document that the official schema refuses. */
export function refusedMembers(document: JsonValue): Problem[] {
  const version = isJsonObject(document)
    ? /^3\.[12](?=\.\d+$)/.exec(String(document.openapi))?.[0]
    : undefined;
  if (version === undefined) return [];
  // Compiled when it is first needed: that takes longer than most documents do.
  const official = compiled.get(version) ?? compileSchema(version);
  compiled.set(version, official);
  if (official.validate(document)) return [];
  const errors = official.validate.errors ?? [];
  // A wrong member fails every object around it, and all members of a failed object count as unknown.
  const holders = new Set(errors.flatMap(({ instancePath }) => pathsAround(instancePath)));
  const innermost = errors.filter(
    (error) => !isConsequence(error) && (!holders.has(error.instancePath) || isUnknown(error, official)),
  );
  const byPointer = new Map(innermost.map((error) => [`${getPointer(error)} ${error.message}`, error]));
  return [...byPointer.values()].map((error) => ({
    pointer: getPointer(error),
    ...describeError(error, version),
  }));
}

function compileSchema(version: string): OfficialSchema {
  const schema = version === '3.2' ? schema32 : schema31;
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  return { version, validate: ajv.compile(schema), names: collectNames(schema) };
}

function describeError(error: ErrorObject, version: string): Pick<Problem, 'message' | 'repair'> {
  const member = getMemberName(error);
  if (member !== undefined) {
    const message = `OpenAPI ${version} has no member ${JSON.stringify(member)} here.`;
    return { message, repair: 'Correct it, or give it a name that starts with x-.' };
  }
  const message = `The official schema of OpenAPI ${version} refuses this: it ${error.message ?? error.keyword}.`;
  return { message, repair: 'Correct it.' };
}

function isConsequence({ keyword }: ErrorObject): boolean {
  return ['anyOf', 'else', 'if', 'oneOf', 'then'].includes(keyword);
}

// A member that no object of OpenAPI has is wrong by itself; names of paths and statuses are free.
function isUnknown(error: ErrorObject, { names }: OfficialSchema): boolean {
  const member = getMemberName(error);
  return member !== undefined && !names.has(member) && !/^[/1-5]/.test(member);
}

function collectNames(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const names = 'properties' in value ? Object.keys(Object(value.properties)) : [];
  return new Set([...names, ...Object.values(value).flatMap((member) => [...collectNames(member)])]);
}

function pathsAround(path: string): string[] {
  const tokens = path.split('/').slice(1, -1);
  return ['', ...tokens.map((_, index) => `/${tokens.slice(0, index + 1).join('/')}`)].filter(
    (ancestor) => ancestor !== path,
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
