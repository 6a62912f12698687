// The promises of an Idempotency-Key, from the extension `x-idempotency` or, for warnings only, from English descriptions.
import {
  isJsonObject,
  type JsonObject,
  type Operation,
  type Parameter,
  valueAt,
} from '@keyframe/openapi-model';

/** A promise of the document; `text` if only a description contains it. */
export type PromiseSource = 'extension' | 'text' | undefined;

/** The extension of an Idempotency-Key parameter. */
const IDEMPOTENCY_EXTENSION = 'x-idempotency';

const ORIGINAL_RESULT =
  /\b(?:return|respond|repl|answer|get)\w*\b[^.;]*\b(?:first|same|original|stored|previous|earlier)\b|\b(?:safe|safely)\b[^.;]*\b(?:retr|repeat)|\b(?:retr|repeat)\w*\b[^.;]*\b(?:safe|safely|once)\b/i;
const OTHER_BODY =
  /\b(?:another|different|other|changed|differs?|mismatch\w*|reus\w*)\b[^.;]*\b(?:body|bodies|payload|request|content|parameters|data|key)\b/i;
const REJECTS =
  /\b(?:reject|refus|conflict|error|fail|den(?:y|ied)|invalid|unprocessable|not (?:allowed|accepted))|\b4\d\d\b/i;

/** Whether the response to a repeated request is the original result (`repeatedRequest: original-result`). */
export function promisesOriginalResult(
  operation: Operation,
  key: Parameter,
  document: JsonObject,
): PromiseSource {
  if (readExtension(key, document).repeatedRequest === 'original-result') return 'extension';
  return listTexts(operation, key).some((text) => ORIGINAL_RESULT.test(text)) ? 'text' : undefined;
}

/** Whether a used key with another body is rejected (`changedRequest: rejected`). */
export function promisesRejection(operation: Operation, key: Parameter, document: JsonObject): PromiseSource {
  if (readExtension(key, document).changedRequest === 'rejected') return 'extension';
  const isInText = listTexts(operation, key)
    .flatMap((text) => text.split(/[.;:]\s/))
    .some((sentence) => OTHER_BODY.test(sentence) && REJECTS.test(sentence));
  const isInResponse = operation.responses
    .filter(({ status }) => status.startsWith('4'))
    .some(({ description }) => /idempotency|\bkey\b/i.test(description) && OTHER_BODY.test(description));
  return isInText || isInResponse ? 'text' : undefined;
}

function readExtension({ pointer }: Parameter, document: JsonObject): JsonObject {
  const parameter = valueAt(document, pointer);
  const extension = isJsonObject(parameter) ? parameter[IDEMPOTENCY_EXTENSION] : undefined;
  return isJsonObject(extension) ? extension : {};
}

function listTexts({ description = '' }: Operation, key: Parameter): string[] {
  return [key.description ?? '', description].map((text) => text.replaceAll(/\s+/g, ' '));
}
