// The options that say how a document is read, shared by the commands.
import { REPAIRS, type RepairName } from '@keyframe/openapi-model';
import type { SourceOptions } from '../project.ts';
import { UsageError } from './usage-error.ts';

export const SOURCE_OPTIONS = {
  formats: { type: 'string', default: 'assert' },
  lenient: { type: 'boolean', default: false },
  'lenient-rule': { type: 'string', multiple: true, default: [] as string[] },
  overlay: { type: 'string', multiple: true, default: [] as string[] },
  only: { type: 'string', multiple: true, default: [] as string[] },
  tag: { type: 'string', multiple: true, default: [] as string[] },
  'skip-unsupported': { type: 'boolean', default: false },
} as const;

/** Describes the options, for the usage of a command. */
export const SOURCE_USAGE = `  --overlay <file>      apply an OpenAPI Overlay 1.0 to the document (repeatable)
  --lenient             accept what is wrong but plain in meaning, each with a warning; the document stays as it is
  --lenient-rule <r>    accept it by one rule (repeatable): ${REPAIRS.slice(0, 3).join(', ')},
                        ${REPAIRS.slice(3).join(', ')}
  --only <operation>    keep this operation: an operationId, "GET /path" or a webhook (repeatable)
  --tag <tag>           keep the operations of this tag (repeatable)
  --skip-unsupported    leave out operations that cannot be kept exactly, and list them
  --formats <f>         assert: a value must be of its format (the default); annotate: formats are annotations`;

interface SourceValues {
  formats: string;
  lenient: boolean;
  'lenient-rule': string[];
  overlay: string[];
  only: string[];
  tag: string[];
  'skip-unsupported': boolean;
}

/** Reads the options. Throws UsageError. */
export function readSourceOptions(values: SourceValues): SourceOptions {
  const { formats, lenient, overlay, only, tag } = values;
  if (formats !== 'assert' && formats !== 'annotate') {
    throw new UsageError(`--formats must be "assert" or "annotate" (got "${formats}").`);
  }
  return {
    formats,
    lenient: lenient || values['lenient-rule'].map(repairNameOf),
    overlays: overlay,
    only,
    tags: tag,
    skipUnsupported: values['skip-unsupported'],
  };
}

function repairNameOf(name: string): RepairName {
  const found = REPAIRS.find((repair) => repair === name);
  if (found) return found;
  throw new UsageError(`--lenient-rule must be one of ${REPAIRS.join(', ')} (got "${name}").`);
}
