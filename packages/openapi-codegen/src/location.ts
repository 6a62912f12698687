// The document and the command that generated files name.
import * as system from 'node:path';
import type { DocumentOptions } from '@keyframe/openapi-model';
import { isWebUrl } from '@keyframe/openapi-model/document';

/**
 * Writes a path or URL as generated files and configurations name it: relative and with slashes, so that every machine writes
 * the same. A path out of the folder stays as it is.
 */
export function portablePath(
  location: string,
  { isAbsolute, relative, sep }: Pick<typeof system, 'isAbsolute' | 'relative' | 'sep'> = system,
): string {
  if (isWebUrl(location)) return location;
  const name = relative('', location);
  return (isAbsolute(name) || name.startsWith('..') ? location : name).replaceAll(sep, '/');
}

/** Writes options as the words of a command line that reads them. */
export function loadWords(options: DocumentOptions): string[] {
  const { lenient, overlays = [], include = [], exclude = [], allowRef = [], skipUnsupported } = options;
  return [
    ...(lenient === true ? ['--lenient'] : []),
    ...optionWords('--lenient-rule', Array.isArray(lenient) ? lenient : []),
    ...optionWords(
      '--overlay',
      overlays.map((path) => portablePath(path)),
    ),
    ...optionWords('--include', include),
    ...optionWords('--exclude', exclude),
    ...optionWords(
      '--allow-ref',
      allowRef.map((path) => portablePath(path)),
    ),
    ...(skipUnsupported ? ['--skip-unsupported'] : []),
  ];
}

function optionWords(option: string, values: readonly string[]): string[] {
  return values.map((value) => `${option} ${/^[\w./@-]+$/.test(value) ? value : JSON.stringify(value)}`);
}
