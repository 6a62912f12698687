// Packages that the built files of a package import through its dependencies, and that no install of the package brings.
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';

interface PackedManifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A packed package: its name and the text of its files by path. */
interface Packed {
  readonly name: string;
  readonly manifest: PackedManifest;
  readonly files: ReadonlyMap<string, string>;
}

/** Reads the modules and the manifest of a tarball. */
export function readPacked(name: string, tarball: string): Packed {
  const list = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const paths = list.filter((path) => /\.js$|package\.json$/.test(path));
  const read = (path: string) =>
    execFileSync('tar', ['-xzOf', tarball, path], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const files = new Map(paths.map((path) => [posix.relative('package', path), read(path)]));
  return { name, manifest: JSON.parse(files.get('package.json') ?? ''), files };
}

/**
 * Lists the optional peers of dependencies that the entries and commands of a package import, and that neither the package
 * nor a dependency on the way requires: `zod, through @keyframe/openapi-runtime`. The optional peers of the package itself
 * are the choice of its users.
 */
export function findMissingPeers(name: string, packages: ReadonlyMap<string, Packed>): string[] {
  const root = packages.get(name);
  if (root === undefined) throw new Error(`There is no tarball of ${name}.`);
  const own = Object.keys(root.manifest.peerDependencies ?? {});
  const search = new Search(packages, new Set(own));
  const { exports, bin = {} } = root.manifest;
  const targets = Object.values(exports).map((target) =>
    typeof target === 'string' ? target : target.default,
  );
  for (const target of [...targets, ...Object.values(bin)])
    search.visit(root, posix.normalize(target), new Set());
  return [...search.missing].sort();
}

class Search {
  readonly missing = new Set<string>();
  readonly #packages: ReadonlyMap<string, Packed>;
  readonly #chosen: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  constructor(packages: ReadonlyMap<string, Packed>, chosen: ReadonlySet<string>) {
    this.#packages = packages;
    this.#chosen = chosen;
  }

  visit(packed: Packed, file: string, outer: ReadonlySet<string>): void {
    if (this.#seen.has(`${packed.name}/${file}`)) return;
    this.#seen.add(`${packed.name}/${file}`);
    const required = new Set([...outer, ...listRequired(packed.manifest)]);
    for (const name of listImports(packed.files.get(file) ?? '')) {
      if (name.startsWith('.')) this.visit(packed, posix.join(posix.dirname(file), name), outer);
      else this.#visitPackage(packed, name, required);
    }
  }

  #visitPackage(importer: Packed, specifier: string, required: ReadonlySet<string>): void {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    const packed = required.has(name) ? this.#packages.get(name) : undefined;
    const target = packed?.manifest.exports[`.${specifier.slice(name.length)}`];
    if (packed !== undefined && typeof target === 'object') {
      this.visit(packed, posix.normalize(target.default), required);
    } else if (
      name in (importer.manifest.peerDependencies ?? {}) &&
      !required.has(name) &&
      !this.#chosen.has(name)
    ) {
      this.missing.add(`${name}, through ${importer.name}`);
    }
  }
}

function listRequired({
  dependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: PackedManifest) {
  const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true);
  return [...Object.keys(dependencies), ...peers];
}

function listImports(text: string): string[] {
  const matches = text.matchAll(/\b(?:from|import) ?["']([^"']+)["']|\bimport\(["'](\.[^"']+)["']\)/g);
  return Array.from(matches, ([, name, relative]) => name ?? relative ?? '');
}
