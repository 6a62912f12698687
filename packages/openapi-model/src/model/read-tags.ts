import { isJsonObject } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import type { Tag } from './model.ts';
import type { Located, Reader } from './reader.ts';

/** Reads the tags that a document declares; a parent must be declared, and no tag may be nested in itself. */
export function readTags(reader: Reader, root: Located): Tag[] {
  const tags: Tag[] = [];
  for (const [index, value] of reader.list(root, 'tags').entries()) {
    const located = { value: isJsonObject(value) ? value : {}, pointer: appendPointer('#', 'tags', index) };
    const name = reader.text(located, 'name');
    if (name === undefined) continue;
    tags.push({
      name,
      summary: reader.text(located, 'summary'),
      description: reader.text(located, 'description'),
      parent: reader.text(located, 'parent'),
      kind: reader.text(located, 'kind'),
      pointer: located.pointer,
    });
  }
  const byName = new Map(tags.map((tag) => [tag.name, tag]));
  for (const tag of tags) checkParent(reader, tag, byName);
  return tags;
}

function checkParent(reader: Reader, tag: Tag, byName: ReadonlyMap<string, Tag>): void {
  const location = appendPointer(tag.pointer, 'parent');
  const seen = new Set([tag.name]);
  for (let { parent } = tag; parent !== undefined; parent = byName.get(parent)?.parent) {
    if (!byName.has(parent)) {
      if (parent === tag.parent)
        reader.report(location, `Tag "${parent}" is not declared.`, 'Add it to "tags".');
      return;
    }
    if (seen.has(parent)) {
      reader.report(location, `Tag "${tag.name}" is nested in itself.`, 'Remove one "parent".');
      return;
    }
    seen.add(parent);
  }
}
