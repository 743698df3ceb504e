import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/page.tsx';
import { NewRecoveryCodes } from './recovery-codes.tsx';
import { RemoveFactor } from './remove-factor.tsx';
import { SetUpApp } from './set-up-app.tsx';

type Open = 'set-up' | 'remove' | 'codes';

/** What is asked for after the password: an app that makes codes, and the codes for when it is lost. */
export function FactorsCard() {
  const { totp, passkeys, recovery_codes_left: left } = useMe().staff.two_factor;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isOn = totp || passkeys > 0;
  return (
    <Card
      title={t('factors.title')}
      hint={t('factors.text')}
      actions={<Badge tone={isOn ? 'good' : 'neutral'}>{t(isOn ? 'factors.on' : 'factors.off')}</Badge>}
    >
      <ul class="rows">
        <li class="rows__row">
          <span class="rows__text">
            {t('app_codes.title')}
            <span class="sub">{t(totp ? 'app_codes.on' : 'app_codes.off')}</span>
          </span>
          <Button kind={totp ? 'danger' : 'secondary'} onPress={() => setOpen(totp ? 'remove' : 'set-up')}>
            {t(totp ? 'app_codes.remove' : 'app_codes.set_up')}
          </Button>
        </li>
        {isOn && (
          <li class="rows__row">
            <span class="rows__text">
              {t('recovery.title')}
              <span class="sub">{left === 0 ? t('recovery.none') : t('recovery.left', { count: left })}</span>
            </span>
            <Button kind="secondary" onPress={() => setOpen('codes')}>
              {t('recovery.new')}
            </Button>
          </li>
        )}
      </ul>
      {open === 'set-up' && <SetUpApp onClose={close} />}
      {open === 'codes' && <NewRecoveryCodes onClose={close} />}
      {open === 'remove' && (
        <RemoveFactor title={t('app_codes.remove')} path="totp" isLast={passkeys === 0} onClose={close} />
      )}
    </Card>
  );
}
