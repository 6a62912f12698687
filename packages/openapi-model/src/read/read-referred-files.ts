import { danglingReference } from '../dangling-reference.ts';
import { isJsonObject } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { type FoundReference, referencesIn } from './references-in.ts';
import type { FileObject, FilePlace, SourceFiles } from './source-files.ts';

/**
 * Reads all files that an object refers to, and those that these refer to; references that lead nowhere are noted.
 * Answers whether there are references that name a file, be it the one that they are in.
 */
export async function readReferredFiles(files: SourceFiles, root: FileObject): Promise<boolean> {
  let isSpread = false;
  const seen = new Set<string>();
  const queue: FileObject[] = [root];
  for (const object of queue) {
    for (const [place, found] of referencesFrom(object, seen)) {
      await files.readTarget(place, found);
      const target = files.targetOf(place, found.reference);
      if (!target) continue;
      const value = files.valueAt(target);
      const isLocal = found.reference.startsWith('#');
      isSpread ||= !isLocal;
      if (isJsonObject(value)) queue.push({ kind: found.kind, value, ...target });
      // Those inside the document itself are checked with it.
      const isChecked = isLocal && target.url === root.url;
      const from = { url: place.url, pointer: found.pointer };
      if (value === undefined && !isChecked && !files.noteUnread(from, target)) {
        const { message, repair } = danglingReference(found.reference, found.pointer, true);
        files.report(from, message, repair);
      }
    }
  }
  return isSpread;
}

function referencesFrom(object: FileObject, seen: Set<string>): [FilePlace, FoundReference][] {
  const found: [FilePlace, FoundReference][] = [];
  walkObjects(object, (inner) => {
    const key = `${inner.kind} ${object.url}${inner.pointer}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const place = { url: object.url, pointer: inner.pointer };
    for (const reference of referencesIn(inner)) found.push([place, reference]);
    return true;
  });
  return found;
}
