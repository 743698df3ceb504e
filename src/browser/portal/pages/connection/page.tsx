import type { Store } from '../../requests/kinds.ts';
import { useLive } from '../../requests/use-live.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Abilities } from './abilities.tsx';
import { Connect } from './connect.tsx';
import { Health } from './health.tsx';
import { Issues } from './issues.tsx';
import { OrderTime } from './order-time.tsx';
import { Orders } from './orders.tsx';
import { PrivacyRequests } from './privacy.tsx';
import { Reading } from './reading.tsx';
import { useConnection } from './reads.ts';

// While it reads, a person looks on; otherwise its state changes by what platforms do.
const LOOK_MS = 3_000;

/** The store's connection with its commerce platform: whether it works, what was read, and what differs. */
export function ConnectionPart({ store }: { store: Store }) {
  const loaded = useConnection();
  const can = useScopes();
  useLive([loaded], LOOK_MS);
  return (
    <Shown of={loaded}>
      {(connection) =>
        connection.state === 'not_connected' ? (
          <>
            <Card title={t('connection.title')} hint={t('connection.text')}>
              <div class="stack">
                <p>{t('connection.none')}</p>
                {!can('store:secrets') && <p class="muted">{t('connection.owner')}</p>}
              </div>
            </Card>
            {can('store:secrets') && <Connect connection={connection} />}
            {can('preorders:personal') && <PrivacyRequests store={store} />}
          </>
        ) : (
          <>
            <Health connection={connection} store={store} />
            <Abilities connection={connection} />
            <Reading connection={connection} store={store} />
            <Issues connection={connection} />
            <OrderTime connection={connection} />
            {can('preorders:read') && <Orders store={store} />}
            {can('preorders:personal') && <PrivacyRequests store={store} />}
            {can('store:secrets') && <Connect connection={connection} />}
          </>
        )
      }
    </Shown>
  );
}
