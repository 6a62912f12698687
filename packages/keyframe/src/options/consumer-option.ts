import { isJsonObject } from '@keyframe/openapi-model';
import type { UsageSource } from '@keyframe/openapi-usage';
import type { OptionTable } from '../command/command.ts';

/** The option of the commands that read usage files. */
export const CONSUMER_OPTION = {
  consumers: {
    topic: 'consumers',
    value: '<[name=]pattern>',
    description:
      'usage files of a consumer, or of any; a named consumer without a file is reported (repeatable)',
    isRepeatable: true,
    read: readSources,
  },
} as const satisfies OptionTable;

// Texts of the command line, or patterns by consumer.
function readSources(
  value: readonly string[] | Readonly<Record<string, readonly string[] | string>>,
): UsageSource[] {
  const sources: UsageSource[] = [];
  if (isJsonObject(value)) {
    for (const [consumer, patterns] of Object.entries(value))
      for (const pattern of [patterns].flat()) sources.push({ consumer, pattern: String(pattern) });
    return sources;
  }
  for (const text of [value].flat()) {
    const [, consumer, pattern = ''] = /^(?:([^=/\\*]+)=)?(.*)$/s.exec(String(text)) ?? [];
    sources.push({ consumer, pattern });
  }
  return sources;
}
