/** The languages in which shoppers are spoken to, by tag: those of `src/messages/catalogue.ts`. */
export const TEXT_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'pt', 'ja', 'ar', 'he'] as const;
