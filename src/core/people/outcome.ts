/** What became of a request of a person or platform, as a sentence. Each is read again by its name, for readers of other languages. */
export const OUTCOMES = {
  nothing_stored: () => 'Nothing is stored of this person.',
  export_to_make: () => 'The export is to be made and given to the person.',
  given: () => 'The data was given to the person.',
  not_erased: (why: string) => `Not erased yet. ${why}`,
  erased: (preorders: string) =>
    `Erased, with ${preorders} pre-orders. Money, stock, line items and consent texts stay under a pseudonym, as books have to.`,
  connected_again: () => `The store is connected again, so nothing was forgotten. ${KEPT}`,
  connection_forgotten: () => `The connection with its secrets was forgotten. ${KEPT}`,
} as const;

const KEPT =
  'Pre-orders and their shoppers stay: they were placed here. They are erased by your retention, one by one, or with the store.';

const SPLIT = '\u0000'; // stands in no sentence

/** Returns the name of an outcome and what stands in its place; null for a sentence of an earlier version. */
export function readOutcome(sentence: string): { code: keyof typeof OUTCOMES; value: string } | null {
  for (const [code, write] of Object.entries(OUTCOMES)) {
    const [before = '', after = ''] = write(SPLIT).split(SPLIT);
    const isIt =
      sentence.length >= before.length + after.length && sentence.startsWith(before) && sentence.endsWith(after);
    if (!isIt || (!write(SPLIT).includes(SPLIT) && sentence !== before)) continue;
    return {
      code: code as keyof typeof OUTCOMES,
      value: sentence.slice(before.length, sentence.length - after.length),
    };
  }
  return null;
}
