import { isObject } from '../schema/json-type.ts';
import { METHODS, type OpenApiDocument } from './document.ts';
import { bySpecificity, matchTemplate, readTemplate } from './path-template.ts';

/**
 * Makes a function that lists the methods of a document at a path, in upper case, as the Allow field of a 405 wants them;
 * none where the document has no such path.
 */
export function pathMethods({ paths }: OpenApiDocument): (path: string) => string[] {
  const templates = Object.entries(isObject(paths) ? paths : {}).map(([path, pathItem]) => ({
    template: readTemplate(path),
    methods: listMethods(pathItem),
  }));
  templates.sort((left, right) => bySpecificity(left.template, right.template));
  return (path) => {
    const depth = path.split('/').length - 1;
    const match = templates.find(
      ({ template }) => template.segments.length === depth && matchTemplate(template, path) !== undefined,
    );
    return (match?.methods ?? []).map((method) => method.toUpperCase());
  };
}

function listMethods(pathItem: unknown): string[] {
  if (!isObject(pathItem)) return [];
  const { additionalOperations } = pathItem;
  const additions = isObject(additionalOperations) ? Object.keys(additionalOperations) : [];
  return [...METHODS.filter((method) => method in pathItem), ...additions];
}
