import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useCurrentStore } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';

type CreateProps = { onClose: () => void; onMade: () => void };

/** Makes a token. Its secret is shown in this window alone. */
export function CreateToken({ onClose, onMade }: CreateProps) {
  const [secret, setSecret] = useState<string>();
  return (
    <Modal title={t(secret === undefined ? 'tokens.create' : 'tokens.made')} onClose={onClose} wide>
      {secret === undefined ? (
        <TokenForm
          onCancel={onClose}
          onMade={(made) => {
            setSecret(made);
            onMade();
          }}
        />
      ) : (
        <>
          <Notice kind="warning" title={t('tokens.once')}>
            <p>{t('tokens.once.text')}</p>
          </Notice>
          <CopyLine text={secret} label={t('tokens.copy')} />
          <ModalActions>
            <Button onPress={onClose}>{t('tokens.kept')}</Button>
          </ModalActions>
        </>
      )}
    </Modal>
  );
}

const DAYS = ['', '30', '90', '365'] as const;

function TokenForm({ onCancel, onMade }: { onCancel: () => void; onMade: (secret: string) => void }) {
  const { scopes: own } = useCurrentStore();
  const [name, setName] = useState('');
  const [days, setDays] = useState<string>('365');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const sending = useSending();
  const { fault } = sending;
  const [asked, setAsked] = useState(false);
  const create = async () => {
    setAsked(true);
    if (scopes.length === 0) return document.getElementById('scopes')?.focus();
    const made = await sending.send(async () => {
      const expires = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
      const body = { name: name.trim(), scopes: [...scopes], expires_at: expires };
      onMade(bodyOf(await api.POST('/admin/api/v1/tokens', { body })).data.secret ?? '');
    });
    if (!made) document.getElementById('token-name')?.focus();
  };
  return (
    <Form onSubmit={create}>
      {fault && fault.param !== 'name' && <FaultNotice fault={fault} />}
      <Input
        id="token-name"
        param="name"
        label={t('tokens.name')}
        hint={t('tokens.name.hint')}
        value={name}
        fault={fault}
        autoFocus
        onValue={setName}
      />
      <Choice
        id="token-days"
        label={t('tokens.lasts')}
        value={days}
        options={DAYS.map((value) => ({
          value,
          text: value === '' ? t('tokens.lasts.ever') : t('tokens.lasts.days', { count: Number(value) }),
        }))}
        onValue={setDays}
      />
      {asked && scopes.length === 0 && (
        <p class="field__error" role="alert">
          {t('tokens.scopes.needed')}
        </p>
      )}
      <ScopeChoice own={own} chosen={scopes} onChoose={setScopes} />
      <ModalActions>
        <Button kind="secondary" onPress={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={sending.busy}>
          {t('tokens.create')}
        </Button>
      </ModalActions>
    </Form>
  );
}

type ScopeChoiceProps = {
  /** A member can give only scopes that they have. */
  own: readonly string[];
  chosen: readonly string[];
  onChoose: (scopes: readonly string[]) => void;
};

function ScopeChoice({ own, chosen, onChoose }: ScopeChoiceProps) {
  const reads = own.filter((scope) => scope.endsWith(':read'));
  const toggle = (scope: string, on: boolean) =>
    onChoose(own.filter((one) => (one === scope ? on : chosen.includes(one))));
  return (
    <fieldset class="choices" id="scopes" tabIndex={-1}>
      <legend class="field__label">{t('tokens.scopes.choose')}</legend>
      <p class="quick">
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
