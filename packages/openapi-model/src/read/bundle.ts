// Bundles the files of a document into one document. Objects in other files become components, or replace a component
// or path item that is only a reference to them.
import { copyJson, isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import {
  childrenOf,
  type DocumentObject,
  getComponentsFolder,
  getDocumentKind,
  type ObjectKind,
  walkObjects,
} from '../object-kinds.ts';
import { appendPointer, listAncestors, parsePointer } from '../pointer.ts';
import type { Locate } from '../problem.ts';
import { readDraft } from '../repair/older-drafts.ts';
import { isLenient, type Lenience, repairText } from '../repair/repairs.ts';
import { type FoundReference, findReferences } from './find-references.ts';
import { readReferredFiles } from './read-referred-files.ts';
import type { FileLocation, FileObject, SourceFiles } from './source-files.ts';

/** A document in one piece. */
export interface Bundle {
  document: JsonValue;
  locate: Locate;
}

/** Reads all files that a document refers to and makes one document of them; a document of one file stays as it is. */
export async function bundle(files: SourceFiles, lenience: Lenience = false): Promise<Bundle> {
  const entry = await files.read(files.entry);
  if (!isJsonObject(entry.value))
    return { document: entry.value, locate: (pointer) => entry.locate(pointer) };
  const root = { url: files.entry, pointer: '#', kind: getDocumentKind(entry.value) } as const;
  const isSpread = await readReferredFiles(files, { ...root, value: entry.value }, lenience);
  if (!isSpread) return { document: entry.value, locate: (pointer) => entry.locate(pointer) };
  const bundler = new Bundler(files, copyJson(entry.value) as JsonObject, lenience);
  bundler.run();
  return { document: bundler.document, locate: (pointer) => files.locate(bundler.findOrigin(pointer)) };
}

/** An object that is still to be searched for references. */
interface QueuedObject extends FileObject {
  /** Targets of the references that it was copied for, outermost first. */
  copiedFor: readonly string[];
}

class Bundler {
  readonly document: JsonObject;
  readonly #files: SourceFiles;
  readonly #placed = new Map<string, string>();
  readonly #origins = new Map<string, FileLocation>();
  readonly #queue: QueuedObject[] = [];
  readonly #lenience: Lenience;

  constructor(files: SourceFiles, document: JsonObject, lenience: Lenience) {
    this.#files = files;
    this.#lenience = lenience;
    this.document = document;
  }

  run(): void {
    const location = { url: this.#files.entry, pointer: '#' };
    const kind = getDocumentKind(this.document);
    const root: QueuedObject = { kind, value: this.document, ...location, copiedFor: [] };
    for (const object of namedObjects(root)) this.#fill(object);
    this.#queue.push(root);
    for (const object of this.#queue) this.#rewrite(object);
  }

  /** Finds the location in a file from which a pointer of the document originates. */
  findOrigin(pointer: string): FileLocation {
    for (const ancestor of listAncestors(pointer)) {
      const origin = this.#origins.get(ancestor);
      if (origin) return { url: origin.url, pointer: origin.pointer + pointer.slice(ancestor.length) };
    }
    return { url: this.#files.entry, pointer };
  }

  // Replaces an object that is only a reference by its target, under the name that the object has in the document.
  #fill(object: FileObject): void {
    const reference = memberOf(object.value, '$ref');
    if (typeof reference !== 'string' || Object.keys(object.value).length > 1) return;
    const target = this.#files.findTarget(object, reference);
    const value = target && this.#files.readValue(target);
    if (!target || target.url === this.#files.entry || !isJsonObject(value)) return;
    const key = createKey(object.kind, target);
    if (this.#placed.has(key) || this.#isInsideResource(object.kind, target)) return;
    this.#placed.set(key, object.pointer);
    this.#origins.set(object.pointer, target);
    delete object.value.$ref;
    for (const [name, member] of Object.entries(value))
      setMember(object.value, name, copyJson(member ?? null));
    this.#carryDialect(object.kind, target, object.value);
    this.#queue.push({ kind: object.kind, value: object.value, ...target, copiedFor: [] });
  }

  #rewrite(root: QueuedObject): void {
    walkObjects(root, (object) => {
      if (root.pointer === '#' && root.value === this.document && this.#origins.has(object.pointer))
        return false;
      if (this.#copyTarget(root, object)) return false;
      const location = { url: root.url, pointer: object.pointer };
      for (const reference of findReferences(object)) this.#redirect(location, reference);
      return true;
    });
  }

  /** Copies the target of a `$ref` to a kind of object that has no component. Returns whether there was one. */
  #copyTarget(root: QueuedObject, { kind, value, pointer }: DocumentObject): boolean {
    const reference = memberOf(value, '$ref');
    if (typeof reference !== 'string' || getComponentsFolder(kind, this.document) !== undefined) return false;
    const from = { url: root.url, pointer: appendPointer(pointer, '$ref') };
    const target = this.#files.findTarget({ url: root.url, pointer }, reference);
    const content = target && this.#files.readValue(target);
    if (!target || !isJsonObject(content) || (root.url === this.#files.entry && reference.startsWith('#'))) {
      return false;
    }
    const key = createKey(kind, target);
    if (root.copiedFor.includes(key)) {
      this.#files.report(from, `The reference ${reference} is circular.`, 'Refer to another object.');
      return true;
    }
    const message = 'OpenAPI does not allow a reference to another file here.';
    const isWarning = isLenient(this.#lenience, 'misplaced-ref');
    const repair = repairText('Replace the reference with its target.');
    this.#files.report(from, message, { repair, rule: 'misplaced-ref', isWarning });
    delete value.$ref;
    for (const [name, member] of Object.entries(content)) setMember(value, name, copyJson(member ?? null));
    this.#queue.push({ kind, value, ...target, copiedFor: [...root.copiedFor, key] });
    return true;
  }

  #redirect(location: FileLocation, { holder, name, reference, kind, pointer }: FoundReference): void {
    const target = this.#files.findTarget(location, reference);
    const resource = kind === 'schema' ? this.#files.resourceAround(location) : undefined;
    // Within its own resource a reference stays right wherever the resource goes.
    const isOwn = resource && target && this.#files.resourceAround(target)?.uri === resource.uri;
    const isInEntry = location.url === this.#files.entry && reference.startsWith('#');
    if (!target || isOwn || isInEntry) return;
    const redirected = this.#locateTarget(kind, target, { url: location.url, pointer });
    if (redirected !== undefined) setMember(holder, name, redirected);
  }

  // Returns the pointer of a file's location in the document.
  #locateTarget(kind: ObjectKind, target: FileLocation, from: FileLocation): string | undefined {
    if (target.url === this.#files.entry) return target.pointer;
    const placed = this.#placed.get(createKey(kind, target));
    if (placed !== undefined) return placed;
    const value = this.#files.readValue(target);
    const folder = getComponentsFolder(kind, this.document);
    // A reference without a target has been reported.
    if (value === undefined) return undefined;
    if (folder === undefined) {
      this.#files.report(from, 'A link cannot refer to another file.', 'Use "operationId".');
      return undefined;
    }
    if (this.#isInsideResource(kind, target)) {
      const resource = this.#files.resourceAround(target) ?? target;
      const container = this.#locateTarget(kind, { url: target.url, pointer: resource.pointer }, from);
      return container === undefined ? undefined : container + target.pointer.slice(resource.pointer.length);
    }
    return this.#addComponent(folder, kind, { ...target, value });
  }

  #isInsideResource(kind: ObjectKind, target: FileLocation): boolean {
    const resource = kind === 'schema' ? this.#files.resourceAround(target) : undefined;
    return resource !== undefined && resource.pointer !== target.pointer;
  }

  // A schema is written in the draft that the root of its file names.
  #carryDialect(kind: ObjectKind, { url }: FileLocation, schema: JsonObject): void {
    const root = this.#files.readValue({ url, pointer: '#' });
    if (kind !== 'schema' || !isJsonObject(root)) return;
    const dialect = memberOf(root, 'jsonSchemaDialect') ?? memberOf(root, '$schema');
    if (readDraft(dialect) !== undefined) schema.$schema ??= dialect ?? null;
  }

  #addComponent(
    folder: readonly string[],
    kind: ObjectKind,
    target: FileLocation & { value: JsonValue },
  ): string {
    const components = folder.reduce(ensureObject, this.document);
    const name = freeName(components, suggestName(target));
    const pointer = appendPointer('#', ...folder, name);
    const value = copyJson(target.value);
    if (isJsonObject(value)) this.#carryDialect(kind, target, value);
    setMember(components, name, value);
    this.#placed.set(createKey(kind, target), pointer);
    this.#origins.set(pointer, { url: target.url, pointer: target.pointer });
    if (isJsonObject(value))
      this.#queue.push({ kind, value, url: target.url, pointer: target.pointer, copiedFor: [] });
    return pointer;
  }
}

// The objects that have a name of their own in the document: components, path items and webhooks.
function namedObjects(root: FileObject): FileObject[] {
  const children = childrenOf(root);
  const components = children.filter(({ kind }) => kind === 'components').flatMap(childrenOf);
  const pathItems = children.filter(({ kind }) => kind !== 'components');
  return [...components, ...pathItems].map((object) => ({ ...object, url: root.url }));
}

function createKey(kind: ObjectKind, { url, pointer }: FileLocation): string {
  return `${kind} ${url}${pointer}`;
}

function ensureObject(parent: JsonObject, name: string): JsonObject {
  const value = memberOf(parent, name);
  if (isJsonObject(value)) return value;
  const created: JsonObject = {};
  setMember(parent, name, created);
  return created;
}

// The last name in the pointer, or that of the file, in the characters that names of components are made of.
function suggestName({ url, pointer }: FileLocation): string {
  const token = parsePointer(pointer)?.at(-1);
  const file = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
  return (token ?? file).replaceAll(/[^A-Za-z0-9._-]+/g, '_');
}

function freeName(components: JsonObject, name: string): string {
  let free = name;
  for (let count = 2; Object.hasOwn(components, free); count += 1) free = `${name}${count}`;
  return free;
}
