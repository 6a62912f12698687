/** Links inside of descriptions, which other references resolve in their own way. */
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { ResolveLink } from '../markdown/sanitize-html.ts';

/** Creates a function that leads links to operations to their pages, and removes those that lead nowhere in the site. */
export function createLinkResolver(
  { operations }: OpenApiModel,
  base: string,
  getAddress: (operation: Operation) => string,
): ResolveLink {
  return (href) => {
    const isPage = base === '#' ? href.startsWith('#') && href.endsWith('/') : href.startsWith(base);
    if (/^\w+:/.test(href) || (base !== '' && isPage)) return href;
    if (!href.startsWith('#')) return undefined;
    const id = decodeURI(href).replace(/^.*\//, '').toLowerCase();
    const operation = operations.find((candidate) => candidate.id.toLowerCase() === id);
    return operation === undefined ? undefined : getAddress(operation);
  };
}
