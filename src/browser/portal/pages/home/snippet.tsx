import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { CodeBlock, CopyLine } from '../../ui/copy.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { serviceAddress } from './service-address.ts';
import { SNIPPETS, type SnippetKind } from './snippets.ts';

/** The product that the code names. `variant` is the first of several. */
export type Example = { id: string; title: string; variant: string | undefined; idMade: boolean };

// In this time the lists above it have loaded, and have pushed it down.
const SETTLE_MS = 3_000;

/** Scrolls to the code where the address asks for it: the browser looked for it before it was there. */
function bringIntoSight() {
  if (location.hash !== '#snippet') return;
  const observer = new ResizeObserver(() => document.getElementById('snippet')?.scrollIntoView());
  observer.observe(document.body);
  const timer = setTimeout(() => observer.disconnect(), SETTLE_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** The code that puts the button on a page of the store, with the key and a product of this store filled in. */
export function Snippet({ store, example }: { store: Store; example: Example | undefined }) {
  const [kind, setKind] = useState<SnippetKind>('html');
  const { id: product = 'PRODUCT_ID', variant } = example ?? {};
  useEffect(bringIntoSight, []);
  const facts = { baseUrl: serviceAddress(), key: store.public_key, product, variant };
  return (
    <Card
      id="snippet"
      title={t('snippet.title')}
      hint={example ? t('snippet.of', { product: example.title }) : t('snippet.text')}
    >
      <div class="stack">
        <div>
          <p class="label">{t('snippet.key')}</p>
          <CopyLine text={store.public_key} label={t('snippet.copy_key')} />
        </div>
        <Tabs
          label={t('snippet.kind')}
          value={kind}
          options={[
            { value: 'html', text: 'HTML' },
            { value: 'liquid', text: 'Shopify Liquid' },
            { value: 'react', text: 'React' },
          ]}
          onChoose={(value) => setKind(value as SnippetKind)}
        />
        {kind === 'liquid' && example?.idMade && (
          <Notice kind="warning">
            <p>{t('snippet.ids_made')}</p>
          </Notice>
        )}
        <CodeBlock text={SNIPPETS[kind](facts)} label={t('snippet.code')} />
        <p class="muted">
          {t(`snippet.${kind}.text`)}{' '}
          <a href={`${facts.baseUrl}/docs/guides/sdk`} target="_blank" rel="noopener noreferrer">
            {t('snippet.guide')}
          </a>
        </p>
      </div>
    </Card>
  );
}
