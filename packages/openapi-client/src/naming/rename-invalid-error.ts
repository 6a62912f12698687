import { OpenApiModelError } from '@keyframe/openapi-model/document';

/** Reports a new name for an operation that the document lacks, or one that no function can have. */
export class RenameInvalidError extends OpenApiModelError {
  readonly code = 'rename_invalid';
}
