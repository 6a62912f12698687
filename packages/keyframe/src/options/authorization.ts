import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Authorization } from '@keyframe/contract-gate';
import { isJsonObject } from '@keyframe/openapi-model';
import { UsageError } from '../command/usage-error.ts';
import { readHeaders } from './read-headers.ts';

/** Reads `name: value`, `command:CMD` or `module:PATH`. Throws UsageError. */
export async function readAuthorization(text: string): Promise<Authorization> {
  if (text.startsWith('command:')) return () => headersOfCommand(text.slice('command:'.length));
  if (text.startsWith('module:')) return headersOfModule(text.slice('module:'.length));
  return readHeaders([text], '--auth');
}

async function headersOfCommand(command: string): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command]).catch((cause: unknown) => {
    throw new UsageError(`The command of --auth failed: ${command}`, { cause });
  });
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  return readHeaders(lines, '--auth');
}

async function headersOfModule(path: string): Promise<Authorization> {
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(resolve(path)).href).catch(
    (cause: unknown) => {
      throw new UsageError(`The module of --auth cannot be imported: ${path}`, { cause });
    },
  );
  const { headers } = module;
  if (typeof headers !== 'function') throw new UsageError(`${path} must export a function "headers".`);
  const read = (result: unknown) => {
    if (isJsonObject(result))
      return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, String(value)]));
    throw new UsageError(`headers() of ${path} must return an object of headers.`);
  };
  // A function that takes a request signs each.
  return headers.length > 0
    ? async (request) => read(await headers(request))
    : async () => read(await headers());
}
