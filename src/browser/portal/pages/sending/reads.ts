import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type Parcel = Schemas['AdminParcelToSend'];
export type Ready = Schemas['AdminReadyToSend'];
export type ReadyFilter = { waitlist_id?: string; product_id?: string; country?: string };

// The number stands on every page.
const COUNT_AGAIN_MS = 120_000;
const PAGE = 100;
// The longest list that a page of the API has.
const PAGE_MAX = 250;

/** What is ready to send. A further `round` begins the list anew: its later pages are not looked at again by themselves. */
export function useParcels(filter: ReadyFilter, round: number): List<Parcel> {
  return useList(keyOf(`ready?${JSON.stringify(filter)} ${round}`), (after) => readParcels(filter, PAGE, after));
}

async function readParcels(filter: ReadyFilter, limit: number, after: string | undefined) {
  const query = { ...filter, limit, ...(after !== undefined && { after }) };
  return bodyOf(await api.GET('/admin/api/v1/preorders/ready-to-send', { params: { query } }));
}

/** Reads all parcels of a filter, however many there are. */
export async function readAllParcels(filter: ReadyFilter): Promise<Parcel[]> {
  const all: Parcel[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { data, meta } = await readParcels(filter, PAGE_MAX, after);
    all.push(...data);
    after = meta.next ?? undefined;
  }
  return all;
}

/** How much is ready to send, by product and country. */
export function useReadyCount(): Loaded<Ready> {
  return useData(keyOf('ready/count'), readCount, COUNT_AGAIN_MS);
}

const readCount = async (): Promise<Ready> => bodyOf(await api.GET('/admin/api/v1/preorders/ready-to-send/count')).data;

/** Reads again what changes once parcels are sent. */
export function parcelsSent(): void {
  changed(keyOf('ready'));
  changed(keyOf('preorders'));
}

/** Whether it can be sent as it is: paid, and without a dispute or a withdrawal. */
export const isFree = ({ waits_for, lines }: Parcel): boolean => waits_for === null && lines.every(({ paid }) => paid);

export const unitsOf = (parcels: Iterable<Parcel>): number =>
  [...parcels].reduce((sum, { lines }) => sum + lines.length, 0);
