import { plainLetters } from './plain-letters.ts';

// The index knows every three letters that follow each other.
const GRAM = 3;

/**
 * Returns the words by which texts are found, with a space before, between and after them. A word with a hyphen or another sign in
 * it stands there whole and in parts. `Müller` and `Mueller` stand there as both, and as `muller`.
 */
export function searchWords(texts: readonly string[]): string {
  const words = new Set<string>();
  for (const token of tokensOf(texts.join(' '))) {
    for (const spelling of new Set([token, spellOut(token)])) {
      const parts = plainLetters(spelling).split(SIGNS);
      for (const word of [parts.join(''), ...parts]) words.add(inAscii(word)).add(inAscii(shorten(word)));
    }
  }
  words.delete('');
  return ` ${[...words].join(' ')} `;
}

/**
 * Returns what the words of a pre-order must hold, each of them somewhere, to be found by what a person typed. One or two letters
 * must begin a word, unless they follow a number: people type long numbers in groups, as in `1Z 999 AA1 01`. Empty if nothing was
 * typed that a word can hold.
 */
export function searchNeedles(typed: string): string[] {
  const words = tokensOf(typed).map((token) => plainLetters(token).split(SIGNS).join(''));
  const needles = words.filter((word) => word !== '').map((word) => inAscii(shortenTyped(word)));
  const anywhere = (needle: string, before = '') => needle.length >= GRAM || /\d/.test(before);
  return [...new Set(needles.map((needle, at) => (anywhere(needle, needles[at - 1]) ? needle : ` ${needle}`)))];
}

/**
 * Returns the needles in threes of letters, of which the function `grams_of` of the database finds all in the words: each letter is in
 * one, the last ones perhaps in two. More would ask more of the index, and hardly narrow what it finds.
 */
export function gramsOf(needles: readonly string[]): string[] {
  const grams = needles.flatMap((needle) => {
    const last = needle.length - GRAM;
    return Array.from({ length: Math.ceil(needle.length / GRAM) }, (_, at) => Math.min(at * GRAM, last))
      .filter((at) => at >= 0)
      .map((at) => needle.slice(at, at + GRAM));
  });
  return [...new Set(grams)];
}

const tokensOf = (text: string) => text.split(/\s+/);

// All but letters, digits and pictures. Among the letters Unicode has apostrophes, such as that of Hawaiian names.
const SIGNS = /(?:[\u02B0-\u02FF]|[^\p{L}\p{N}\p{So}])+/u;

const SPELT_OUT: Record<string, string> = {
  'a\u0308': 'ae',
  'o\u0308': 'oe',
  'u\u0308': 'ue',
  'a\u030A': 'aa',
  ø: 'oe',
};

/** Spells letters out as people do who have no key for them: `Müller` becomes `mueller`. */
function spellOut(token: string): string {
  const apart = token.normalize('NFKD').toLowerCase();
  return apart.replaceAll(/[aou]\u0308|a\u030A|ø/g, (letter) => SPELT_OUT[letter] ?? letter);
}

/** Takes a letter that was spelt out for the plain one: `mueller` becomes `muller`, and so does every other spelling. */
function shorten(word: string): string {
  return word.replaceAll(/a[ae]+|[ou]e+/g, (letters) => letters.charAt(0));
}

/** Leaves a part of a word as it is that would be too short, or whose first letter may be half of one that was spelt out. */
function shortenTyped(word: string): string {
  const short = shorten(word);
  return short.length < GRAM || word.startsWith('e') ? word : short;
}

/** Writes letters of other scripts as their numbers, so that one of them is long enough to be found, in a database of any locale. */
function inAscii(word: string): string {
  return word.replaceAll(/[^ -~]/gu, (letter) => `u${(letter.codePointAt(0) ?? 0).toString(16).padStart(5, '0')}`);
}
