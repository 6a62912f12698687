export { OpenApiHonoError } from './errors.ts';
export { type GenerateOptions, generate } from './generate.ts';
export type { GeneratedFile } from './generated-file.ts';
export { UnsupportedDocumentError } from './unsupported-document-error.ts';
