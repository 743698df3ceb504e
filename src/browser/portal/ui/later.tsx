import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { faultOf } from '../requests/fault.ts';
import { say } from '../requests/say.ts';
import { t } from '../texts.ts';
import { FaultNotice, Waiting } from './loaded.tsx';
import { Page } from './page.tsx';

/** What stands in the place of a component whose code is still coming, or did not come. */
export type Place = FunctionComponent<{ error: unknown }>;

/**
 * A component whose code is loaded when it is shown for the first time.
 * Its place says that it is coming, and what to do when it did not come.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Place: Place,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props) {
    const [error, setError] = useState<unknown>();
    const [, draw] = useState({});
    useEffect(() => {
      if (loaded) return;
      load().then((component) => {
        loaded = component;
        draw({});
      }, setError);
    }, []);
    const Loaded = loaded;
    return Loaded ? <Loaded {...props} /> : <Place error={error} />;
  };
}

/** The place of a part of a page. */
export const PartPlace: Place = ({ error }) =>
  // A browser keeps the failure of a file: only a new page asks for it again.
  error ? <FaultNotice fault={faultOf(error)} title={t('load.failed')} retry={() => location.reload()} /> : <Waiting />;

/** The place of a window: nothing yet. Where it does not come, that is said, and `close` makes another try possible. */
export const windowPlace =
  (close: () => void): Place =>
  ({ error }) => {
    useEffect(() => {
      if (!error) return;
      say(faultOf(error).text, 'error');
      close();
    }, [error]);
    return null;
  };

/** The place of a page of the app. Every screen has a heading, also while it is coming. */
export const PagePlace: Place = ({ error }) =>
  error ? (
    <Page title={t('load.failed')}>
      <FaultNotice fault={faultOf(error)} retry={() => location.reload()} />
    </Page>
  ) : (
    <div class="page">
      <h1 class="visually-hidden">{t('loading')}</h1>
      <Waiting />
    </div>
  );
