// Text of types, with what a surrounding type needs to know about it.

/** A type as text. */
export interface TypeText {
  text: string;
  /** Types other than `atom` need brackets in a list or an intersection. */
  form: 'atom' | 'intersection' | 'operator' | 'union';
}

export function atom(text: string): TypeText {
  return { text, form: 'atom' };
}

export const ANYTHING: TypeText = atom('unknown');
export const NOTHING: TypeText = atom('never');
export const NULL: TypeText = atom('null');

const PRIMITIVES = new Set(['boolean', 'never', 'null', 'number', 'string']);

/** Reports whether a type is a keyword of a single value or of a scalar, rather than a literal or an object. */
export function isPrimitive({ text }: TypeText): boolean {
  return PRIMITIVES.has(text);
}

/** Joins alternatives; equal ones appear once. */
export function unite(types: readonly TypeText[]): TypeText {
  if (types.includes(ANYTHING)) return ANYTHING;
  return join(types, { form: 'union', write: ({ text }) => text });
}

/** Joins types that hold together; equal ones appear once. */
export function intersect(types: readonly TypeText[]): TypeText {
  const write = (type: TypeText) => (type.form === 'intersection' ? type.text : enclose(type));
  return join(types, { form: 'intersection', write });
}

interface Joining {
  form: 'intersection' | 'union';
  write: (type: TypeText) => string;
}

function join(types: readonly TypeText[], { form, write }: Joining): TypeText {
  const [first, ...others] = types;
  if (first === undefined) return NOTHING;
  if (others.length === 0) return first;
  const texts = new Set(types.map(write));
  const separator = form === 'union' ? ' | ' : ' & ';
  return texts.size === 1 ? first : { text: [...texts].join(separator), form };
}

/** Writes a type so that an operator next to it cannot split it. */
function enclose({ text, form }: TypeText): string {
  return form === 'atom' ? text : `(${text})`;
}

/** Creates the type of a list. */
export function createList(items: TypeText, isReadonly: boolean): TypeText {
  const text = `${enclose(items)}[]`;
  return isReadonly ? { text: `readonly ${text}`, form: 'operator' } : atom(text);
}

/** Creates the type of a tuple. */
export function createTuple(items: readonly TypeText[], rest?: TypeText): TypeText {
  const texts = items.map(({ text }) => text);
  return atom(`[${[...texts, ...(rest ? [`...${createList(rest, false).text}`] : [])].join(', ')}]`);
}
