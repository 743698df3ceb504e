// The language of the samples that the reader chose last, in this tab. The style sheet shows that sample where there is one.

const KEY = 'sample-language';

export function keptLanguage(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null; // a browser that stores nothing
  }
}

export function keepLanguage(language: string): void {
  try {
    sessionStorage.setItem(KEY, language);
  } catch {
    // Then the choice is for this page alone.
  }
}

export function showLanguage(language: string): void {
  document.documentElement.dataset.language = language;
}
