/**
 * How a shopper agrees to the terms of sale: by pressing the button, with a sentence beside it that says so, or by a tick in a box. It
 * goes by the country of the delivery, because a consumer keeps the protection of the law at home (Regulation 593/2008, article 6).
 */
export type TermsAcceptance = 'button' | 'box';

/** Where a store wants a tick: where the law of the country does not allow the sentence, or in every country. */
export const TERMS_BOX = ['law', 'always'] as const;
export type TermsBoxRule = (typeof TERMS_BOX)[number];

// Laws under which terms are part of the contract where they were pointed out before the order and could be read, without a tick. Read in
// 2026 in their public texts and in what is written about them, and not by a lawyer. A country that is not here gets the box, which no law
// refuses: France (Code civil, article 1119) and Spain (Ley 7/1998, article 5) ask for an acceptance that the seller can prove, Italy for
// one of its own for some terms (Codice civile, article 1341), and Ontario and Quebec for an express one (Consumer Protection Act, 2002,
// section 38; Code civil du Québec, article 1435). Courts in the United States are divided: Berman v. Freedom Financial, 30 F.4th 849 (2022),
// allows such a sentence under conditions, and Chabolla v. ClassPass (9th Cir. 2025) refused one.
const BY_BUTTON = new Map<string, string>([
  ['DE', 'BGB § 305(2); BGH, 14 June 2006, I ZR 75/03: a link that is easily seen at the order is enough'],
  ['AT', 'ABGB § 864a; ECG § 11: pointed out before the contract, and possible to read and store'],
  [
    'CH',
    'OR article 1(2): agreement may be implied; UWG article 3(1)(s): steps, correction and confirmation of an order',
  ],
  ['NL', 'BW 6:231 to 6:234: tacit acceptance binds; terms are given electronically before the contract'],
  [
    'GB',
    'Interfoto v Stiletto [1989] QB 433: what was fairly pointed out before the contract binds; SI 2013/3134, regulation 14',
  ],
  ['AU', 'Dialogue Consulting v Instagram [2020] FCA 1846: a notice at the button that names what pressing it means'],
]);

/** Returns how shoppers of the store agree whose parcel goes to that country of ISO 3166-1. */
export const termsAcceptance = (country: string, rule: TermsBoxRule): TermsAcceptance =>
  rule === 'law' && BY_BUTTON.has(country) ? 'button' : 'box';
