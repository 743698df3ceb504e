import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Fault } from '../../requests/fault.ts';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t, textOf } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';

const FIELDS = ['firstName', 'lastName', 'line1', 'line2', 'postalCode', 'city', 'region', 'phoneNumber'] as const;
type Field = (typeof FIELDS)[number];
type Address = Record<Field, string>;

// Two that belong together stand beside each other.
const ROWS: readonly (readonly Field[])[] = [
  ['firstName', 'lastName'],
  ['line1'],
  ['line2'],
  ['postalCode', 'city'],
  ['region', 'phoneNumber'],
];

/** Changes where the parcels of a pre-order go, as long as none of it was released. */
export function AddressWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const before = preorder.contact?.address ?? {};
  const country = before.country ?? '';
  const [address, setAddress] = useState<Address>(
    () => Object.fromEntries(FIELDS.map((field) => [field, before[field] ?? ''])) as Address,
  );
  const sending = useSending();
  const fault = sending.fault && atField(sending.fault);
  const change = async () => {
    const done = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { ...address, country };
      tookOver(bodyOf(await api.PUT('/admin/api/v1/preorders/{reference}/address', { params, body })).data);
    });
    if (!done) return;
    say(t('address.done'));
    onClose();
  };
  return (
    <Modal title={t('preorder.address')} onClose={onClose} wide>
      <p class="muted">{t('address.text')}</p>
      {fault && !FIELDS.some((field) => field === fault.param) && <FaultNotice fault={fault} />}
      <Form onSubmit={change}>
        {ROWS.map((row) => (
          <div key={row[0]} class="pair">
            {row.map((field) => (
              <Input
                key={field}
                id={field}
                label={t(`address.${field}`)}
                hint={field === 'region' ? t('address.region.hint') : undefined}
                value={address[field]}
                autoComplete="off"
                fault={fault}
                onValue={(value) => setAddress({ ...address, [field]: value })}
              />
            ))}
          </div>
        ))}
        <div class="field">
          <p class="field__label">{t('address.country')}</p>
          <p>{country === '' ? '–' : countryName(country)}</p>
          <p class="field__hint">{t('address.country.hint')}</p>
        </div>
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('contact.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** Returns a refusal at its field, with the words for its reason. */
function atField(fault: Fault): Fault {
  const param = fault.param?.replace(/^address\./, '');
  const words = textOf(`address.wrong.${fault.data?.problem}`);
  return { ...fault, param, ...(words !== undefined && { text: words, said: undefined }) };
}
