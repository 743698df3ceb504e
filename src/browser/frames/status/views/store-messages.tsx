import type { StatusDetails } from '../../../../protocol/schema/status-api.ts';
import type { ViewProps } from './view-props.ts';

/** What the store wrote to the shopper about the pre-order. */
export function StoreMessages({
  context: { t, store },
  details: { messages },
}: ViewProps<'preorder'> & { details: StatusDetails }) {
  if (messages.length === 0) return null;
  return (
    <>
      <h2>{t('messages', { store: store.name })}</h2>
      <ol class="history">
        {messages.map(({ on, text }, index) => (
          <li key={`${on} ${index}`}>
            <span class="muted">{on}</span>
            <bdi class="words">{text}</bdi>
          </li>
        ))}
      </ol>
    </>
  );
}
