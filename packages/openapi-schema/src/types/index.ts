/** TypeScript types of schemas, printed as code. */
export { memberItem, TypeCompiler } from './type-compiler.ts';
export type { Step, TypeContext, TypeMember } from './type-context.ts';
