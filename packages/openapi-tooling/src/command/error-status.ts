import { OpenApiModelError } from '@keyframe/openapi-model/document';

const CONFIGURATION_CODES: readonly string[] = [
  'convention_invalid',
  'document_unreadable',
  'folder_unusable',
  'selection_unknown',
];

/** Returns the exit status of an error about a document or folder: 1 findings, 2 configuration, undefined for others. */
export function findDocumentErrorStatus(error: unknown): 1 | 2 | undefined {
  if (!(error instanceof OpenApiModelError)) return undefined;
  return CONFIGURATION_CODES.includes(error.code) ? 2 : 1;
}
