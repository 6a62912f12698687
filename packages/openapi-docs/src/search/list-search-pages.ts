/** The entries of the search of a reference: pages, parameters, and fields of bodies. */
import type { JsonValue, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { toAnchor } from '../reference/field-html.ts';
import type { PagePlan } from '../reference/page.ts';
import { findOmission, getBodySchema, ShapeReader } from '../reference/shapes.ts';
import type { SearchPage, SearchSection } from './search-engine.ts';

/** Levels of fields that are found. */
const DEPTH = 2;

/** Lists the pages of a reference for the search. */
export function listSearchPages(model: OpenApiModel, plans: readonly PagePlan[]): SearchPage[] {
  const shapes = new ShapeReader(model, DEPTH);
  return plans.map(({ slug, title, description, operation, print }) => ({
    path: slug === 'index' ? '' : `${slug}/`,
    kind: operation === undefined ? 'Guide' : 'Operation',
    title,
    description,
    keywords: operation === undefined ? [] : listKeywords(operation),
    sections:
      operation === undefined
        ? [{ anchor: '', title: '', text: print().markdown }]
        : [
            { anchor: '', title: '', text: operation.description ?? '' },
            ...listFields(model, shapes, operation),
          ],
  }));
}

function listKeywords({ id, method, path, tags }: Operation): string[] {
  // The words of camel case, too.
  return [method, path, id, id.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'), ...tags];
}

function listFields(model: OpenApiModel, shapes: ShapeReader, operation: Operation): SearchSection[] {
  const { parameters, requestBody, responses } = operation;
  const members = parameters.map(({ name, description = '' }) => ({
    anchor: toAnchor(`parameter-${name}`),
    title: name,
    text: description,
  }));
  const body = (start: string, schema: JsonValue | undefined, message: 'request' | 'response') => {
    const sections = new Map<string, SearchSection>();
    for (const { fields } of shapes.readBody(schema, findOmission(model, operation, message)))
      for (const { name, description } of fields) {
        const anchor = toAnchor(`${start}-${name}`);
        if (!sections.has(anchor)) sections.set(anchor, { anchor, title: name, text: description });
      }
    return [...sections.values()];
  };
  const [media] = requestBody?.content ?? [];
  const sections = [...members, ...body('body', media?.schema?.schema, 'request')];
  for (const { status, description, content } of responses) {
    sections.push({ anchor: toAnchor(`response-${status}`), title: status, text: description });
    if (/^2/.test(status)) {
      const [first] = content;
      sections.push(...body(`response-${status}`, first && getBodySchema(first), 'response'));
    }
  }
  return sections;
}
