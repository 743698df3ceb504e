import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { faultOf } from '../requests/fault.ts';
import { t } from '../texts.ts';
import { Mark } from './mark.tsx';

/** A page of its own, without the app around it: a card in the middle of the screen. */
export function WholeScreen({ title, children }: { title: string; children?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · ${t('app')}`;
  }, [title]);
  return (
    <main class="whole">
      <div class="whole__card">
        <p class="whole__mark">
          <Mark />
          {t('app')}
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** What is shown in place of everything when nothing else can be. */
export function FaultScreen({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { code, text } = faultOf(error);
  return (
    <WholeScreen title={t(code === 'network' ? 'screen.offline' : 'screen.broken')}>
      <p class="muted">{text}</p>
      <Button wide onPress={() => void retry()}>
        {t('retry')}
      </Button>
    </WholeScreen>
  );
}
