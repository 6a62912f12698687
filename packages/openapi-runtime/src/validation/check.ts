// Checks of values by generated decisions. A decision only accepts or rejects; the checks of the schemas inside find the
// member that is at fault.

/** A schema: its decision, and the schemas inside. */
export interface Check {
  /** The JSON pointer of the schema in its document. */
  pointer: string;
  accepts: (value: unknown) => boolean;
  /** The types that a value can have; any without the list, and no value with an empty one. */
  types?: readonly string[];
  /** The names of members that must be present. */
  required?: readonly string[];
  /** Schemas of the same value, all of which hold. */
  all?: () => readonly Check[];
  /** Schemas of members by name. */
  members?: () => Readonly<Record<string, Check>>;
  /** The schema of all other members. */
  others?: () => Check;
  items?: () => Check;
}

/** A member that is at fault, and the reason. */
export interface Issue {
  message: string;
  /** The names and indices that lead to the member; empty for the value itself. */
  path: readonly (number | string)[];
}

/** A value after it was checked or converted, and the member that prevented it. */
export interface Handled {
  value: unknown;
  issue?: Issue | undefined;
}

/** Finds the deepest member by which a schema rejects a value; undefined if it accepts the value. */
export function findIssue(check: Check, value: unknown): Issue | undefined {
  return check.accepts(value) ? undefined : locate(check, value, []);
}

function locate(check: Check, value: unknown, path: Issue['path']): Issue {
  const { types, required = [], pointer } = check;
  const type = classify(value);
  if (types?.length === 0) return { path, message: 'is not allowed' };
  if (types && !types.includes(type) && !(types.includes('integer') && Number.isInteger(value)))
    return { path, message: `must be of type ${types.join(' or ')} (got ${type})` };
  const branch = check.all?.().find((candidate) => !candidate.accepts(value));
  if (branch) return locate(branch, value, path);
  const object = type === 'object' ? new Map(Object.entries(value as object)) : new Map<string, unknown>();
  const missing = type === 'object' ? required.find((name) => !object.has(name)) : undefined;
  if (missing !== undefined) return { path: [...path, missing], message: 'is required' };
  const entries: Iterable<[number | string, unknown]> = Array.isArray(value) ? value.entries() : object;
  for (const [name, member] of entries) {
    const memberCheck = findMember(check, name);
    if (memberCheck && !memberCheck.accepts(member)) return locate(memberCheck, member, [...path, name]);
  }
  return { path, message: `does not match ${pointer}` };
}

function findMember(check: Check, name: number | string): Check | undefined {
  if (typeof name === 'number') return check.items?.();
  const members = check.members?.() ?? {};
  return Object.hasOwn(members, name) ? members[name] : check.others?.();
}

function classify(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Writes a path as code has it: `tasks[0].name`; `the body` for the value itself. */
export function formatPath(path: Issue['path']): string {
  const text = path.map((name) => {
    if (typeof name === 'number') return `[${name}]`;
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  });
  return text.join('').replace(/^\./, '') || 'the body';
}
