// Options for reading a document, the same in every command of every tool.
import { isAbsolute, relative, sep } from 'node:path';
import type { LoadOptions } from '@keyframe/openapi-model';
import { REPAIRS, type RepairName } from '@keyframe/openapi-model';
import { UsageError } from './usage-error.ts';

export const LOAD_OPTIONS = {
  lenient: { type: 'boolean', default: false },
  'lenient-rule': { type: 'string', multiple: true, default: [] as string[] },
  overlay: { type: 'string', multiple: true, default: [] as string[] },
  only: { type: 'string', multiple: true, default: [] as string[] },
  tag: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Describes the options, for the usage of a command. */
export const LOAD_USAGE = `  --overlay <file>      apply an OpenAPI Overlay 1.0 to the document (repeatable)
  --lenient             accept errors whose intent is clear, each with a warning; the document is not changed
  --lenient-rule <r>    accept only errors of this rule (repeatable): ${REPAIRS.slice(0, 3).join(', ')},
                        ${REPAIRS.slice(3, 6).join(', ')}, ${REPAIRS.slice(6).join(', ')}
  --only <operation>    keep only this operation: an operationId, "GET /path" or a webhook (repeatable)
  --tag <tag>           keep only operations with this tag (repeatable)`;

interface LoadValues {
  lenient: boolean;
  'lenient-rule': string[];
  overlay: string[];
  only: string[];
  tag: string[];
}

/** Reads the options. Throws UsageError. */
export function readLoadOptions(values: LoadValues): LoadOptions {
  const { lenient, overlay, only, tag } = values;
  return {
    lenient: lenient || values['lenient-rule'].map(parseRepairName),
    overlays: overlay,
    only,
    tags: tag,
  };
}

/** Writes options as the words of a command line that reads them. */
export function loadWords({ lenient, overlays = [], only = [], tags = [] }: LoadOptions): string[] {
  return [
    ...(lenient === true ? ['--lenient'] : []),
    ...optionWords('--lenient-rule', Array.isArray(lenient) ? lenient : []),
    ...optionWords('--overlay', overlays.map(portablePath)),
    ...optionWords('--only', only),
    ...optionWords('--tag', tags),
  ];
}

/** Writes a path as generated files name it: relative and with slashes, so that every machine writes the same. */
export function portablePath(path: string): string {
  const name = relative('', path);
  return (isAbsolute(name) || name.startsWith('..') ? path : name).replaceAll(sep, '/');
}

function optionWords(option: string, values: readonly string[]): string[] {
  return values.flatMap((value) => [option, /^[\w./@-]+$/.test(value) ? value : JSON.stringify(value)]);
}

function parseRepairName(name: string): RepairName {
  const found = REPAIRS.find((repair) => repair === name);
  if (found) return found;
  throw new UsageError(`--lenient-rule must be one of ${REPAIRS.join(', ')} (got "${name}").`);
}
