// How the members of a multipart body are written: as texts, or as files with a name and a media type.

import type { MediaType } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { findBytesType, findItems } from '@keyframe/openapi-schema/facts';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { describedMembers } from '../schema/described-members.ts';
import type { FormPart, FormParts } from '../wire/encode-body.ts';

const BYTES = 'application/octet-stream';

/** Finds the members of a multipart body that are files, or have a media type of their own (OpenAPI 3.1, Encoding Object). */
export function findFormParts(space: SchemaSpace, { schema, encoding }: MediaType): FormParts {
  const members = schema ? [...describedMembers(space, schema)] : [];
  return new Map(
    members.flatMap(([name, member]): [string, FormPart][] => {
      const items = findItems(member);
      const file = findBytesType(member) ?? (items && findBytesType(items));
      const declaredType = firstType(encoding.find((one) => one.name === name)?.contentType) ?? file;
      if (declaredType === undefined) return [];
      const isFile = file !== undefined || !(isJson(declaredType) || declaredType.startsWith('text/'));
      return [[name, { contentType: declaredType, isFile }]];
    }),
  );
}

// `image/*` says nothing that a part could be sent with.
function firstType(types: string | undefined): string | undefined {
  const [first] = (types ?? '').split(',').map((type) => type.trim());
  if (!first) return undefined;
  return first.includes('*') ? BYTES : first;
}
