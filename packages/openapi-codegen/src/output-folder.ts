// The folder that generated files live in. Files of other tools, and files written by hand, may live there, too, and are
// left alone.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '@keyframe/openapi-runtime/node';
import { findTool, type GeneratedFile } from './generated-file.ts';

/** The changes to the files of a folder, by name. */
export interface FolderChange {
  written: string[];
  unchanged: string[];
  /** Generated earlier, and not any more. */
  removed: string[];
}

/**
 * Brings a folder up to date with generated files; it is made where it does not exist. Files that are right already
 * are not touched, and each of the others is replaced in one step, so that no reader finds half a file. Throws
 * the error of the file system if the folder cannot be written to.
 */
export async function writeFiles(folder: string, files: readonly GeneratedFile[]): Promise<FolderChange> {
  await createFolder(folder);
  const current = await Promise.all(files.map(({ path }) => readText(join(folder, path))));
  const changed = files.filter(({ text }, index) => current[index] !== text);
  await replaceFiles(folder, changed);
  const removed = await staleFiles(folder, files);
  for (const name of removed) await rm(join(folder, name));
  const written = changed.map(({ path }) => path);
  return {
    written,
    unchanged: files.map(({ path }) => path).filter((path) => !written.includes(path)),
    removed,
  };
}

/** Lists the differences between a folder and what would be generated into it, one line each; writes nothing. */
export async function findDrift(folder: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { path, text } of files) {
    const current = await readText(join(folder, path));
    if (current === undefined) findings.push(`${join(folder, path)} is missing`);
    else if (current !== text) findings.push(`${join(folder, path)} differs`);
  }
  for (const name of await staleFiles(folder, files)) {
    findings.push(`${join(folder, name)} is no longer generated`);
  }
  return findings.sort();
}

// All are written before the first is replaced: a full disk leaves the folder as it was.
async function replaceFiles(folder: string, files: readonly GeneratedFile[]): Promise<void> {
  const replacements = files.map(({ path, text }) => ({
    text,
    path: join(folder, path),
    temporary: join(folder, `.${path}.${crypto.randomUUID()}`),
  }));
  try {
    for (const { temporary, text } of replacements) await writeFile(temporary, text);
    for (const { temporary, path } of replacements) await rename(temporary, path);
  } finally {
    for (const { temporary } of replacements) await rm(temporary, { force: true });
  }
}

async function staleFiles(folder: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const names = new Set(files.map(({ path }) => path));
  const tools = new Set(files.map(({ text }) => findTool(text)));
  const stale: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.(?:json|ts)$/.test(name) || names.has(name)) continue;
    const text = (await readText(join(folder, name))) ?? '';
    const tool = findTool(text);
    const isCopy = isDocument(text) && names.has(name.replace(/\.json$/, '.ts'));
    if (isCopy || (tool !== undefined && tools.has(tool))) stale.push(name);
  }
  return stale;
}

// JSON has no first line to name its tool: an OpenAPI document beside the module of its name was imported by that.
function isDocument(text: string): boolean {
  return /^\{\s*"openapi": ?"3\./.test(text);
}

// Git may check files out with the line ends of Windows, which generated texts do not have.
async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}
