// Parts of request bodies that are files: agents name them by a path or URL.
import type { MediaType } from '@keyframe/openapi-model';
import { getEssence, isJson } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findBytesType, findItems, listApplied } from '@keyframe/openapi-schema/facts';

// Keywords that bytes may have.
const UNTYPED: ReadonlySet<string> = new Set(['maxLength', 'reference']);

/** Reports whether a body of this media type consists of the bytes of a file. */
export function isFileBody({ name }: MediaType): boolean {
  const essence = getEssence(name);
  return !isJson(name) && !/^multipart\/|^text\/|\+?xml$|x-www-form-urlencoded$/.test(essence);
}

/** Finds the members of a form that are files. */
export function findFileMembers({ name, encoding }: MediaType, form: SchemaNode | undefined): Set<string> {
  if (!getEssence(name).startsWith('multipart/') || form === undefined) return new Set();
  const files = [...collectProperties(form)].filter(([member, schemas]) => {
    const { contentType } = encoding.find(({ name }) => name === member) ?? {};
    if (contentType !== undefined) return !/^text\/|json$/.test(getEssence(contentType));
    return schemas.some(isFile);
  });
  return new Set(files.map(([member]) => member));
}

function isFile(schema: SchemaNode): boolean {
  const items = findItems(schema);
  return isBytes(schema) || (items !== undefined && isBytes(items));
}

// OpenAPI 3.1: bytes have a media type, or no type at all.
function isBytes(schema: SchemaNode): boolean {
  return findBytesType(schema) !== undefined || listApplied(schema).every(isUntyped);
}

function isUntyped({ kind, content, written }: SchemaNode): boolean {
  const constraints = written.filter(({ name }) => name !== undefined && !UNTYPED.has(name));
  return kind === 'keywords' && content.mediaType === undefined && constraints.length === 0;
}
