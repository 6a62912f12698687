import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessStreams } from '../src/command/command.ts';
import { runCaptured } from '../src/command/run-captured.ts';
import { createTool } from '../src/create-tool.ts';

/** Runs a command line in this process, and returns what it printed. */
export async function runKeyframe(line: readonly string[], streams?: Partial<ProcessStreams>) {
  const { tool, words } = await createTool(line);
  return runCaptured(tool, words, streams);
}

export const DOCUMENT = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
servers: [{ url: 'https://things.example' }]
paths:
  /things/{id}:
    get:
      operationId: getThing
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: The thing.
          content:
            application/json:
              schema: { type: object, required: [id], properties: { id: { type: string } } }
`;

/** A folder with a document and a configuration, as the current folder until it is disposed. */
export function enterProject(config: string, files: Readonly<Record<string, string>> = {}): Disposable {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'keyframe-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'openapi.yaml'), DOCUMENT);
  writeFileSync(join(folder, 'keyframe.config.ts'), `export const config = ${config};\n`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  process.chdir(folder);
  return {
    [Symbol.dispose]() {
      process.chdir(before);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
