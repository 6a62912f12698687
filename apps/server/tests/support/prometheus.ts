/** One sample of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads Prometheus's text format strictly: a line that is neither a comment nor a sample of a described metric throws. */
export function parsePrometheus(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const types = new Map<string, string>();
  return text.split('\n').flatMap((line): Sample[] => {
    const type = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram|summary)$/.exec(line);
    if (type !== null) types.set(type[1] ?? '', type[2] ?? '');
    if (line === '' || line.startsWith('# ')) return [];
    const [, name = '', labels = '', value = ''] =
      /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? ([-+0-9.e]+|\+Inf|NaN)$/i.exec(line) ?? [];
    const base = name.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(name) && !types.has(base)) throw new Error(`No metric describes: ${line}`);
    const pairs = [...labels.matchAll(/([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gi)];
    if (pairs.map(([pair]) => pair).join('') !== labels) throw new Error(`Not the form of labels: ${line}`);
    return [
      { name, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])), value: Number(value) },
    ];
  });
}

/** Sums the samples of a metric that have these labels, 0 without any. */
export function sumSamples(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, sample) => sum + sample.value, 0);
}
