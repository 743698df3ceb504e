import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Fault } from '../requests/fault.ts';
import type { Loaded } from '../requests/use-data.ts';
import { t } from '../texts.ts';

type ShownProps<Data> = { of: Loaded<Data>; waiting?: ComponentChildren; children: (data: Data) => ComponentChildren };

/** Shows loaded data; before that words that it is coming; and what went wrong, above what is known from before. */
export function Shown<Data>({ of: { data, fault, reload }, waiting, children }: ShownProps<Data>) {
  return (
    <>
      {fault && (
        <FaultNotice
          fault={fault}
          title={t(data === undefined ? 'load.failed' : 'load.old')}
          retry={() => void reload()}
        />
      )}
      {data !== undefined ? children(data) : !fault && (waiting ?? <Waiting />)}
    </>
  );
}

/** Says that something is loading, after a moment: most answers come before anybody could read it. */
export function Waiting() {
  return (
    <p class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      {t('loading')}
    </p>
  );
}

export function FaultNotice({ fault, title, retry }: { fault: Fault; title?: string; retry?: () => void }) {
  return (
    <div role="alert">
      <Notice
        kind="error"
        title={title ?? fault.text}
        actions={
          retry && (
            <Button kind="secondary" onPress={retry}>
              {t('retry')}
            </Button>
          )
        }
      >
        {title && <p>{fault.text}</p>}
        {fault.said && <p lang="en">{fault.said}</p>}
        {fault.requestId && fault.code === 'internal_error' && (
          <p class="muted">{t('fault.request', { id: fault.requestId })}</p>
        )}
      </Notice>
    </div>
  );
}

/** What a list shows that has nothing in it: what will be here, and how it comes here. */
export function Empty({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
      {actions && <div class="empty__actions">{actions}</div>}
    </div>
  );
}
