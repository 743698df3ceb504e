import { Button } from '../../../ui/button.tsx';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { batchesChanged, type Release } from './reads.ts';

/** The release that runs now: how far it is, and the button that stops it. */
export function RunningRelease({ release }: { release: Release }) {
  const can = useScopes();
  const sending = useSending();
  const stop = async () => {
    const stopped = await sending.send(async () => {
      const params = { path: { release_id: release.id } };
      bodyOf(await api.POST('/admin/api/v1/releases/{release_id}/stop', { params }));
    });
    batchesChanged();
    if (stopped) say(t('release.stopped'));
  };
  return (
    <Card
      title={t('release.running')}
      hint={t('release.running.text')}
      actions={
        can('releases:write') ? (
          <Button kind="secondary" busy={sending.busy} onPress={() => void stop()}>
            {t('release.stop')}
          </Button>
        ) : undefined
      }
    >
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <progress class="progress" max={release.units} value={release.released} aria-label={t('release.running')} />
      <Outcome release={release} />
    </Card>
  );
}

/** What a release has done so far. */
export function Outcome({ release }: { release: Release }) {
  const { units, released, charging, paid, payment_due: owed, disputed, given_back: back } = release;
  const parts = [
    t('release.given', { released: count(released), units: count(units) }),
    charging > 0 && t('release.charging', { count: charging }),
    paid > 0 && t('release.paid', { count: paid }),
    owed > 0 && t('release.owed', { count: owed }),
    disputed > 0 && t('release.disputed', { count: disputed }),
    back > 0 && t('release.given_back', { count: back }),
  ].filter((part): part is string => part !== false);
  return <p>{parts.join(' · ')}</p>;
}
