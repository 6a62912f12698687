/** Writes a reference as one file, with the program and the styles that the build of this package made. */
import { createHash } from 'node:crypto';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { readAsset } from './assets.ts';
import { type FileAssets, type FileOptions, printReferenceFile } from './print-file.ts';

// The program is started after the first paint: it is most of the page.
const START = `requestAnimationFrame(() => setTimeout(() => {
  const program = document.createElement('script');
  program.textContent = document.getElementById('reference-program').textContent;
  document.body.append(program);
}));`;

/** Writes the file. */
export function writeReferenceFile(model: OpenApiModel, options: FileOptions = {}): string {
  const hasMock = options.mock !== false && options.control === undefined;
  return printReferenceFile(model, readFileAssets(hasMock), options);
}

/** Reads the parts of files that are the same for every document. */
export function readFileAssets(hasMock: boolean): FileAssets {
  const program = readAsset(hasMock ? 'reference-with-mock.js' : 'reference.js');
  const styles = readAsset('styles.css');
  return { start: START, program, styles, policy: writePolicy([START, program], [styles]) };
}

function writePolicy(scripts: readonly string[], styles: readonly string[]): string {
  const list = (texts: readonly string[]) =>
    texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src ${list(scripts)}`,
    `style-src ${list(styles)}`,
    'img-src data:',
    // Requests to a real server.
    "connect-src 'self' http: https:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
