import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { TYPES } from './types.ts';

/** An endpoint as it is typed. Without `types` it gets all of them. */
export type TypedWebhook = { url: string; description: string; types: string[]; include_personal: boolean };

type WebhookFormProps = {
  from: TypedWebhook;
  button: string;
  save: (typed: TypedWebhook) => Promise<void>;
  onCancel: () => void;
};

/** What an endpoint is told, and where. */
export function WebhookForm({ from, button, save, onCancel }: WebhookFormProps) {
  const [typed, setTyped] = useState(from);
  const [all, setAll] = useState(from.types.length === 0);
  const set = (values: Partial<TypedWebhook>) => setTyped({ ...typed, ...values });
  const mayReadPeople = useScopes()('preorders:personal');
  const sending = useSending();
  const { fault } = sending;
  const submit = async () => {
    const url = typed.url.trim();
    const description = typed.description.trim();
    const done = await sending.send(() => save({ ...typed, url, description, types: all ? [] : typed.types }));
    if (!done) document.getElementById('url')?.focus();
  };
  return (
    <Form onSubmit={submit}>
      {fault && fault.param !== 'url' && <FaultNotice fault={fault} />}
      <Input
        id="url"
        type="url"
        label={t('webhooks.address')}
        placeholder="https://"
        value={typed.url}
        fault={fault}
        autoFocus
        onValue={(url) => set({ url })}
      />
      <Input
        id="description"
        label={t('webhooks.description')}
        value={typed.description}
        onValue={(description) => set({ description })}
      />
      <Radios
        name="all"
        label={t('webhooks.types')}
        value={all ? 'all' : 'some'}
        options={[
          { value: 'all', text: t('webhooks.types.all') },
          { value: 'some', text: t('webhooks.types.some') },
        ]}
        onValue={(value) => setAll(value === 'all')}
      />
      {!all && <TypeChoice chosen={typed.types} onChoose={(types) => set({ types: [...types] })} />}
      {(mayReadPeople || from.include_personal) && (
        <div>
          <CheckField
            id="include_personal"
            checked={typed.include_personal}
            onChecked={(on) => set({ include_personal: on })}
          >
            {t('webhooks.personal')}
          </CheckField>
          <p class="field__hint">{t('webhooks.personal.hint')}</p>
        </div>
      )}
      <ModalActions>
        <Button kind="secondary" onPress={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={sending.busy}>
          {button}
        </Button>
      </ModalActions>
    </Form>
  );
}

type TypeChoiceProps = { chosen: readonly string[]; onChoose: (types: readonly string[]) => void };

function TypeChoice({ chosen, onChoose }: TypeChoiceProps) {
  const toggle = (type: string, on: boolean) =>
    onChoose(TYPES.filter((one) => (one === type ? on : chosen.includes(one))));
  return (
    <fieldset class="choices">
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
    </fieldset>
  );
}
