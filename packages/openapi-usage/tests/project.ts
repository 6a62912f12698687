// Projects that call the API of orders.
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readModel } from '@keyframe/openapi-model';
import { readProject } from '../src/reading/read-project.ts';
import type { Uses } from '../src/use-table.ts';
import { ORDERS } from './orders.ts';

/** The document that the projects use. */
export const MODEL = readModel(ORDERS, 'orders.json');

const REPORTS = join(import.meta.dirname, '../reports');

/** Reads a folder of a project of some files, by default the whole project. */
export async function readFiles(files: Readonly<Record<string, string>>, name = '.'): Promise<Uses> {
  // Below the package, whose dependencies they import.
  await mkdir(REPORTS, { recursive: true });
  await using folder = await mkdtempDisposable(join(REPORTS, 'project-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  return readProject(MODEL, name, folder.path);
}

/** Lists the uses of places at the locations that begin with a text: `reads #/…`. */
export function listUses({ places }: Uses, start: string): string[] {
  const uses: string[] = [];
  for (const [pointer, use] of Object.entries(places)) {
    for (const kind of ['reads', 'sends', 'whole'] as const) {
      if (use[kind]?.some((location) => location.startsWith(start))) uses.push(`${kind} ${pointer}`);
    }
  }
  return uses.sort();
}
