import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Passkey } from '../../requests/kinds.ts';
import { addressTakesPasskeys, canUsePasskeys } from '../../requests/passkeys.ts';
import { call } from '../../requests/session.ts';
import { useData } from '../../requests/use-data.ts';
import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ago } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { AddPasskey, RenamePasskey } from './passkey-windows.tsx';
import { RemoveFactor } from './remove-factor.tsx';

/** The person's passkeys, which sign in by themselves. */
export function PasskeysCard() {
  const loaded = useData('account/passkeys', () => call<Passkey[]>('GET', 'passkeys'));
  const [adding, setAdding] = useState(false);
  const works = canUsePasskeys() && addressTakesPasskeys();
  return (
    <Card
      title={t('passkeys.title')}
      hint={t('passkeys.text')}
      actions={
        works && (
          <Button kind="secondary" onPress={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {!works && (
        <Notice kind="info">
          <p>
            {addressTakesPasskeys() ? t('passkeys.unsupported') : t('passkeys.address', { host: location.hostname })}
          </p>
        </Notice>
      )}
      <Shown of={loaded}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p class="muted">{t('passkeys.none')}</p>
          ) : (
            <ul class="rows">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
              ))}
            </ul>
          )
        }
      </Shown>
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </Card>
  );
}

function PasskeyRow({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { totp } = useMe().staff.two_factor;
  const { id, name, created_at, last_used_at } = passkey;
  const close = () => setOpen(undefined);
  const added = ago(created_at);
  return (
    <li class="rows__row">
      <span class="rows__text">
        {name}
        <span class="sub">
          {last_used_at === null
            ? t('passkeys.unused', { added })
            : t('passkeys.used', { added, used: ago(last_used_at) })}
        </span>
      </span>
      <span class="rows__end">
        <Button kind="secondary" label={t('passkeys.rename.of', { name })} onPress={() => setOpen('rename')}>
          {t('passkeys.rename')}
        </Button>
        <Button kind="danger" label={t('passkeys.remove.of', { name })} onPress={() => setOpen('remove')}>
          {t('factors.remove')}
        </Button>
      </span>
      {open === 'rename' && <RenamePasskey passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <RemoveFactor
          title={t('passkeys.remove.button')}
          path={`passkeys/${encodeURIComponent(id)}`}
          text={t('passkeys.remove.text', { name })}
          isLast={isLast && !totp}
          onClose={close}
        />
      )}
    </li>
  );
}
