/** One meaning, and the names that have it. */
export interface Convention {
  /** The meaning, for the guide. */
  meaning: string;
  /**
   * Names in order of preference, compared without regard to case and separators. `* id` is any name with this last word,
   * `* id *` any name that contains the word.
   */
  names: readonly string[];
}
