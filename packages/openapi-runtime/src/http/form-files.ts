import type { z } from 'zod';
import { isObject } from '../schema/json-type.ts';
import { below, customIssue, type RawIssue } from '../schema/raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from '../schema/schema-node.ts';

type FormFile<TValue> = unknown extends TValue
  ? File
  : TValue extends readonly unknown[]
    ? File[]
    : TValue extends string
      ? File
      : TValue;

/** The type of a form whose fields of these names are files. */
export type WithFiles<TValue, TName extends string> = TValue extends object
  ? { [TKey in keyof TValue]: TKey extends TName ? FormFile<TValue[TKey]> : TValue[TKey] }
  : TValue;

/**
 * Accepts a form whose named fields are files, or lists of files. To the schema each file is a string, as it is in
 * the document; what it holds is not looked at.
 */
export function withFiles(schema: z.ZodType, ...names: readonly string[]): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    if (!isObject(value)) return evaluate(schema, value, context);
    const files = Object.entries(value).filter(([name]) => names.includes(name));
    const issues = files.flatMap(([name, file]) => findFileIssues(name, file));
    // Each placeholder is a different text: `uniqueItems` must not find two files equal.
    const standIns = files.map(([name, file]): [string, unknown] => [
      name,
      Array.isArray(file) ? file.map((_, index) => String(index)) : '',
    ]);
    const outcome = evaluate(schema, { ...value, ...Object.fromEntries(standIns) }, context);
    const restored = isObject(outcome.value)
      ? { ...outcome.value, ...Object.fromEntries(files) }
      : outcome.value;
    return { value: restored, issues: [...issues, ...outcome.issues] };
  });
}

function findFileIssues(name: string, value: unknown): RawIssue[] {
  const isFile = [value].flat().every((item) => item instanceof File);
  return isFile ? [] : below(name, [customIssue(value, 'Invalid input: expected a file')]);
}
