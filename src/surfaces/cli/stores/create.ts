import type { Deps } from '../../../core/deps.ts';
import { createStore } from '../../../core/stores/commands.ts';
import { formatNextSteps } from '../terminal.ts';
import type { Answer } from '../verb.ts';
import { storeAnswer } from './answer.ts';
import { lines, settingsFrom } from './given.ts';
import type { CreateOptions } from './settings.ts';

export async function createVerb(deps: Deps, { options }: { options: CreateOptions }): Promise<Answer> {
  const { slug, mode, currency } = options;
  const identity = { slug, mode, currency: currency.toUpperCase() };
  const given = settingsFrom(options, identity.currency);
  const id = await createStore(deps, {
    ...given,
    ...identity,
    name: options.name,
    legalName: options.legalName,
    legalAddress: lines(options.legalAddress),
    returnAddress: lines(options.returnAddress ?? options.legalAddress),
    contactEmail: options.contact,
    termsUrl: options.terms,
    privacyUrl: options.privacy,
    timeZone: options.timeZone,
    pricesIncludeTax: given.pricesIncludeTax ?? true,
    origins: given.origins ?? [],
    shipping: given.shipping ?? [],
    tax: given.tax ?? [],
  });
  const answer = await storeAnswer(deps, id);
  const next = formatNextSteps([
    ['Bring its products in:', `./service catalog import FILE.csv --store ${slug}`],
    [
      'Offer one of them:',
      `./service waitlists create --store ${slug} --product HANDLE --all 100 --ships-from … --ships-until …`,
    ],
  ]);
  const warning = given.shipping?.length
    ? []
    : ['It ships nowhere yet: add --ship DE=4.90 with ./service stores update.'];
  return { ...answer, text: [answer.text, ...warning, next].join('\n\n') };
}
