import type { GuaranteeNotice } from '../../../core/stores/queries/guarantee-files.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { EUROPEAN_ECONOMIC_AREA } from '../../../domain/country.ts';
import { type CheckResult, ok, warning } from './finding.ts';

type Seller = Pick<Store, 'slug' | 'mode' | 'locale' | 'shipping'>;

/**
 * Says whether a store that sells to the EU has the official notice of the legal guarantee, in its own language: the one for every
 * country, or one for each that it ships to.
 */
export function seeGuaranteeNotice(
  { slug, mode, locale, shipping }: Seller,
  notices: readonly Pick<GuaranteeNotice, 'language' | 'country'>[],
): CheckResult {
  if (mode === 'test') return ok('Nobody buys in a test store.');
  const there = shipping.filter(({ country }) => EUROPEAN_ECONOMIC_AREA.includes(country));
  const [first] = there;
  if (!first) return ok('It ships to no country of the EU or the EEA.');
  const [language = ''] = locale.split('-');
  const spoken = notices.filter((one) => one.language === language).map((one) => one.country);
  const missing = there.find(({ country }) => !spoken.includes(null) && !spoken.includes(country));
  if (!missing) return ok('It is there.');
  const todo = `Run ./service stores guarantee notice ${language} FILE --store ${slug} with the official file (docs/guides/consumer-information.md).`;
  return notices.length === 0
    ? warning(
        `It ships to ${first.country}, where shoppers must see the official notice of the legal guarantee, and has none.`,
        todo,
      )
    : warning(`The notice is not there for ${missing.country} in the language of the store, ${language}.`, todo);
}
