import { OpenApiModelError } from '@keyframe/openapi-model/document';

const DOCUMENT_CODES: readonly string[] = ['convention_invalid', 'document_unreadable', 'selection_unknown'];

/** Codes of errors about an option, the configuration or a file that they name. */
const CONFIGURATION_CODES: readonly unknown[] = [
  'app_unusable',
  'callback_unknown',
  'callback_url_invalid',
  'caller_invalid',
  'configuration_invalid',
  'fault_invalid',
  'not_served',
  'project_unreadable',
  'rename_invalid',
  'seed_invalid',
  'source_not_importable',
  'usage_file_invalid',
];

/** Returns the exit status of an error about a document: 1 findings, 2 configuration, undefined for others. */
export function findDocumentErrorStatus(error: unknown): 1 | 2 | undefined {
  if (!(error instanceof OpenApiModelError)) return undefined;
  return DOCUMENT_CODES.includes(error.code) ? 2 : 1;
}

/** Returns the exit status of an error of a command: 1 findings, 2 configuration, undefined for a bug. */
export function findErrorStatus(error: unknown): 1 | 2 | undefined {
  const { code } = Object(error);
  if (CONFIGURATION_CODES.includes(code)) return 2;
  // No server can be generated from the document.
  return code === 'document_unsupported' ? 1 : findDocumentErrorStatus(error);
}

/** Returns the exit status of an error of a check: its findings are in a report, so that an unusable document is wrong usage. */
export function findCheckStatus(error: unknown): 2 | undefined {
  return findErrorStatus(error) === undefined ? undefined : 2;
}
