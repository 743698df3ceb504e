import type { Waitlist } from '../requests/kinds.ts';
import { keyOf } from '../requests/reads.ts';
import { api, bodyOf } from '../requests/store-api.ts';
import { type List, useList } from '../requests/use-list.ts';
import { t } from '../texts.ts';
import { PICKED_FROM, Picker } from './picker.tsx';

type WaitlistPickerProps = {
  id: string;
  label: string;
  chosen: readonly Waitlist[];
  onChoose: (waitlist: Waitlist) => void;
};

/** Finds a waitlist of the store by the title of its product, its code or a SKU. */
export function WaitlistPicker(props: WaitlistPickerProps) {
  return <Picker {...props} useFound={useWaitlistsFound} idOf={({ id }) => id} nameOf={waitlistName} />;
}

const waitlistName = ({ product, state }: Waitlist): string => `${product.title} · ${t(`waitlist.state.${state}`)}`;

function useWaitlistsFound(text: string): List<Waitlist> {
  return useList(keyOf(`waitlists?picked ${text}`), async (after) => {
    const query = { limit: PICKED_FROM, ...(text !== '' && { q: text }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/waitlists', { params: { query } }));
  });
}
