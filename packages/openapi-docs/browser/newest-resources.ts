import type { Seed } from '@keyframe/openapi-mock';
import type { PageResource } from './exchange.ts';

/** Lists the newest resource of each kind. */
export function listNewest({ resources }: Seed): PageResource[] {
  const newest: PageResource[] = [];
  for (const [path, all] of Object.entries(resources ?? {})) {
    const resource = all.at(-1);
    const [, name = 'id'] = /\{([^{}]+)\}[^{}]*$/.exec(path) ?? [];
    if (resource !== undefined)
      newest.push({ path, parameters: { ...resource.parents, [name]: resource.id }, value: resource.value });
  }
  return newest;
}
