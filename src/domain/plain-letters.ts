// Letters that are no letter with a mark, so that Unicode does not take them apart.
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
};

/** Returns small letters without marks: `Søn Ölçer` becomes `son olcer`. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{L}/gu, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/\p{M}/gu, '');
}
