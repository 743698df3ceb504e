import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

// Guesses that a person with the list of common passwords would need; one word with a number behind it needs a few thousand.
const GUESSES_MIN = 1e8;
// Its time grows with the square of the length, and a password with so long a beginning that is hard to guess is one as a whole.
const CHARACTERS_LOOKED_AT = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Returns true for a password that is, or is made of, what people use most: 49,000 common passwords, also with changed letters, rows of
 * keys, repeats, years, and the words that are given.
 */
export async function isCommonPassword(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const { guesses } = (await estimator).check(password.slice(0, CHARACTERS_LOOKED_AT), [...words]);
  return guesses < GUESSES_MIN;
}

/** Its lists take 5 MB, and a process that sets no password needs none of them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
