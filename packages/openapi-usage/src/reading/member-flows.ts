// Members of the project's own types that hold members of generated ones, because a value went from one to the other.
import ts from 'typescript';
import type { Project } from './open-project.ts';

const DEEPEST = 8;

/** A value and the type of the place that it goes to. */
export interface Flow {
  source: ts.Type;
  target: ts.Type;
}

/** Connects declarations: a read of the one is a read of the others. */
export class MemberFlows {
  readonly #project: Project;
  readonly #checker: ts.TypeChecker;
  readonly #origins = new Map<ts.Declaration, Set<ts.Declaration>>();
  readonly #connected = new Map<ts.Type, Set<ts.Type>>();

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  /** Notes that a value goes to a place with a type of its own. */
  connect({ source, target }: Flow, depth = 0): void {
    if (source === target || depth > DEEPEST) return;
    const targets = this.#connected.get(source) ?? new Set();
    if (targets.has(target)) return;
    this.#connected.set(source, targets.add(target));
    for (const to of this.#listKnown(target)) {
      for (const from of this.#listKnown(source)) this.#connectObjects({ source: from, target: to }, depth);
    }
  }

  /** Lists a declaration, and those whose values it may hold. */
  list(declaration: ts.Declaration): ReadonlySet<ts.Declaration> {
    const all = new Set([declaration]);
    for (const each of all) for (const origin of this.#origins.get(each) ?? []) all.add(origin);
    return all;
  }

  // Promises of any class lead to what they resolve to; type parameters, to their constraint.
  #listKnown(type: ts.Type): readonly ts.Type[] {
    const value = this.#checker.getAwaitedType(type) ?? type;
    return listTypes(this.#checker.getBaseConstraintOfType(value) ?? value);
  }

  #connectObjects({ source, target }: Flow, depth: number): void {
    if (!isObject(source) || !isObject(target) || source === target) return;
    for (const flow of this.#listArguments(source, target)) this.connect(flow, depth + 1);
    for (const flow of this.#listFunctions(source, target)) this.connect(flow, depth + 1);
    for (const member of target.getProperties()) {
      const origin = source.getProperty(member.name);
      if (!origin || origin === member || !this.#isOwn(member)) continue;
      this.#connectMembers(origin, member);
      const [from, to] = [origin, member].map((symbol) => this.#checker.getTypeOfSymbol(symbol));
      if (from && to) this.connect({ source: from, target: to }, depth + 1);
    }
  }

  // Members of libraries, such as the methods of lists, lead nowhere.
  #isOwn({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((declaration) => !this.#project.isForeign(declaration.getSourceFile()));
  }

  #connectMembers({ declarations: origins = [] }: ts.Symbol, { declarations = [] }: ts.Symbol): void {
    for (const declaration of declarations) {
      const known = this.#origins.get(declaration) ?? new Set();
      for (const origin of origins) if (origin !== declaration) known.add(origin);
      if (known.size > 0) this.#origins.set(declaration, known);
    }
  }

  #listArguments(source: ts.ObjectType, target: ts.ObjectType): Flow[] {
    const [from, to] = [source, target].map((type) =>
      type.objectFlags & ts.ObjectFlags.Reference
        ? this.#checker.getTypeArguments(type as ts.TypeReference)
        : [],
    );
    const flows: Flow[] = [];
    for (const [index, type] of (to ?? []).entries()) {
      const other = from?.[index];
      if (other) flows.push({ source: other, target: type });
    }
    return flows;
  }

  // A function gets what its place passes to it, and the place gets what it returns.
  #listFunctions(source: ts.ObjectType, target: ts.ObjectType): Flow[] {
    const [from] = source.getCallSignatures();
    const [to] = target.getCallSignatures();
    if (!from || !to) return [];
    const flows: Flow[] = [{ source: from.getReturnType(), target: to.getReturnType() }];
    for (const [index, parameter] of from.getParameters().entries()) {
      const other = to.getParameters()[index];
      if (!other) continue;
      const [own, passed] = [parameter, other].map((symbol) => this.#checker.getTypeOfSymbol(symbol));
      if (own && passed) flows.push({ source: passed, target: own });
    }
    return flows;
  }
}

/** Lists the types of a union, or the type itself. */
export function listTypes(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function isObject(type: ts.Type): type is ts.ObjectType {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}
