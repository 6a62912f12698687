import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** Describes the schema `keyframe`, one object a line. */
export async function describeSchema(pool: Pool): Promise<string[]> {
  const statement = await readFile(new URL('./describe-schema.sql', import.meta.url), 'utf8');
  const { rows } = await pool.query<{ line: string }>(statement);
  return rows.map(({ line }) => line);
}
