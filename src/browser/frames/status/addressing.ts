import type { AddressForm } from '../../../protocol/schema/status-api.ts';
import type { Refusal } from '../api-client.ts';
import { confirmFirst, showChanged, showRefused } from './details.ts';
import { isElsewhere, showFailure } from './failures.ts';
import type { Context } from './state.ts';

export type AddressField = keyof AddressForm['address'];

/** Reads the address and its country's fields, and shows the form. */
export async function startAddress(context: Context): Promise<void> {
  const { api, set, state } = context;
  if (confirmFirst(context) || state().busy) return;
  const { reference } = state();
  set({ busy: 'form', problem: null, note: null });
  const answer = await api.address(reference);
  if (isElsewhere(context, reference)) return;
  if (!answer.ok) return showFailure(context, answer.refusal, () => void startAddress(context));
  set({ screen: 'address', busy: null, addressForm: answer.value, errors: {}, focus: { on: 'heading' } });
}

export function writeAddress({ set, state }: Context, field: AddressField, value: string): void {
  const { addressForm, errors } = state();
  if (!addressForm) return;
  const address = { ...addressForm.address, [field]: value };
  set({ addressForm: { ...addressForm, address }, errors: { ...errors, [field]: undefined } });
}

export async function saveAddress(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { addressForm, busy, expired, reference } = state();
  if (!addressForm || busy || expired) return;
  set({ busy: 'address', problem: null, errors: {}, announcement: t('address.saving') });
  const answer = await api.saveAddress(reference, addressForm.address);
  if (answer.ok) {
    const { preorder, changed } = answer.value;
    return showChanged(context, preorder, changed ? 'address.saved' : 'address.same');
  }
  if (!isElsewhere(context, reference)) refuse(context, addressForm, answer.refusal);
}

function refuse(context: Context, { problems }: AddressForm, refusal: Refusal): void {
  const { set, t } = context;
  const { code, param, data } = refusal;
  const field = param.replace(/^address\./, '');
  const elsewhere = code === 'country_not_changeable' && t('address.region');
  const text = elsewhere || (code === 'invalid_parameter' && problems[`${field}.${data.problem}`]);
  if (code === 'address_not_changeable') void showRefused(context, 'address.refused');
  else if (text) set({ busy: null, errors: { [field]: text }, focus: { on: field } });
  else showFailure(context, refusal, () => void saveAddress(context));
}
