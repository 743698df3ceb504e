import { useRoute } from 'preact-iso/router';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { usePreorder, useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PreorderActions } from './actions.tsx';
import { Lines } from './lines.tsx';
import { Messages } from './messages.tsx';
import { MoneyCard } from './money-card.tsx';
import { Notes } from './notes.tsx';
import { Parcels } from './parcels.tsx';
import { Shopper } from './shopper.tsx';
import { PreorderStates } from './state.tsx';
import { Timeline } from './timeline.tsx';
import { Trouble } from './trouble.tsx';

/** One pre-order: what was bought, what was paid, who it is for, and what has happened. */
export function PreorderPage() {
  const { reference = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const loaded = usePreorder(reference);
  const { data: store } = useStoreSettings();
  const preorder = loaded.data;
  return (
    <Page
      title={reference}
      badge={preorder && <PreorderStates preorder={preorder} />}
      back={{ href: storePath(slug, '/preorders'), text: t('nav.preorders') }}
      actions={preorder && <PreorderActions preorder={preorder} />}
      intro={preorder && t('preorder.placed_at', { time: moment(preorder.placed_at, store?.time_zone) })}
    >
      <Shown of={loaded}>{(data) => <Details preorder={data} timeZone={store?.time_zone} />}</Shown>
    </Page>
  );
}

function Details({ preorder, timeZone }: { preorder: PreorderDetail; timeZone: string | undefined }) {
  return (
    <div class="columns">
      <div class="columns__main">
        <Trouble preorder={preorder} />
        <Lines preorder={preorder} />
        <Parcels preorder={preorder} timeZone={timeZone} />
        <Notes preorder={preorder} timeZone={timeZone} />
        <Messages preorder={preorder} timeZone={timeZone} />
        <Timeline preorder={preorder} timeZone={timeZone} />
      </div>
      <div class="columns__side">
        <MoneyCard preorder={preorder} />
        <Shopper preorder={preorder} />
      </div>
    </div>
  );
}
