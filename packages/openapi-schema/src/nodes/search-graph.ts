// Searches of the graph that schemas and their references make. None of them recurses: documents have chains of
// thousands of schemas, more than a stack holds.

/** Reports whether a matching node can be reached, the first one included; `visited` collects all that were read. */
export function reaches<TNode>(
  from: TNode,
  { steps, fits }: { steps: (node: TNode) => readonly TNode[]; fits: (node: TNode) => boolean },
  visited: Set<TNode> = new Set(),
): boolean {
  const open = [from];
  for (let node = open.pop(); node; node = open.pop()) {
    if (visited.has(node)) continue;
    visited.add(node);
    if (fits(node)) return true;
    open.push(...steps(node));
  }
  return false;
}

/** Lists what can be reached, each after what it leads to, circles excepted; schemas in `visited` are omitted. */
export function postorder<TNode>(
  roots: Iterable<TNode>,
  steps: (node: TNode) => readonly TNode[],
  visited: Set<TNode> = new Set(),
): TNode[] {
  const order: TNode[] = [];
  for (const root of roots) {
    if (visited.has(root)) continue;
    visited.add(root);
    const path = [{ node: root, next: steps(root).values() }];
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { value, done } = last.next.next();
      if (done) {
        order.push(last.node);
        path.pop();
      } else if (!visited.has(value)) {
        visited.add(value);
        path.push({ node: value, next: steps(value).values() });
      }
    }
  }
  return order;
}

interface Visit<TNode> {
  node: TNode;
  next: Iterator<TNode>;
  index: number;
  /** The lowest index of those still open that can be reached from here. */
  low: number;
  leadsToItself: boolean;
}

/** Notes of a node, and of each that it leads to, whether it leads back to itself (Tarjan's algorithm). */
export function findCircles<TNode>(
  from: TNode,
  steps: (node: TNode) => readonly TNode[],
  results: Map<TNode, boolean>,
): void {
  const visits = new Map<TNode, Visit<TNode>>();
  const open: Visit<TNode>[] = [];
  const path: Visit<TNode>[] = [];
  const enter = (node: TNode): void => {
    const index = visits.size;
    const visit = { node, next: steps(node).values(), index, low: index, leadsToItself: false };
    visits.set(node, visit);
    open.push(visit);
    path.push(visit);
  };
  const leave = (visit: Visit<TNode>): void => {
    path.pop();
    const parent = path.at(-1);
    if (parent) parent.low = Math.min(parent.low, visit.low);
    if (visit.low !== visit.index) return;
    // Nodes that were entered since, and are still open, are in the same circle.
    const circle = open.splice(open.lastIndexOf(visit));
    for (const { node, leadsToItself } of circle) results.set(node, circle.length > 1 || leadsToItself);
  };
  enter(from);
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const { value, done } = last.next.next();
    if (done) {
      leave(last);
    } else if (!results.has(value)) {
      const visit = visits.get(value);
      if (visit) last.low = Math.min(last.low, visit.index);
      else enter(value);
      if (visit === last) last.leadsToItself = true;
    }
  }
}
