// The types through which members of generated ones can pass.
import ts from 'typescript';
import { readNameText } from './declared-names.ts';
import { type Project, visitAll } from './open-project.ts';

const MOST_TYPES = 500;

/** Finds generated types within others, so that only values that can hold theirs are followed. */
export class GeneratedTypes {
  /** The names of all members that generated files declare. */
  readonly names: ReadonlySet<string>;
  readonly #project: Project;
  readonly #known = new Map<ts.Type, boolean>();

  constructor(project: Project) {
    this.#project = project;
    this.names = collectNames(project.generated);
  }

  /** Whether a value can hold one of a generated type, or one of a type with a member of the same name. */
  isFollowed(type: ts.Type): boolean {
    const visited = new Set<ts.Type>();
    const isFollowed = this.#isFollowed(type, visited);
    // Types in a cycle are known to hold nothing when the whole cycle is.
    if (!isFollowed) for (const each of visited) this.#known.set(each, false);
    return isFollowed;
  }

  /** Lists the generated types of the values that a value can hold. */
  list(type: ts.Type): ReadonlySet<ts.Type> {
    const generated = new Set<ts.Type>();
    const visited = new Set([type]);
    for (const each of visited) {
      if (this.#isGenerated(each)) generated.add(each);
      else if (visited.size < MOST_TYPES) for (const part of this.#listParts(each)) visited.add(part);
    }
    return generated;
  }

  #isFollowed(type: ts.Type, visited: Set<ts.Type>): boolean {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    if (visited.has(type)) return false;
    // A type that grows while it is looked into may hold anything.
    if (visited.size > MOST_TYPES) return true;
    visited.add(type);
    const isFollowed =
      this.#isGenerated(type) ||
      (!this.#isForeign(type) && type.getProperties().some(({ name }) => this.names.has(name))) ||
      this.#listParts(type).some((part) => this.#isFollowed(part, visited));
    if (isFollowed) this.#known.set(type, true);
    return isFollowed;
  }

  // The types of constituents, arguments, members, parameters and results.
  #listParts(type: ts.Type): readonly ts.Type[] {
    const { checker } = this.#project;
    if (type.isUnionOrIntersection()) return type.types;
    if (type.flags & ts.TypeFlags.TypeParameter) return list(checker.getBaseConstraintOfType(type));
    if (!isObject(type)) return [];
    const values = [...(type.aliasTypeArguments ?? [])];
    if (isReference(type)) values.push(...checker.getTypeArguments(type));
    // Members of libraries' types hold what their arguments are.
    const isForeign = this.#isForeign(type);
    if (isForeign && (values.length > 0 || type.isClassOrInterface())) return values;
    for (const member of type.getProperties()) values.push(checker.getTypeOfSymbol(member));
    if (isForeign) return values;
    for (const signature of type.getCallSignatures()) {
      values.push(signature.getReturnType());
      for (const parameter of signature.getParameters()) values.push(checker.getTypeOfSymbol(parameter));
    }
    return values;
  }

  // A mapped type has the members of the type that it maps.
  #isGenerated(type: ts.Type): boolean {
    if (!isObject(type)) return false;
    return type.getProperties().some(({ declarations: [declaration] = [] }) => {
      return declaration !== undefined && this.#project.isGenerated(declaration.getSourceFile());
    });
  }

  // Texts and numbers have the members of libraries, too.
  #isForeign(type: ts.Type): boolean {
    if (!isObject(type)) return true;
    const [declaration] = type.symbol?.declarations ?? [];
    return declaration !== undefined && this.#project.isForeign(declaration.getSourceFile());
  }
}

function collectNames(files: readonly ts.SourceFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of files) {
    visitAll(file, (node) => {
      const name = ts.isPropertySignature(node) ? readNameText(node.name) : undefined;
      if (name !== undefined) names.add(name);
    });
  }
  return names;
}

function list<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function isObject(type: ts.Type): type is ts.ObjectType {
  return (type.flags & ts.TypeFlags.Object) !== 0;
}

function isReference(type: ts.ObjectType): type is ts.TypeReference {
  return (type.objectFlags & ts.ObjectFlags.Reference) !== 0;
}
