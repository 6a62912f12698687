import { isJsonObject, type JsonValue, parsePointer } from '@keyframe/openapi-model';
import { children, type SchemaNode, type WrittenKeyword } from '@keyframe/openapi-schema';

const ANNOTATIONS = new Set([
  '$comment',
  'description',
  'example',
  'examples',
  'externalDocs',
  'title',
  'xml',
]);
const MAX_TEXT = 20_000;

/** Reports whether a keyword is for people: a description, an example, an extension. */
export function isProse(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** Writes a schema with its references followed and without prose, so that equal texts mean equal schemas. */
export function canonical(node: SchemaNode): string {
  return new Canonical().write(node, []).slice(0, MAX_TEXT);
}

class Canonical {
  #length = 0;

  write(node: SchemaNode, path: readonly string[]): string {
    if (this.#length > MAX_TEXT) return '…';
    if (node.kind !== 'keywords') return this.#count(String(node.kind === 'any'));
    const members = node.written
      .filter(({ keyword, name }) => name !== 'reference' && !isProse(keyword))
      .toSorted((a, b) => (a.keyword < b.keyword ? -1 : 1))
      .map((member) => `${this.#count(JSON.stringify(member.keyword))}:${this.#keyword(node, member, path)}`);
    const reference = node.written.find(({ name }) => name === 'reference');
    if (!reference) return `{${members.join(',')}}`;
    const target = this.#reference(node, reference, path);
    return members.length === 0 ? target : `{$ref:${target},${members.join(',')}}`;
  }

  #keyword(node: SchemaNode, { name, value }: WrittenKeyword, path: readonly string[]): string {
    const subschemas = children(node).filter(({ keyword }) => keyword === name);
    if (subschemas.length === 0) return this.#count(sortedJson(value));
    const texts = subschemas.map((child) => ({ name: child.name, text: this.write(child.node, path) }));
    const [first] = texts;
    if (Array.isArray(value)) return `[${texts.map(({ text }) => text).join(',')}]`;
    if (first?.name === undefined) return first?.text ?? '';
    const entries = texts.map((child) => `${JSON.stringify(child.name)}:${child.text}`);
    return `{${entries.sort().join(',')}}`;
  }

  #reference({ keywords }: SchemaNode, { value }: WrittenKeyword, path: readonly string[]): string {
    const target = keywords.reference;
    if (!target) return String(value);
    const back = path.indexOf(target.pointer);
    if (back >= 0) return `↺${path.length - back}`;
    return this.write(target, [...path, target.pointer]);
  }

  #count(text: string): string {
    this.#length += text.length;
    return text;
  }
}

/** Writes JSON with the members of objects in the order of their names. */
export function sortedJson(value: JsonValue): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isJsonObject(member as JsonValue)
      ? Object.fromEntries(Object.entries(Object(member)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Names a schema for the matching of branches: its component, else its title. */
export function getName({ annotations, written }: SchemaNode): string | undefined {
  const reference = written.find(({ name }) => name === 'reference')?.value;
  return typeof reference === 'string' ? parsePointer(reference)?.at(-1) : annotations.title;
}
