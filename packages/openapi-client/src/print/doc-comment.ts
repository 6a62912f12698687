// Comments of generated types: what an editor shows for a member.
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

/** Lists the lines of the comment of a schema; undefined without any. */
export function describeSchema({
  annotations,
  keywords: { format },
}: DescribedSchema): readonly string[] | undefined {
  const lines = listLines({ annotations, format });
  return lines.length === 0 ? undefined : lines;
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
  const lines = listLines(described);
  if (lines.length === 0) return '';
  const inert = lines.join('\n').replaceAll('*/', '*\\/').split('\n');
  if (inert.length === 1) return `${indent}/** ${inert[0]} */\n`;
  return `${indent}/**\n${inert.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function listLines({ annotations, summary, format }: Described): string[] {
  const { title, description, deprecated, default: fallback, examples } = annotations;
  const texts: string[] = [];
  const add = (tag: string, value: JsonValue | undefined) => {
    if (value === undefined) return;
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
    if (text !== '' || tag !== '') texts.push(`${tag}${text}`.trim());
  };
  for (const text of [title, summary, description]) if (typeof text === 'string') add('', text);
  if (typeof format === 'string') add('Format: ', format);
  if (deprecated) texts.push('@deprecated');
  add('@default ', fallback);
  for (const example of examples) add('@example ', example);
  return texts.map((text) => text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n'));
}
