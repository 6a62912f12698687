import { danglingReference } from '../dangling-reference.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import { expandMap, findMapReferences, isExpansion, type MapReference } from '../repair/map-references.ts';
import { isLenient, type Lenience } from '../repair/repairs.ts';
import { type FoundReference, findReferences } from './find-references.ts';
import type { FileLocation, FileObject, SourceFiles } from './source-files.ts';

interface References {
  objects: [FileLocation, FoundReference][];
  maps: [FileLocation, MapReference][];
}

/**
 * Reads all files that an object refers to, and those that these refer to; references that lead nowhere are reported.
 * A map in another file that is referred to as a whole is replaced by references to its members, in `root.value` too.
 * Returns whether there are references that name a file, be it the one that they are in.
 */
export async function readReferredFiles(
  files: SourceFiles,
  root: FileObject,
  lenience: Lenience,
): Promise<boolean> {
  let isSpread = false;
  const seen = new Set<string>();
  const queue: FileObject[] = [root];
  for (const object of queue) {
    const { objects, maps } = listReferences(object, seen);
    for (const [location, ref] of maps) {
      // References inside of the document itself are replaced when it is read.
      if (ref.reference.startsWith('#') && location.url === files.entry) continue;
      isSpread = true;
      queue.push(...(await readMap(files, { location, ref, lenience })));
    }
    for (const [location, ref] of objects) {
      isSpread ||= !ref.reference.startsWith('#');
      queue.push(...(await readObject(files, location, ref)));
    }
  }
  return isSpread;
}

async function readObject(
  files: SourceFiles,
  location: FileLocation,
  ref: FoundReference,
): Promise<FileObject[]> {
  await files.readTarget(location, ref);
  const target = files.findTarget(location, ref.reference);
  const value = target && files.readValue(target);
  if (target && value === undefined) reportMissing(files, { location, ref, target });
  return target && isJsonObject(value) ? [{ kind: ref.kind, value, ...target }] : [];
}

interface MissingTarget {
  location: FileLocation;
  ref: FoundReference;
  target: FileLocation;
}

function reportMissing(files: SourceFiles, { location, ref, target }: MissingTarget): void {
  const from = { url: location.url, pointer: ref.pointer };
  // References inside of the document itself are checked with it.
  const isChecked = ref.reference.startsWith('#') && target.url === files.entry;
  if (isChecked || files.noteUnread(from, target)) return;
  const { message, repair } = danglingReference(ref.reference, ref.pointer, { isInside: true });
  files.report(from, message, repair);
}

function listReferences(object: FileObject, seen: Set<string>): References {
  const references: References = { objects: [], maps: [] };
  walkObjects(object, (child) => {
    const key = `${child.kind} ${object.url}${child.pointer}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const location = { url: object.url, pointer: child.pointer };
    for (const reference of findReferences(child)) references.objects.push([location, reference]);
    for (const reference of findMapReferences(child)) references.maps.push([location, reference]);
    return true;
  });
  return references;
}

interface FoundMap {
  location: FileLocation;
  ref: MapReference;
  lenience: Lenience;
}

/** Reads the map that a reference leads to, and returns the references that replace it. */
async function readMap(files: SourceFiles, { location, ref, lenience }: FoundMap): Promise<FileObject[]> {
  const { kind, holder, name, pointer, problem } = ref;
  const isWarning = isLenient(lenience, problem.rule);
  const { message, ...rest } = problem;
  files.report({ url: location.url, pointer: problem.pointer }, message, { ...rest, isWarning });
  const target = await followMap(files, location, ref);
  if (target === undefined) return [];
  expandMap(ref, target.value, target.base);
  if (kind === undefined) return [];
  return Object.entries(holder[name] ?? {})
    .map(([token, value]) => ({ kind, value, url: location.url, pointer: appendPointer(pointer, token) }))
    .filter((object): object is FileObject => isJsonObject(object.value));
}

// A map that is referred to may be nothing but a reference itself.
async function followMap(
  files: SourceFiles,
  location: FileLocation,
  collection: MapReference,
): Promise<{ value: JsonObject | JsonValue[]; base: string } | undefined> {
  const { reference, problem } = collection;
  const seen = new Set<string>();
  let next: FileLocation = location;
  for (let current = reference, base = ''; ; ) {
    await files.readTarget(next, { reference: current, pointer: problem.pointer });
    const target = files.findTarget(next, current);
    const value = target && files.readValue(target);
    const redirect = isJsonObject(value) ? memberOf(value, '$ref') : undefined;
    const isUsable = typeof redirect === 'string' || isExpansion(collection, value);
    if (!target || !isUsable || seen.has(target.url + target.pointer)) {
      const { message, repair } = danglingReference(current, problem.pointer, { isInside: true });
      files.report({ url: location.url, pointer: problem.pointer }, message, repair);
      return undefined;
    }
    seen.add(target.url + target.pointer);
    base = next === location ? withFragment(current) : target.url + target.pointer;
    if (isExpansion(collection, value) && typeof redirect !== 'string') return { value, base };
    next = target;
    current = String(redirect);
  }
}

function withFragment(reference: string): string {
  return reference.includes('#') ? reference : `${reference}#`;
}
