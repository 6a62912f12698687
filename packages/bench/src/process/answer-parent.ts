/** Answers the questions of the process that started this one, and ends with it. */
export function answerParent<TQuestion, TAnswer>(answer: (question: TQuestion) => Promise<TAnswer>): void {
  process.on('message', (question: TQuestion) => {
    // A rejection ends this process with its reason on standard error, and the parent's question with it.
    void answer(question).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit());
}
