/** The entries of the search of a reference: pages, parameters, and fields of bodies. */
import type { LocatedSchema, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { toAnchor } from '../reference/field-html.ts';
import type { PagePlan } from '../reference/page.ts';
import { findOmission, getBodySchema, type Shape, ShapeReader } from '../reference/shapes.ts';
import type { SearchPage, SearchSection } from './search-engine.ts';

/** Levels of fields that are found. */
const DEPTH = 2;

/** Lists the pages of a reference for the search. */
export function listSearchPages(model: OpenApiModel, plans: readonly PagePlan[]): SearchPage[] {
  const shapes = new ShapeReader(new SchemaGraph(model), { deepest: DEPTH });
  return plans.map((plan) => {
    const { slug, title, description, operation, schema } = plan;
    const page = { path: slug === 'index' ? '' : `${slug}/`, title, description };
    if (operation !== undefined) {
      const text = operation.description ?? '';
      const sections = [{ anchor: '', title: '', text }, ...listFields(model, shapes, operation)];
      return { ...page, kind: 'Operation', keywords: listKeywords(operation), sections };
    }
    if (schema === undefined) {
      const text = plan.print().markdown;
      return { ...page, kind: 'Guide', keywords: [], sections: [{ anchor: '', title: '', text }] };
    }
    const fields = listBodyFields(shapes.readBody(schema), 'field');
    return { ...page, kind: 'Schema', keywords: [splitName(title)], sections: fields };
  });
}

/** Separates the words of camel case. */
function splitName(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
}

function listKeywords({ id, method, path, tags }: Operation): string[] {
  return [method, path, id, splitName(id), ...tags];
}

function listFields(model: OpenApiModel, shapes: ShapeReader, operation: Operation): SearchSection[] {
  const { parameters, requestBody, responses } = operation;
  const members = parameters.map(({ name, description = '' }) => ({
    anchor: toAnchor(`parameter-${name}`),
    title: name,
    text: description,
  }));
  const body = (start: string, schema: LocatedSchema | undefined, message: 'request' | 'response') => {
    return listBodyFields(shapes.readBody(schema, findOmission(model, operation, message)), start);
  };
  const [media] = requestBody?.content ?? [];
  const sections = [...members, ...body('body', media?.schema, 'request')];
  for (const { status, description, content } of responses) {
    sections.push({ anchor: toAnchor(`response-${status}`), title: status, text: description });
    if (/^2/.test(status)) {
      const [first] = content;
      sections.push(...body(`response-${status}`, first && getBodySchema(first), 'response'));
    }
  }
  return sections;
}

function listBodyFields(shapes: readonly Shape[], start: string): SearchSection[] {
  const sections = new Map<string, SearchSection>();
  for (const { fields } of shapes)
    for (const { name, description } of fields) {
      const anchor = toAnchor(`${start}-${name}`);
      if (!sections.has(anchor)) sections.set(anchor, { anchor, title: name, text: description });
    }
  return [...sections.values()];
}
