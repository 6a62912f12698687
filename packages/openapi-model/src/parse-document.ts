import { DocumentInvalidError } from './document-invalid-error.ts';
import type { OpenApiModel } from './model/model.ts';
import { inspectModel } from './model/read-model.ts';
import { locateProblems } from './problem.ts';
import { SourceFile } from './read/source-file.ts';
import { type Lenience, separateAccepted } from './repair/repairs.ts';

/**
 * Reads an OpenAPI document from the text of its only file, JSON or YAML as the name says, also where there are no files.
 * Throws DocumentInvalidError.
 */
export function parseDocument(
  name: string,
  text: string,
  { lenient }: { readonly lenient?: Lenience | undefined } = {},
): OpenApiModel {
  const file = new SourceFile(name, new TextEncoder().encode(text));
  const locate = (pointer: string) => file.locate(pointer);
  const parsed = separateAccepted(file.problems, lenient);
  const { model, problems, warnings } = inspectModel(file.value, name, { locate, files: [name], lenient });
  // Without a value, the model reports only that there is none.
  const all = file.value === null ? parsed.problems : [...parsed.problems, ...problems];
  if (model === undefined || all.length > 0)
    throw new DocumentInvalidError(name, locateProblems(all, model?.locate ?? locate), [name]);
  return { ...model, warnings: [...parsed.warnings, ...warnings] };
}
