import { flag, type Options, required, text } from './options.ts';

let apiKey = '';
let locale: string | null | undefined;
let measures: boolean | null | undefined;
export let usesHistory = true;

/** Takes the page's settings. Called again, it may change all but the key. */
export function init(options: unknown): void {
  const given = required(text(options, 'apiKey'), 'apiKey');
  required(!apiKey || apiKey === given, 'apiKey', 'already_initialised');
  locale = text(options, 'locale') ?? locale;
  measures = flag(options, 'measures') ?? measures;
  usesHistory = flag(options, 'history') ?? usesHistory;
  apiKey = given;
}

/** Returns the store's key, or throws before `init`. */
export const key = (): string => required(apiKey, 'init', 'not_initialised');

/** Returns the key with which counts are sent, or '' where the page turned measures off or has no key yet. */
export const measuresKey = (): string => (measures === false ? '' : apiKey);

/** Returns the query of a document: product, store key and language. */
export function query({ product }: Options): string {
  const lang = locale || document.documentElement.lang || navigator.language;
  return `${product}&${new URLSearchParams({ key: key(), lang })}`;
}
