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
    for (const [location, found] of maps) {
      // References inside of the document itself are replaced when it is read.
      if (found.reference.startsWith('#') && location.url === files.entry) continue;
      isSpread = true;
      queue.push(...(await readMap(files, { location, found, lenience })));
    }
    for (const [location, found] of objects) {
      isSpread ||= !found.reference.startsWith('#');
      queue.push(...(await readObject(files, location, found)));
    }
  }
  return isSpread;
}

async function readObject(
  files: SourceFiles,
  location: FileLocation,
  found: FoundReference,
): Promise<FileObject[]> {
  await files.readTarget(location, found);
  const target = files.findTarget(location, found.reference);
  const value = target && files.readValue(target);
  if (target && value === undefined) reportMissing(files, { location, found, target });
  return target && isJsonObject(value) ? [{ kind: found.kind, value, ...target }] : [];
}

interface MissingTarget {
  location: FileLocation;
  found: FoundReference;
  target: FileLocation;
}

function reportMissing(files: SourceFiles, { location, found, target }: MissingTarget): void {
  const from = { url: location.url, pointer: found.pointer };
  // References inside of the document itself are checked with it.
  const isChecked = found.reference.startsWith('#') && target.url === files.entry;
  if (isChecked || files.noteUnread(from, target)) return;
  const { message, repair } = danglingReference(found.reference, found.pointer, { isInside: true });
  files.report(from, message, repair);
}

function listReferences(object: FileObject, seen: Set<string>): References {
  const found: References = { objects: [], maps: [] };
  walkObjects(object, (inner) => {
    const key = `${inner.kind} ${object.url}${inner.pointer}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const location = { url: object.url, pointer: inner.pointer };
    for (const reference of findReferences(inner)) found.objects.push([location, reference]);
    for (const reference of findMapReferences(inner)) found.maps.push([location, reference]);
    return true;
  });
  return found;
}

interface FoundMap {
  location: FileLocation;
  found: MapReference;
  lenience: Lenience;
}

/** Reads the map that a reference leads to, and returns the references that replace it. */
async function readMap(files: SourceFiles, { location, found, lenience }: FoundMap): Promise<FileObject[]> {
  const { kind, holder, name, pointer, problem } = found;
  const isWarning = isLenient(lenience, problem.rule);
  const { message, ...rest } = problem;
  files.report({ url: location.url, pointer: problem.pointer }, message, { ...rest, isWarning });
  const target = await followMap(files, location, found);
  if (target === undefined) return [];
  expandMap(found, target.value, target.base);
  if (kind === undefined) return [];
  return Object.entries(holder[name] ?? {}).flatMap(([token, value]) =>
    isJsonObject(value) ? [{ kind, value, url: location.url, pointer: appendPointer(pointer, token) }] : [],
  );
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
    const further = isJsonObject(value) ? memberOf(value, '$ref') : undefined;
    const isUsable = typeof further === 'string' || isExpansion(collection, value);
    if (!target || !isUsable || seen.has(target.url + target.pointer)) {
      const { message, repair } = danglingReference(current, problem.pointer, { isInside: true });
      files.report({ url: location.url, pointer: problem.pointer }, message, repair);
      return undefined;
    }
    seen.add(target.url + target.pointer);
    base = next === location ? withFragment(current) : target.url + target.pointer;
    if (isExpansion(collection, value) && typeof further !== 'string') return { value, base };
    next = target;
    current = String(further);
  }
}

function withFragment(reference: string): string {
  return reference.includes('#') ? reference : `${reference}#`;
}
