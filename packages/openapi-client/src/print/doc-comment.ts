// Comments of generated types: what an editor shows for a member.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model/document';

/** Writes the comment of a member from the annotations of its object; '' without any. */
export function docComment(object: JsonValue | undefined, indent: string): string {
  if (!isJsonObject(object)) return '';
  const lines = listLines(object);
  if (lines.length === 0) return '';
  const inert = lines.join('\n').replaceAll('*/', '*\\/').split('\n');
  if (inert.length === 1) return `${indent}/** ${inert[0]} */\n`;
  return `${indent}/**\n${inert.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function listLines(object: JsonObject): string[] {
  const texts: string[] = [];
  const add = (tag: string, value: JsonValue | undefined) => {
    if (value === undefined) return;
    const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).trim();
    if (text !== '' || tag !== '') texts.push(`${tag}${text}`.trim());
  };
  for (const name of ['title', 'summary', 'description']) {
    const value = memberOf(object, name);
    if (typeof value === 'string') add('', value);
  }
  if (typeof object.format === 'string') add('Format: ', object.format);
  if (object.deprecated === true) texts.push('@deprecated');
  add('@default ', memberOf(object, 'default'));
  add('@example ', memberOf(object, 'example'));
  const { examples } = object;
  for (const example of Array.isArray(examples) ? examples : []) add('@example ', example);
  return texts.map((text) => text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n'));
}
