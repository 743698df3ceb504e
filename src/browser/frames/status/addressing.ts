import type { AddressForm, AddressResult } from '../../../protocol/schema/status-api.ts';
import type { Refusal } from '../api-client.ts';
import { ask, askOnce, showFailure } from './asking.ts';
import { showDone, showRefused, startOn } from './details.ts';
import { withoutNotices } from './screens.ts';
import { type Context, keepChange } from './state.ts';

export type AddressField = keyof AddressForm['address'];

/** Reads the address and its country's fields, and shows the form. */
export async function startAddress(context: Context): Promise<void> {
  const { api, change, enter, shown } = context;
  const screen = startOn(context);
  if (!screen) return;
  change(screen, { busy: 'form', problem: null, note: null });
  const answer = await ask(screen.signal, (signal) => api.address(screen.reference, signal));
  if (!answer.ok) return showFailure(context, answer.refusal, () => void startAddress(context));
  const from = shown('preorder') ?? screen;
  enter({ name: 'address', from, form: answer.value, errors: {} }, { focus: { on: 'heading' } });
}

export function writeAddress({ shown, change }: Context, field: AddressField, value: string): void {
  const screen = shown('address');
  if (!screen) return;
  const { form, errors } = screen;
  const address = { ...form.address, [field]: value };
  change(screen, { form: { ...form, address }, errors: { ...errors, [field]: undefined } });
}

export async function saveAddress(context: Context): Promise<void> {
  const { api, shown, change, state, t } = context;
  const screen = shown('address');
  if (!screen || screen.busy || state().expired) return;
  const { from, form } = screen;
  change(screen, { busy: 'address', problem: null, errors: {} }, { announcement: t('address.saving') });
  const note = ({ changed }: AddressResult) => (changed ? 'address.saved' : 'address.same');
  const keep = (saved: AddressResult) => keepChange(context, saved.preorder, t(`${note(saved)}.title`));
  const answer = await askOnce(context, () => api.saveAddress(from.reference, form.address), keep);
  if (!answer.ok) return refuse(context, answer.refusal);
  const done = note(answer.value);
  showDone(context, withoutNotices(from), { title: t(`${done}.title`), text: t(`${done}.text`) });
}

function refuse(context: Context, refusal: Refusal): void {
  const { change, shown, t } = context;
  const screen = shown('address');
  if (!screen) return;
  const { code, param, data } = refusal;
  const { problems } = screen.form;
  const field = param.replace(/^address\./, '');
  const elsewhere = code === 'country_not_changeable' && t('address.region');
  const text = elsewhere || (code === 'invalid_parameter' && problems[`${field}.${data.problem}`]);
  if (code === 'address_not_changeable') void showRefused(context, screen.from, 'address.refused');
  else if (text) change(screen, { busy: null, errors: { [field]: text } }, { focus: { on: field } });
  else showFailure(context, refusal, () => void saveAddress(context));
}
