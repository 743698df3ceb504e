import { countryOf } from './form.ts';
import type { Context } from './state.ts';

/**
 * Loads the regions of the chosen country, also when the country was prefilled. If that fails, the field becomes a text
 * field: the service accepts a region's name too.
 */
export function followCountry({ state, set, subscribe, offer, document, api }: Context): void {
  let last = '';
  subscribe(() => {
    const { country: code } = state().form.address;
    if (code === last) return;
    last = code;
    const country = countryOf(offer, code);
    if (!country?.listsRegions || country.address.regions) return;
    void api.regions(code, document.locale).then((answer) => {
      if (answer.ok) country.address.regions = answer.value;
      else country.listsRegions = false;
      set({});
    });
  });
}
