// The files of one document, each read once, and the references between them.
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, posix, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isJsonObject, type JsonValue, memberOf } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer, parsePointer, valueAt } from '../pointer.ts';
import type { Location, Problem } from '../problem.ts';
import { type Lenience, separateAccepted } from '../repair/repairs.ts';
import { isWebUrl, resolveUri, type SplitUri } from '../uri.ts';
import { DocumentReadError } from './document-read-error.ts';
import type { FoundReference } from './find-references.ts';
import { readSourceFile } from './read-source-file.ts';
import { allowFolders, allowUrls, type IsAllowed } from './reference-folders.ts';
import type { SourceFile } from './source-file.ts';

/** A location in a file: the address of the file and a JSON pointer. */
export interface FileLocation {
  url: string;
  pointer: string;
}

/**
 * Reads the bytes of the file at a URL; rejects without such a file. `entry` is the URL of the document, or for a document on the
 * disk that of the file itself, which the user named or allowed.
 */
export type ReadFile = (url: URL, entry: URL) => Promise<Uint8Array>;

interface Repairing {
  repair: string;
  rule: string;
  isWarning: boolean;
}

const EXTENSIONS = ['.json', '.yaml', '.yml'];
/** A slash, a backslash or a null, which no name of a file can contain. */
const IMPOSSIBLE = /%(?:2f|5c|00)/i;

/** How the files of a document are read. */
export interface SourceOptions {
  /** From the disk by default. */
  read?: ReadFile | undefined;
  lenience?: Lenience | undefined;
  /** Folders and URLs, besides the folder of the document, whose files it may refer to. */
  allowRef?: readonly string[] | undefined;
}

export class SourceFiles {
  readonly entry: string;
  readonly problems: Problem[] = [];
  /** Findings that were accepted by lenient rules. */
  readonly warnings: Problem[] = [];
  /** References to files that could not be read as JSON or YAML: the problem is in the file, not in the reference. */
  readonly unread: Partial<Location>[] = [];
  readonly #entryPath: string;
  readonly #readFile: ReadFile;
  readonly #lenience: Lenience;
  readonly #isAllowed: IsAllowed;
  readonly #isAllowedUrl: (url: string) => boolean;
  readonly #files = new Map<string, SourceFile>();

  /** `path` names the document. */
  constructor(
    path: string,
    { read = (url) => readFile(url), lenience = false, allowRef = [] }: SourceOptions = {},
  ) {
    this.#entryPath = path;
    this.#readFile = read;
    this.#lenience = lenience;
    this.#isAllowed = allowFolders(path, allowRef);
    this.#isAllowedUrl = allowUrls(path, allowRef);
    this.entry = isWebUrl(path) ? new URL(path).href.replace(/#.*$/, '') : pathToFileURL(path).href;
  }

  /** Lists the paths of the files that were read. */
  get paths(): string[] {
    return [...this.#files.keys()].map((url) => (isWebUrl(url) ? url : fileURLToPath(url)));
  }

  /** Reads a file and notes what is wrong with its text. Throws DocumentReadError. */
  async read(url: string): Promise<SourceFile> {
    const cached = this.#files.get(url);
    if (cached) return cached;
    const file = await readSourceFile(this.#getName(url), this.#readBytes(url));
    this.#files.set(url, file);
    const { problems, warnings } = separateAccepted(file.problems, this.#lenience);
    this.problems.push(...problems);
    this.warnings.push(...warnings);
    return file;
  }

  /** Reads a file that is not one of the document, such as an overlay, at a path or URL. Throws DocumentReadError. */
  async readSeparate(path: string): Promise<SourceFile> {
    return readSourceFile(path, isWebUrl(path) ? this.#readBytes(new URL(path).href) : undefined);
  }

  #readBytes(url: string): Promise<Uint8Array> {
    const entry = isWebUrl(url) && !isWebUrl(this.entry) ? url : this.entry;
    return this.#readFile(new URL(url), new URL(entry));
  }

  /** Reads the file that a reference leads to; what is wrong with the reference is noted. */
  async readTarget(
    from: FileLocation,
    { reference, pointer }: Pick<FoundReference, 'pointer' | 'reference'>,
  ): Promise<void> {
    const absolute = resolveUri(reference, this.#getBase(from));
    if (!absolute) return;
    if (!this.#isAddress(from, absolute.uri)) return this.#readIdentified(from, absolute.uri);
    if (this.#files.has(absolute.uri)) return;
    const location = { url: from.url, pointer };
    if (isWebUrl(absolute.uri)) return this.#readUrl(location, reference, absolute.uri);
    if (/^(?:file:|[\\/])/i.test(reference)) {
      this.report(location, `The reference ${reference} must be relative.`, 'Write it relative to its file.');
    } else if (!EXTENSIONS.includes(extname(new URL(absolute.uri).pathname))) {
      this.report(
        location,
        `The reference ${reference} must lead to a JSON or YAML file.`,
        'Use a .json, .yaml or .yml file.',
      );
    } else if (IMPOSSIBLE.test(absolute.uri)) {
      const message = `The reference ${reference} contains an encoded character that no name of a file can have.`;
      this.report(location, message, 'Write slashes between folders as they are.');
    } else if (!(await this.#isAllowed(absolute.uri))) {
      const folder = dirname(this.#getName(absolute.uri));
      const message = `The reference ${reference} leads out of the folder of the document.`;
      this.report(location, message, `Move the file, or allow its folder: --allow-ref ${folder}.`);
    } else {
      await this.read(absolute.uri).catch((error: unknown) => {
        if (!(error instanceof DocumentReadError)) throw error;
        this.report(location, `The file of the reference ${reference} cannot be read.`, 'Correct the path.');
      });
    }
  }

  /** Reads the file at a URL, unless the URL is only the name of a schema. */
  async #readUrl(location: FileLocation, reference: string, url: string): Promise<void> {
    if (hasIdentifier(this.#files.get(location.url)?.value, url)) return;
    await this.read(url).catch((error: unknown) => {
      if (!(error instanceof DocumentReadError)) throw error;
      const { message } = Object(error.cause);
      this.report(
        location,
        `The file of the reference ${reference} cannot be read. ${message}`,
        'Correct the reference.',
      );
    });
  }

  /** Returns the target of a reference, even if nothing exists there; undefined if it is not in a file. */
  findTarget(from: FileLocation, reference: string): FileLocation | undefined {
    const absolute = this.#resolve(from, reference);
    const file = absolute && this.#files.get(absolute.uri);
    if (!file) return undefined;
    const tokens = parsePointer(absolute.fragment);
    const pointer = tokens
      ? appendPointer('#', ...tokens)
      : findAnchor(file.value, absolute.fragment.slice(1), '#');
    return pointer === undefined ? undefined : { url: absolute.uri, pointer };
  }

  /** Reads the value at a location; undefined if there is no value. */
  readValue({ url, pointer }: FileLocation): JsonValue | undefined {
    const file = this.#files.get(url);
    return file && !isUnread(file) ? valueAt(file.value, pointer) : undefined;
  }

  /** Records a reference into a file that could not be read; returns whether it is one. */
  noteUnread(from: FileLocation, { url }: FileLocation): boolean {
    const file = this.#files.get(url);
    if (!file || !isUnread(file)) return false;
    this.unread.push(this.#files.get(from.url)?.locate(from.pointer) ?? {});
    return true;
  }

  /** Finds the innermost schema with an `$id` that contains a location, or is at it; undefined without such a schema. */
  resourceAround({ url, pointer }: FileLocation): (FileLocation & { uri: string }) | undefined {
    let value = this.#files.get(url)?.value;
    let resource: (FileLocation & { uri: string }) | undefined;
    let location = '#';
    for (const token of [undefined, ...(parsePointer(pointer) ?? [])]) {
      if (token !== undefined) {
        value = value === undefined ? undefined : valueAt(value, appendPointer('#', token));
        location = appendPointer(location, token);
      }
      const id = isJsonObject(value) ? memberOf(value, '$id') : undefined;
      // A fragment is a name, which changes no base (JSON Schema draft-07, section 8.2.3).
      const isBase = typeof id === 'string' && !id.startsWith('#');
      const absolute = isBase ? resolveUri(id, resource?.uri ?? url) : undefined;
      if (absolute) resource = { url, pointer: location, uri: absolute.uri };
    }
    return resource;
  }

  // The base URI of relative references at a location.
  #getBase(location: FileLocation): string {
    return this.resourceAround(location)?.uri ?? location.url;
  }

  // Resolves a reference to the address of a file; a URI made from an `$id` becomes that of the file that has it.
  #resolve(from: FileLocation, reference: string): SplitUri | undefined {
    const absolute = resolveUri(reference, this.#getBase(from));
    if (!absolute || this.#isAddress(from, absolute.uri)) return absolute;
    const url = this.#findAddress(from, absolute.uri);
    if (url === undefined) return undefined;
    const id = this.resourceAround({ url, pointer: '#' })?.uri ?? absolute.uri;
    return id === absolute.uri ? { ...absolute, uri: url } : undefined;
  }

  // A document on the disk names schemas by URLs at which nothing needs to exist; files at URLs refer to no files on the disk.
  #isAddress({ url }: FileLocation, uri: string): boolean {
    if (isWebUrl(uri)) return this.#isAllowedUrl(uri);
    return uri.startsWith('file:') && !isWebUrl(url);
  }

  // Whether there is a file is not known: schemas are named by URIs at which nothing needs to exist.
  async #readIdentified(from: FileLocation, uri: string): Promise<void> {
    const url = this.#findAddress(from, uri);
    if (url === undefined || !EXTENSIONS.includes(extname(new URL(url).pathname))) return;
    if (!(isWebUrl(url) ? this.#isAllowedUrl(url) : await this.#isAllowed(url))) return;
    await this.read(url).catch((error: unknown) => {
      if (!(error instanceof DocumentReadError)) throw error;
    });
  }

  // Schemas with `$id` are stored as their URIs are related: what is beside the `$id` of a file is beside the file.
  #findAddress({ url }: FileLocation, uri: string): string | undefined {
    const id = this.resourceAround({ url, pointer: '#' })?.uri;
    if (id === undefined || !URL.canParse(uri)) return undefined;
    const [from, to] = [new URL(id), new URL(uri)];
    if (from.host === '' || from.host !== to.host || from.protocol !== to.protocol) return undefined;
    return new URL(posix.relative(new URL('.', from).pathname, to.pathname), url).href;
  }

  report({ url, pointer }: FileLocation, message: string, repair: string | Repairing): void {
    const { isWarning = false, ...details } = typeof repair === 'string' ? { repair } : repair;
    const problem = { message, ...details, pointer, ...this.#files.get(url)?.locate(pointer) };
    (isWarning ? this.warnings : this.problems).push(problem);
  }

  /** Finds the source position of a location. */
  locate({ url, pointer }: FileLocation) {
    return this.#files.get(url)?.locate(pointer);
  }

  // Relative as the path of the document is, so that messages say the same on every machine.
  #getName(url: string): string {
    if (url === this.entry) return this.#entryPath;
    if (isWebUrl(url)) return url;
    const folder = dirname(fileURLToPath(this.entry));
    return join(dirname(this.#entryPath), relative(folder, fileURLToPath(url)));
  }
}

/** An object of a document in one of its files. */
export type FileObject = DocumentObject & FileLocation;

/** Whether a schema in a value has a URI as its `$id`. */
function hasIdentifier(value: JsonValue | undefined, uri: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonObject(value) && memberOf(value, '$id') === uri) return true;
  return Object.values(value).some((member) => hasIdentifier(member, uri));
}

function isUnread({ value, problems }: SourceFile): boolean {
  return value === null && problems.length > 0;
}

function findAnchor(value: JsonValue | undefined, name: string, pointer: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const names = ['$anchor', '$dynamicAnchor'].map((keyword) => memberOf(Object(value), keyword));
  const ids = ['$id', 'id'].map((keyword) => memberOf(Object(value), keyword));
  if (names.includes(name) || ids.includes(`#${name}`)) return pointer;
  for (const [token, member] of Object.entries(value)) {
    const anchor = findAnchor(member, name, appendPointer(pointer, token));
    if (anchor !== undefined) return anchor;
  }
  return undefined;
}
