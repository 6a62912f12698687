// Ranks texts of several fields by the terms of a question, as BM25F does: the fields of a text count as one, each by its weight.

/** Saturation: a term that occurs again adds less. */
const SATURATION = 3;
/** Influence of the length of a field. */
const LENGTH_INFLUENCE = 0.3;

/** Letters by which stems are compared if they differ. */
const SHORTEST_BEGINNING = 4;

/** The stems of a field, in any order, with repetitions. */
export type FieldStems<TField extends string> = Readonly<Record<TField, readonly string[]>>;

/** Weights of terms by their stems; the term that fits a text best counts. */
export type Concept = ReadonlyMap<string, number>;

/** An index of texts by their numbers. */
export class TermIndex<TField extends string> {
  /** By stem, the weighted frequency in each text that contains it. */
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #byBeginning = new Map<string, string[]>();
  readonly #count: number;

  constructor(texts: readonly FieldStems<TField>[], weights: Readonly<Record<TField, number>>) {
    this.#count = texts.length;
    for (const field of Object.keys(weights) as TField[]) {
      const total = texts.reduce((sum, text) => sum + text[field].length, 0);
      const average = Math.max(total / Math.max(texts.length, 1), 1e-9);
      for (const [number, { [field]: stems }] of texts.entries()) {
        const length = 1 - LENGTH_INFLUENCE + LENGTH_INFLUENCE * (stems.length / average);
        for (const stem of stems) this.#add(stem, number, weights[field] / length);
      }
    }
    for (const stem of this.#postings.keys()) {
      const beginning = stem.slice(0, SHORTEST_BEGINNING);
      if (beginning.length < SHORTEST_BEGINNING) continue;
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), stem]);
    }
  }

  #add(stem: string, number: number, frequency: number): void {
    const postings = this.#postings.get(stem) ?? new Map<number, number>();
    postings.set(number, (postings.get(number) ?? 0) + frequency);
    this.#postings.set(stem, postings);
  }

  /** Lists the stems that begin like one that no text contains, or that it begins with. */
  listCloseStems(stem: string): string[] {
    if (this.#postings.has(stem)) return [];
    const alike = this.#byBeginning.get(stem.slice(0, SHORTEST_BEGINNING)) ?? [];
    return alike.filter((candidate) => candidate.startsWith(stem) || stem.startsWith(candidate));
  }

  /** Scores the texts that contain a term of a concept, by their numbers: rare terms count more. */
  score(concept: Concept): Map<number, number> {
    const scores = new Map<number, number>();
    for (const [stem, weight] of concept) {
      const postings = this.#postings.get(stem);
      if (postings === undefined) continue;
      const rarity = Math.log(1 + (this.#count - postings.size + 0.5) / (postings.size + 0.5));
      for (const [number, frequency] of postings) {
        const score = (weight * rarity * frequency) / (frequency + SATURATION);
        if (score > (scores.get(number) ?? 0)) scores.set(number, score);
      }
    }
    return scores;
  }
}
