import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { CardRequest, ProviderCard } from '../provider-card.ts';
import type { Texts } from '../texts.ts';

/** The form's props. Both the checkout and the pay page show it. */
type ProviderCardProps = {
  t: Texts;
  card: ProviderCard;
  asked: CardRequest;
  edited?: () => void;
  children?: ComponentChildren;
};

/** The provider's card form, with a retry if it does not load. */
export function ProviderCardFields({ t, card, asked, edited, children }: ProviderCardProps) {
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
  // The error summary links to this element, which passes the focus on to the provider's form.
  return (
    <fieldset class="group" id="card" tabIndex={-1} onFocus={card.focus}>
      <legend>{t('card')}</legend>
      {children}
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
