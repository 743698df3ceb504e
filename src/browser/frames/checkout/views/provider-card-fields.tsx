import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Asked, ProviderCard } from '../provider-card.ts';
import type { Texts } from '../texts.ts';

/** What the form needs of whichever page it stands in. */
type ProviderCardProps = { t: Texts; card: ProviderCard; asked: Asked; edited?: () => void };

/** The provider's card form, and what to do when it does not come. */
export function ProviderCardFields({ t, card, asked, edited }: ProviderCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const load = () => {
    if (!place.current) return;
    setState('loading');
    card.mount(place.current, asked, edited).then(
      () => setState('ready'),
      () => setState('failed'),
    );
  };
  useEffect(load, []);
  // Where the summary of errors leads, and on into the provider's form.
  return (
    <fieldset class="group" id="card" tabIndex={-1} onFocus={card.focus}>
      <legend>{t('card')}</legend>
      {state === 'loading' && <span class="spinner" aria-hidden="true" />}
      {state === 'failed' && (
        <Notice kind="warning" title={t('unavailable_now.title')}>
          <p>{t('unavailable_now.text')}</p>
          <Button kind="secondary" onPress={load}>
            {t('try_again')}
          </Button>
        </Notice>
      )}
      <div ref={place} aria-busy={state === 'loading'} />
    </fieldset>
  );
}
