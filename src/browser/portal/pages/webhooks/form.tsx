import type { FormModel } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Check } from '../../ui/choices.tsx';
import { FieldError, Input, useField } from '../../ui/form.tsx';
import { Radios } from '../../ui/radios.tsx';
import { TYPES } from './types.ts';

/** An endpoint as it is typed. */
export type TypedWebhook = {
  url: string;
  description: string;
  all: 'all' | 'some';
  types: readonly string[];
  include_personal: boolean;
};

/** Returns what the service is sent of it. Without types it would be told everything. */
export const webhookOf = ({ url, description, all, types, include_personal }: TypedWebhook) => ({
  url: url.trim(),
  description: description.trim(),
  types: all === 'all' ? [] : [...types],
  include_personal,
});

/** Says what is wrong before anything is sent. */
export const wrongWebhook = ({ all, types }: TypedWebhook) => ({
  types: all === 'some' && types.length === 0 && t('webhooks.types.none'),
});

/** What an endpoint is told, and where. */
export function WebhookFields({ form }: { form: FormModel<TypedWebhook> }) {
  const { all, include_personal: isPersonal } = form.values;
  const mayReadPeople = useScopes()('preorders:personal');
  return (
    <>
      <Input
        {...form.field('url')}
        type="url"
        label={t('webhooks.address')}
        placeholder="https://"
        autoFocus
        required
      />
      <Input {...form.field('description')} label={t('webhooks.description')} />
      <Radios
        {...form.field('all')}
        label={t('webhooks.types')}
        options={[
          { value: 'all', text: t('webhooks.types.all') },
          { value: 'some', text: t('webhooks.types.some') },
        ]}
      />
      {all === 'some' && <TypeChoice {...form.field('types')} />}
      {(mayReadPeople || isPersonal) && (
        <div>
          <Check {...form.field('include_personal')} label={t('webhooks.personal')} />
          <p class="field__hint">{t('webhooks.personal.hint')}</p>
        </div>
      )}
    </>
  );
}

type TypeChoiceProps = { value: readonly string[]; onValue: (types: readonly string[]) => void };

function TypeChoice({ value: chosen, onValue: onChoose }: TypeChoiceProps) {
  const error = useField({ id: 'types', label: t('webhooks.types.some') });
  const toggle = (type: string, on: boolean) =>
    onChoose(TYPES.filter((one) => (one === type ? on : chosen.includes(one))));
  return (
    <fieldset class="choices" id="types" tabIndex={-1}>
      <legend class="visually-hidden">{t('webhooks.types.some')}</legend>
      {TYPES.map((type) => (
        <label key={type} class="choices__one choices__one--told">
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
          <span>
            {t(`fact.${type}` as PortalKey)}
            <span class="sub">
              <code>{type}</code>
            </span>
          </span>
        </label>
      ))}
      <FieldError id="types" error={error} />
    </fieldset>
  );
}
