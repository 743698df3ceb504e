import { useState } from 'preact/hooks';
import { type Fault, faultOf } from './fault.ts';
import { type Loaded, useData } from './use-data.ts';

export type ListPage<Entry> = { meta: { next: string | null }; data: Entry[] };

export type List<Entry, Page extends ListPage<Entry> = ListPage<Entry>> = {
  first: Loaded<Page>;
  /** All entries that were loaded so far. */
  entries: Entry[];
  /** Loads the next page; undefined on the last one. */
  more: (() => void) | undefined;
  busy: boolean;
  fault: Fault | undefined;
};

type Further<Entry> = { key: string; entries: Entry[]; next: string | null; busy: boolean; fault: Fault | undefined };

/** A list that comes in pages. Only its first page is looked at again by itself: there the new entries are. */
export function useList<Entry, Page extends ListPage<Entry> = ListPage<Entry>>(
  key: string,
  read: (after: string | undefined) => Promise<Page & ListPage<Entry>>,
): List<Entry, Page> {
  const first = useData(key, () => read(undefined));
  const [kept, setKept] = useState<Further<Entry>>();
  const begun = { key, entries: [], next: first.data?.meta.next ?? null, busy: false, fault: undefined };
  const further = kept?.key === key ? kept : begun;
  const { next } = further;

  async function load(after: string): Promise<void> {
    setKept({ ...further, busy: true, fault: undefined });
    try {
      const page = await read(after);
      setKept({ ...further, entries: [...further.entries, ...page.data], next: page.meta.next, busy: false });
    } catch (error) {
      setKept({ ...further, busy: false, fault: faultOf(error) });
    }
  }

  return {
    first,
    entries: [...(first.data?.data ?? []), ...further.entries],
    more: next === null ? undefined : () => void load(next),
    busy: further.busy,
    fault: further.fault,
  };
}
