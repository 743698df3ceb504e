import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { once } from '../../requests/leaving.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { useCurrentStore } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { CodeBlock, CopyLine } from '../../ui/copy.tsx';
import { FieldError, Input, useField } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { serviceAddress } from '../home/service-address.ts';
import { PRESET_NAMES, PRESETS, tryCommand } from './presets.ts';

type MadeToken = { secret: string; scopes: readonly string[] };
type CreateProps = { onClose: () => void; onMade: () => void };

/** Makes a token. Its secret is shown in this window alone. */
export function CreateToken({ onClose, onMade }: CreateProps) {
  const [token, setToken] = useState<MadeToken>();
  if (token === undefined) {
    const show = (made: MadeToken) => {
      setToken(made);
      onMade();
    };
    return <TokenForm onClose={onClose} onMade={show} />;
  }
  const command = tryCommand(serviceAddress(), token);
  return (
    <Modal title={t('tokens.made')} onClose={onClose} keeps={once} wide>
      <Notice kind="warning" title={t('tokens.once')}>
        <p>{t('tokens.once.text')}</p>
      </Notice>
      <CopyLine text={token.secret} label={t('tokens.copy')} />
      {command !== undefined && <CodeBlock text={command} label={t('tokens.try')} />}
      <ModalActions>
        <Button onPress={onClose}>{t('tokens.kept')}</Button>
      </ModalActions>
    </Modal>
  );
}

const DAYS = ['', '30', '90', '365'] as const;
type Days = (typeof DAYS)[number];

function TokenForm({ onClose, onMade }: { onClose: () => void; onMade: (token: MadeToken) => void }) {
  const { scopes: own } = useCurrentStore();
  const form = useForm({
    values: (): { 'token-name': string; days: Days; scopes: readonly string[] } => ({
      'token-name': '',
      days: '365',
      scopes: [],
    }),
    check: ({ scopes }) => ({ scopes: scopes.length === 0 && t('tokens.scopes.needed') }),
    save: async ({ 'token-name': name, days, scopes }) => {
      const expires = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
      const body = { name: name.trim(), scopes: [...scopes], expires_at: expires };
      const { secret } = bodyOf(await api.POST('/admin/api/v1/tokens', { body })).data;
      return { secret: secret ?? '', scopes };
    },
    done: onMade,
  });
  return (
    <FormWindow title={t('tokens.create')} form={form} submit={t('tokens.create')} onClose={onClose} wide>
      <Input
        {...form.field('token-name')}
        param="name"
        label={t('tokens.name')}
        hint={t('tokens.name.hint')}
        autoFocus
        required
      />
      <Choice
        {...form.field('days')}
        label={t('tokens.lasts')}
        options={DAYS.map((value) => ({
          value,
          text: value === '' ? t('tokens.lasts.ever') : t('tokens.lasts.days', { count: Number(value) }),
        }))}
      />
      <ScopeChoice own={own} {...form.field('scopes')} />
    </FormWindow>
  );
}

type ScopeChoiceProps = {
  /** A member can give only scopes that they have. */
  own: readonly string[];
  value: readonly string[];
  onValue: (scopes: readonly string[]) => void;
};

function ScopeChoice({ own, value: chosen, onValue: onChoose }: ScopeChoiceProps) {
  const error = useField({ id: 'scopes', label: t('tokens.scopes.choose') });
  const reads = own.filter((scope) => scope.endsWith(':read'));
  const toggle = (scope: string, on: boolean) =>
    onChoose(own.filter((one) => (one === scope ? on : chosen.includes(one))));
  return (
    <fieldset class="choices" id="scopes" tabIndex={-1} aria-describedby={error ? 'scopes-error' : undefined}>
      <legend class="field__label">{t('tokens.scopes.choose')}</legend>
      <FieldError id="scopes" error={error} />
      <p class="quick">
        {PRESET_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            class="link-button"
            onClick={() => onChoose(own.filter((scope) => (PRESETS[name] as readonly string[]).includes(scope)))}
          >
            {t(`tokens.preset.${name}`)}
          </button>
        ))}
        <button type="button" class="link-button" onClick={() => onChoose(reads)}>
          {t('tokens.scopes.reads')}
        </button>
        <button type="button" class="link-button" onClick={() => onChoose(own)}>
          {t('tokens.scopes.all')}
        </button>
        <button type="button" class="link-button" onClick={() => onChoose([])}>
          {t('tokens.scopes.none')}
        </button>
      </p>
      {own.map((scope) => (
        <label key={scope} class="choices__one choices__one--told">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
          <span>
            {t(`scope.${scope.replace(':', '.')}` as PortalKey)}
            <span class="sub">
              <code>{scope}</code>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
