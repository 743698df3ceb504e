import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { useStoreSettings, useWaitlistOf } from '../../requests/reads.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { days } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Arrivals } from './arrivals.tsx';
import { ArriveWindow } from './arrive.tsx';
import { NextRelease } from './next-release.tsx';
import { PastReleases } from './past.tsx';
import { type Batch, nothingFree, useBatch, useReleases } from './reads.ts';
import { RunningRelease } from './running.tsx';
import { UnitsCard } from './units.tsx';

// Fast enough to follow a release, and to see what a colleague counts; one small answer each time.
const RUNNING_MS = 2_000;
const QUIET_MS = 5_000;

/** One delivery: what has arrived, who gets it, and the releases that hand it out. */
export function DeliveryPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const can = useScopes();
  const [arriving, setArriving] = useState(false);
  const loaded = useBatch(id);
  const releases = useReleases(id);
  const running = releases.data?.find(({ state }) => state === 'running');
  useLive([loaded, releases], running ? RUNNING_MS : QUIET_MS);
  const batch = loaded.data;
  const { data: waitlist } = useWaitlistOf(batch?.waitlist_id);
  return (
    <Page
      title={
        waitlist && batch
          ? t('delivery.title', { product: waitlist.product.title, number: batch.position })
          : t('nav.deliveries')
      }
      back={{ href: storePath(slug, '/deliveries'), text: t('nav.deliveries') }}
      intro={batch && t('delivery.ships', { window: days(batch.ship_window) })}
      actions={
        batch && can('waitlists:write') ? (
          <Button kind={nothingFree(batch) ? 'primary' : 'secondary'} onPress={() => setArriving(true)}>
            {t('arrive.title')}
          </Button>
        ) : undefined
      }
    >
      <Shown of={loaded}>
        {(given) => (
          <>
            {running && <RunningRelease release={running} />}
            <Parts batch={given} releases={releases} />
            {arriving && <ArriveWindow batch={given} onClose={() => setArriving(false)} />}
          </>
        )}
      </Shown>
    </Page>
  );
}

type PartsProps = { batch: Batch; releases: ReturnType<typeof useReleases> };

function Parts({ batch, releases }: PartsProps) {
  const { data: store } = useStoreSettings();
  const running = releases.data?.find(({ state }) => state === 'running');
  return (
    <div class="columns">
      <div class="columns__main">
        <UnitsCard batch={batch} />
        <NextRelease batch={batch} timeZone={store?.time_zone} running={running?.id} />
      </div>
      <div class="columns__side">
        <PastReleases batch={batch} releases={releases} timeZone={store?.time_zone} />
        <Arrivals batch={batch} timeZone={store?.time_zone} />
      </div>
    </div>
  );
}
