import { currentLocale } from '../texts.ts';

/** The official languages of the EU, and those of Iceland and Norway. */
export const LANGUAGES = 'bg cs da de el en es et fi fr ga hr hu is it lt lv mt nl no pl pt ro sk sl sv'.split(' ');

/** Returns the name of a language, such as `de`, in the language of the portal. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(code) ?? code;
