import { t } from '../../texts.ts';
import { count, moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import type { Batch } from './reads.ts';
import { variantName } from './units.tsx';

/** Every count of what has come, the newest first. */
export function Arrivals({ batch, timeZone }: { batch: Batch; timeZone: string | undefined }) {
  if (batch.arrivals.length === 0) return null;
  const names = new Map(batch.variants.map((variant) => [variant.id, variantName(variant)]));
  return (
    <Card title={t('arrivals.title')}>
      <ol class="timeline">
        {batch.arrivals.map(({ id, at, reason, variants }) => (
          <li key={id} class="timeline__entry">
            <span>
              {t(reason === 'by_hand' ? 'arrivals.by_hand' : 'arrivals.counted')}
              <span class="sub">
                {variants
                  .filter(({ delta }) => delta !== 0)
                  .map(({ id: variant, delta }) => `${names.get(variant ?? '') ?? t('variant.gone')} ${signed(delta)}`)
                  .join(', ')}
              </span>
            </span>
            <time class="muted" dateTime={at}>
              {moment(at, timeZone)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const signed = (delta: number): string => (delta > 0 ? `+${count(delta)}` : count(delta));
