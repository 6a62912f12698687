// Reads the responses that a generated server records, one on a line.
import { isJsonObject } from '@keyframe/openapi-model';
import { UsageError } from '../usage-error.ts';
import { isStatus } from './is-status.ts';
import type { RecordedResponse } from './traffic-reader.ts';

/** Reads a file of JSON lines. Throws UsageError. */
export function readResponses(text: string, file: string): RecordedResponse[] {
  const responses: RecordedResponse[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const response = parseLine(line);
    if (!response)
      throw new UsageError(
        `${file}:${index + 1} must be a response that responseValidation has recorded: JSON with operationId, status, members and issues.`,
      );
    responses.push(response);
  }
  return responses;
}

function parseLine(line: string): RecordedResponse | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecorded(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecorded(value: unknown): value is RecordedResponse {
  if (!isJsonObject(value) || typeof value.operationId !== 'string' || !isStatus(value.status)) return false;
  const { members, issues } = value;
  return (
    Array.isArray(members) &&
    members.every((member) => typeof member === 'string') &&
    Array.isArray(issues) &&
    issues.every(isIssue)
  );
}

function isIssue(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.path !== 'string' || /\p{Cc}/u.test(value.path)) return false;
  return /^(?:body|header|media type|status)$/.test(String(value.where));
}
