import { api, bodyOf } from '../../requests/store-api.ts';
import type { Parcel } from './reads.ts';

// So many references fit into an address.
const AT_ONCE = 250;

/** Returns the addresses and contents of parcels as a file for a carrier. The service writes it, and notes who saved it. */
export async function carrierFile(parcels: readonly Parcel[]): Promise<Blob> {
  const parts: string[] = [];
  for (let at = 0; at < parcels.length; at += AT_ONCE) {
    const references = parcels.slice(at, at + AT_ONCE).map(({ reference }) => reference);
    const query = { references: references.join(','), bom: at === 0 };
    const params = { query };
    const text = bodyOf(await api.GET('/admin/api/v1/preorders/ready-to-send.csv', { params, parseAs: 'text' }));
    // Reading an answer as text takes its byte order mark away; each part begins with the head.
    parts.push(at === 0 ? `\ufeff${text.replace(/^\ufeff/, '')}` : text.slice(text.indexOf('\r\n') + 2));
  }
  return new Blob(parts, { type: 'text/csv' });
}
