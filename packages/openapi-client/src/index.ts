export { type Generated, type GenerateOptions, generate } from './generate.ts';
export { check, type Project, type WrittenProject, write } from './project.ts';
