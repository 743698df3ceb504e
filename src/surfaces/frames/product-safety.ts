import type { Store } from '../../core/stores/queries.ts';
import { contactLink, type ProductSafety, type SafetyParty, warningsFor } from '../../domain/product-safety.ts';
import { type MessageKey, messageLanguage, translate } from '../../messages/catalogue.ts';
import type { SafetyView } from '../../protocol/wire/product-safety.ts';

/** Returns what a shopper reads of the safety of a product; null where nothing is known. */
export function safetyView(
  safety: ProductSafety | null,
  { store, locale }: { store: Pick<Store, 'locale'>; locale: string },
): SafetyView | null {
  if (safety === null) return null;
  const languages = [messageLanguage(locale), languageOf(store.locale)];
  const found = warningsFor(safety.warnings, languages);
  const party = (named: SafetyParty | null, label: MessageKey) =>
    named === null ? [] : [{ label: translate(locale, label), ...named, link: contactLink(named.contact) }];
  return {
    title: translate(locale, 'safety.title'),
    parties: [...party(safety.maker, 'safety.maker'), ...party(safety.responsible, 'safety.responsible')],
    warnings: found && { label: translate(locale, 'safety.warnings'), ...found },
  };
}

// A store may write in a language that the service does not speak.
const languageOf = (locale: string) => new Intl.Locale(locale).language;
