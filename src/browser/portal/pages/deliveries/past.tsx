import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import type { Batch, Release, useReleases } from './reads.ts';
import { startRelease } from './release.tsx';
import { Outcome } from './running.tsx';
import { ReleaseState } from './state.tsx';

type PastProps = { batch: Batch; releases: ReturnType<typeof useReleases>; timeZone: string | undefined };

/** The releases of this delivery, the newest first. A stopped one goes on by a new release of what is left. */
export function PastReleases({ batch, releases, timeZone }: PastProps) {
  const can = useScopes();
  const { slug } = useCurrentStore();
  const sending = useSending();
  return (
    <Card title={t('past.title')}>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Shown of={releases}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">{t('past.none')}</p>
          ) : (
            <ol class="timeline">
              {all.map((release, index) => (
                <li key={release.id} class="timeline__entry">
                  <span>
                    <ReleaseState state={release.state} /> <Outcome release={release} />
                    {index === 0 && release.released > 0 && can('preorders:read') && (
                      <a href={storePath(slug, '/preorders?state=released')}>{t('past.send')}</a>
                    )}
                    {index === 0 && mayGoOn(release, batch) && can('releases:write') && (
                      <Button
                        kind="secondary"
                        busy={sending.busy}
                        onPress={() => void sending.send(() => startRelease(batch.id, undefined))}
                      >
                        {t('release.go_on')}
                      </Button>
                    )}
                  </span>
                  <time class="muted" dateTime={release.created_at}>
                    {moment(release.created_at, timeZone)}
                  </time>
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </Card>
  );
}

const mayGoOn = ({ state }: Release, { variants }: Batch): boolean =>
  state === 'stopped' && variants.some(({ free, waiting }) => free > 0 && waiting > 0);
