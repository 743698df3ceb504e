import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// Guesses that a person with the list of common passwords would need; one word with a number behind it needs a few thousand.
const GUESSES_MIN = 1e8;
// Its time grows with the square of the length, and a password with so long a beginning that is hard to guess is one as a whole.
const CHARACTERS_LOOKED_AT = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Returns true for a password that is, or is made of, what people use most: 49,000 common passwords, also with changed letters, rows of
 * keys, repeats, years, and the words that are given.
 */
export function isCommonPassword(password: string, words: readonly string[]): boolean {
  const { guesses } = estimator.check(password.slice(0, CHARACTERS_LOOKED_AT), [...words]);
  return guesses < GUESSES_MIN;
}
