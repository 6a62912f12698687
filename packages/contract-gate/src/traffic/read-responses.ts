// Reads the responses that a generated server records, one on a line.
import { isJsonObject } from '@keyframe/openapi-model';
import { UsageError } from '../usage-error.ts';
import type { RecordedResponse } from './traffic-reader.ts';

/** Reads a file of JSON lines. Throws UsageError. */
export function readResponses(text: string, file: string): RecordedResponse[] {
  const responses: RecordedResponse[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const response = parseLine(line);
    if (!response)
      throw new UsageError(`${file}:${index + 1} must be a response that responseValidation has recorded.`);
    responses.push(response);
  }
  return responses;
}

function parseLine(line: string): RecordedResponse | undefined {
  try {
    const value = JSON.parse(line);
    const isRecorded =
      isJsonObject(value) && typeof value.operationId === 'string' && typeof value.status === 'number';
    if (!isRecorded || !Array.isArray(value.members) || !Array.isArray(value.issues)) return undefined;
    return value as unknown as RecordedResponse;
  } catch {
    return undefined;
  }
}
