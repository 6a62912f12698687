/** Parts of commands that write files. */
export { createFolder } from './create-folder.ts';
