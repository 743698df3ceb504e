import type { OutgoingHttp } from '../../platform/outgoing-http.ts';
import { createPhotonSearch } from './photon.ts';
import type { AddressSearch } from './port.ts';
import { keepAnswers } from './remembered.ts';
import { testPlaces } from './test-places.ts';

/** Returns the address search of a store's setting: `test` or the address of a service. Each has one store of kept answers. */
export function createAddressSearches(http: Pick<OutgoingHttp, 'get'>): (setting: string) => AddressSearch {
  const searches = new Map<string, AddressSearch>();
  return (setting) => {
    const search =
      searches.get(setting) ?? (setting === 'test' ? testPlaces : keepAnswers(createPhotonSearch(setting, http)));
    searches.set(setting, search);
    return search;
  };
}
