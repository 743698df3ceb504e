import { countryOf } from './form.ts';
import type { Context } from './state.ts';

/**
 * Brings the regions of the country that is chosen, whoever chose it. Where they do not come, the field stays one to write
 * in: the service knows a region by its name as well.
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
