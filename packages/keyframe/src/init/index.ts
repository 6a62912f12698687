/** Parts of `init` that `npm create` shares. */
export { findPackageManager, formatWorkflow, type PackageManager } from './package-manager.ts';
export { copyDocument, type ReadingOptions, surveyDocument } from './survey-document.ts';
