import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';

/** Major versions of PostgreSQL that tests can start besides the one that the service brings. */
export const OTHER_POSTGRESQL = [15, 17] as const;

/**
 * Finds the folder with the programs of an older PostgreSQL, which holds `bin`, `lib` and `share`; undefined where there is
 * no package for the platform.
 */
export function findPostgresql(major: number): string | undefined {
  const paths = createRequire(import.meta.url).resolve.paths('postgresql') ?? [];
  const name = `postgresql-${major}-${platform()}-${arch()}`;
  return paths.map((path) => join(path, name, 'native')).find((path) => existsSync(path));
}
