// The usage file that a command writes.
import { writeFile } from 'node:fs/promises';
import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import { formatUsage, type Usage } from '@keyframe/openapi-usage';
import type { OptionTable } from '../command/command.ts';

const TOPIC = 'usage files';

export const USAGE_OPTIONS = {
  out: { topic: TOPIC, value: '<file>', description: 'write this file instead of printing it' },
  consumer: { topic: TOPIC, value: '<name>', description: 'name of the consumer' },
} as const satisfies OptionTable;

/** Writes a usage file of a document; undefined returns its text. */
export async function writeUsage(
  { document: { info } }: OpenApiModel,
  usage: Omit<Usage, 'document' | 'usage'>,
  out: string | undefined,
): Promise<string> {
  const { title = '', version = '' } = isJsonObject(info) ? info : {};
  const document = { title: String(title), version: String(version) };
  const text = formatUsage({ usage: 1, document, ...usage });
  if (out !== undefined) await writeFile(out, text);
  return text;
}

/** Returns the day of today, `2026-11-29`. */
export function getToday(): string {
  return new Date().toISOString().slice(0, 10);
}
