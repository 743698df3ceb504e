import { TEXT_LANGUAGES } from '../../../../protocol/wire/languages.ts';
import { useFilters } from '../../requests/where.ts';
import { currentLocale, t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';

/** The language whose texts are shown. It lives in the address. */
export function useTextLanguage(ofStore: string): string {
  const asked = useFilters().read('language') || ofStore.slice(0, 2).toLowerCase();
  return TEXT_LANGUAGES.find((one) => one === asked) ?? 'en';
}

export function LanguageChoice({ value }: { value: string }) {
  const filters = useFilters();
  const names = new Intl.DisplayNames(currentLocale(), { type: 'language' });
  return (
    <Choice
      id="language"
      label={t('texts.language')}
      value={value}
      options={TEXT_LANGUAGES.map((tag) => ({ value: tag, text: names.of(tag) ?? tag }))}
      onValue={(language) => filters.write({ language })}
    />
  );
}
