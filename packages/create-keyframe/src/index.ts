/** Creates contract-first projects. */
export { createProject, FolderNotEmptyError, type ProjectOptions } from './create-project.ts';
