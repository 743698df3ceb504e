import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { readSession } from '../../requests/session.ts';
import { useMe, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { saveSettings } from '../settings/save.ts';

/** Whether the store demands a second factor of everybody who works in it. */
export function SecondFactorRule({ store: { second_factor_required: required } }: { store: Store }) {
  const can = useScopes();
  const { totp, passkeys } = useMe().staff.two_factor;
  const sending = useSending();
  const change = async () => {
    const saved = await sending.send(async () => {
      await saveSettings({ second_factor_required: !required });
      // Who has none works in this store no longer.
      await readSession();
    });
    if (saved) say(t('saved'));
  };
  const button = can('access:write') && can('store:write') && (
    <Button kind="secondary" busy={sending.busy} onPress={() => void change()}>
      {t(required ? 'team.factor.offer' : 'team.factor.require')}
    </Button>
  );
  return (
    <Card title={t('team.factor')} hint={t('team.factor.text')} actions={button}>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <p>{t(required ? 'team.factor.required' : 'team.factor.offered')}</p>
      {!required && button && !totp && passkeys === 0 && <p class="muted">{t('team.factor.own')}</p>}
    </Card>
  );
}
