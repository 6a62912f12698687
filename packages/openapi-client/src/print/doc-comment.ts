// Comments of generated types: what an editor shows for a member.

import { docstring } from '@keyframe/openapi-codegen';
import { isJsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model/document';
import { type Annotations, type KeywordValues, readAnnotations } from '@keyframe/openapi-schema/keywords';

/** Writes the comment of a member from the members of its object; '' without any. */
export function docComment(object: JsonValue | undefined, indent: string): string {
  if (!isJsonObject(object)) return '';
  const annotations = readAnnotations({ schema: object, pointer: '' });
  const [summary, format] = [memberOf(object, 'summary'), memberOf(object, 'format')];
  return writeComment({ annotations, summary, format }, indent);
}

/** Writes the comment of a member from its schema; '' without any. */
export function schemaComment(
  { annotations, keywords: { format } }: DescribedSchema,
  indent: string,
): string {
  return writeComment({ annotations, format }, indent);
}

/** Writes the text of the comment of a schema; undefined without any. */
export function describeSchema({ annotations, keywords: { format } }: DescribedSchema): string | undefined {
  const text = describe({ annotations, format });
  return text === '' ? undefined : text;
}

interface DescribedSchema {
  annotations: Annotations;
  keywords: Pick<KeywordValues<unknown>, 'format'>;
}

interface Described {
  annotations: Annotations;
  summary?: JsonValue | undefined;
  format: JsonValue | undefined;
}

function writeComment(described: Described, indent: string): string {
  const text = describe(described);
  return text === '' ? '' : docstring(text, indent);
}

function describe({ annotations, summary, format }: Described): string {
  const { title, description, deprecated, default: fallback, examples } = annotations;
  const prose = [title, summary, description, typeof format === 'string' ? `Format: ${format}` : undefined];
  const paragraphs = prose.filter((text) => typeof text === 'string').map((text) => text.trim());
  const tags = [
    ...(deprecated ? ['@deprecated'] : []),
    ...(fallback === undefined ? [] : [`@default ${formatValue(fallback)}`]),
    ...examples.map((example) => `@example ${formatValue(example)}`),
  ];
  const text = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  return [...(text === '' ? [] : [text]), ...tags.map((tag) => tag.trim())].join('\n');
}

function formatValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
