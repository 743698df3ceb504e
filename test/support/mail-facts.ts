import type { PreorderLine } from '../../src/core/preorders/queries.ts';
import { NO_TEXTS, type OwnTexts } from '../../src/core/texts/queries.ts';
import { SAMPLE_DAY, sampleLine, samplePreorder } from '../../src/surfaces/mails/sample-facts.ts';
import type { MailFacts } from '../../src/surfaces/mails/templates/facts.ts';

export { sampleLine as mailLine };

type Changes = {
  store?: Partial<MailFacts['store']>;
  preorder?: Partial<MailFacts['preorder']>;
  lines?: PreorderLine[];
  card?: MailFacts['card'];
  manageUrl?: string;
  pictures?: MailFacts['pictures'];
  texts?: OwnTexts;
};

const STORE: MailFacts['store'] = {
  mode: 'live',
  publicKey: '5b1f3f7e-0000-4000-8000-000000000001',
  brand: null,
  name: 'Aldersund',
  legalName: 'Aldersund Oy Ab',
  timeZone: 'Europe/Helsinki',
  paymentDays: 7,
  legalAddress: 'Skeppsbron 4\n10900 Hanko\nFinland',
  returnAddress: '',
  contactEmail: 'hello@aldersund.example',
  contactPhone: null,
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
  withdrawalUrl: 'https://shop.example/withdrawal',
};

/** Returns the facts of a pre-order of three jackets for Maya in Berlin, by default placed and paid. */
export function mailFacts({
  store,
  preorder,
  lines,
  card = null,
  manageUrl,
  pictures = new Map(),
  texts = NO_TEXTS,
}: Changes = {}): MailFacts {
  return {
    store: { ...STORE, ...store },
    preorder: { ...samplePreorder(), ...(lines && { lines }), ...preorder },
    today: SAMPLE_DAY,
    card,
    pictures,
    texts,
    manageUrl: manageUrl ?? null,
    withdrawUrl: null,
  };
}
