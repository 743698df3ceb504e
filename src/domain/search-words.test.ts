import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gramsOf, searchNeedles, searchWords } from './search-words.ts';

const finds = (typed: string, ...texts: string[]) => {
  const needles = searchNeedles(typed);
  return needles.length > 0 && needles.every((needle) => searchWords(texts).includes(needle));
};

describe('a text is found by', () => {
  test.each([
    ['Müller', ['muller', 'mueller', 'Müller', 'MUELLER', 'Mu\u0308ller', 'mül', 'üll', 'ller', 'eller', 'muell']],
    ['Mueller', ['muller', 'mueller', 'müller', 'MÜLL', 'uel']],
    ['Muller', ['mueller', 'müller', 'muell']],
    ['Bäuerle', ['bauerle', 'baeuerle', 'aue', 'uer', 'BÄUERLE']],
    ['Manuel Raphael', ['uel', 'ael', 'manu', 'raphael manuel']],
    ['Noël Grüezi', ['noel', 'gruezi', 'grueezi', 'grüe']],
    ['Kovács', ['kovacs', 'KOVÁCS', 'vac']],
    ['O’Neil', ["O'Neil", 'O’Neil', 'oneil', 'O´Neil', 'O`Neil', 'o‘neil', 'neil', 'Oʼneil', 'O＇NEIL']],
    ["O'Neil", ['O’Neil', 'oneil', 'nei']],
    ['Søren Ångström Århus', ['soren', 'soeren', 'angstrom', 'aangstroem', 'aarhus', 'århus', 'arhus']],
    ['Łukasz Đorđević Strauß İpek Işık', ['lukasz', 'dordevic', 'strauss', 'ipek', 'isik', 'STRAUẞ']],
    ['Müller-Lüdenscheidt', ['lüden', 'mueller ludenscheidt', 'Müller-Lüdenscheidt', 'mullerlu', 'lu']],
    ['ada.love+gift@mail.example', ['ada.love+gift@mail.example', 'love+gift', '@mail', 'ADA', 'mail.exa', 'gift ada']],
    ['PO-7K2M-9QXT-X', ['7k2m', 'po-7k2m', '7k2m-9q', '9QXT x', '2m-9', 'PO 7K2M9QXTX']],
    ['TEE-BLK_M/2', ['tee-blk', 'teeblk', 'blk', 'TEE BLK M', 'blk_m']],
    ['山田 太郎', ['山田', '太郎', '田', '太郎 山田', '山田　太郎']],
    ['김민준', ['김', '민준', '김민준']],
    ['Иванов Παπαδόπουλος', ['иванов', 'ИВАН', 'παπαδοπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'πουλοσ']],
    ['\u202Eمحمد\u202C אברהם', ['محمد', 'אברהם', 'مُحَمَّد', '\u200Fאבר']],
    ['Ng Li', ['ng', 'li', 'L', 'Li Ng']],
    ['Ｔｅｅ 🎉', ['tee', '🎉', '🎉 tee']],
    ['100% Wool', ['100%', '100', 'wool 100']],
    ['1Z999AA10123456784', ['1Z 999 AA1 01 2345 6784', '1Z999AA1 0123456784']],
    ['RF123456789GB', ['RF 123 456 789 GB', 'RF12 3456 789G B']],
    ['00340434161094042557', ['0034 0434 1610 9404 2557', '00 340434 161094 042557']],
  ])('%s', (text, typed) => {
    for (const one of typed) expect(finds(one, text), one).toBe(true);
  });

  test.each([
    ['Ada Lovelace', ['dalo', 've l', 'bert', 'ada hopper', 'ac']],
    ['Lindqvist', ['vi', 'nd', 'qq']],
    ['山田', ['川', '田山']],
    ['anything', ['%', '_', '%%%', '\\', "'", '\u0000', '', '   ', '---', '\uD800', '\u200B']],
    ['Müller', ['muler', 'moller', 'miller']],
    ['5c71', ['山']],
  ])('not %s', (text, typed) => {
    for (const one of typed) expect(finds(one, text), one).toBe(false);
  });
});

test('every three letters of a text find it, whatever the text', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aeouäöüåøßæłéİı-’n1山김й'), minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(word, fc.nat(17), fc.integer({ min: 3, max: 8 }), (text, from, length) => {
      const part = text.slice(from, from + length);
      const needles = searchNeedles(part);
      fc.pre(needles.length > 0 && needles.every((needle) => !needle.startsWith(' ')));
      expect(finds(part, text), JSON.stringify([part, text])).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('needles and words are of signs that LIKE takes as they are, and grams are three of them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(searchWords([text])).toMatch(/^[a-z0-9 ]*$/);
      for (const needle of searchNeedles(text)) expect(needle).toMatch(/^ ?[a-z0-9]+$/);
    }),
  );
  expect(gramsOf(['muller', 'hopp', ' li', 'x'])).toEqual(['mul', 'ler', 'hop', 'opp', ' li']);
});
