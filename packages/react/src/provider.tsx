import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  type CustomerDataSource,
  type InitOptions,
  type LoadOptions,
  loadService,
  type ServiceSdk,
} from 'waitlist-preorder-loader';
import { type PreorderContext, type PreorderError, Preorders } from './context.ts';
import { useLatest } from './latest.ts';

/** The options of the loader and of `init`, and those for the whole page. */
export type PreorderProviderProps = LoadOptions &
  InitOptions & {
    /** Prefills the checkout's form: an object, or a function that is called when the checkout opens. */
    customerData?: CustomerDataSource | undefined;
    /** Called if the SDK cannot be loaded, and on misuse. */
    onError?: ((error: PreorderError) => void) | undefined;
    children?: ReactNode;
  };

type Loaded = Pick<PreorderContext, 'service' | 'error'>;

/** Loads the SDK in the browser and names the store. The children are rendered at once, before and without the SDK. */
export function PreorderProvider(props: PreorderProviderProps): ReactElement {
  const { baseUrl, timeoutMs, nonce, customerData, onError, children, ...init } = props;
  const [loaded, setLoaded] = useState<Loaded>({ service: null, error: null });
  const latest = useLatest({ timeoutMs, nonce, onError });
  const initAsText = JSON.stringify(init);

  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const { onError: _, ...options } = latest.current;
      const service = await loadService({ baseUrl, ...options });
      if (isWanted) service.init(JSON.parse(initAsText) as InitOptions);
      return service;
    };
    load().then(
      (service) => isWanted && setLoaded({ service, error: null }),
      (error: PreorderError) => {
        if (!isWanted) return;
        setLoaded({ service: null, error });
        latest.current.onError?.(error);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [baseUrl, initAsText, latest]);

  const { service, error } = loaded;
  useCustomerData(service, customerData);
  const context = useMemo<PreorderContext>(() => {
    const report = (misuse: unknown) => (latest.current.onError ?? console.error)(misuse as PreorderError);
    return { service, error, report };
  }, [service, error, latest]);
  return <Preorders.Provider value={context}>{children}</Preorders.Provider>;
}

/** Sets the customer data. Without any it does not touch data that the page has set itself. */
function useCustomerData(service: ServiceSdk | null, customerData: CustomerDataSource | undefined): void {
  useEffect(() => {
    if (!service || customerData === undefined) return;
    service.setCustomerData(customerData);
    return () => service.setCustomerData(null);
  }, [service, customerData]);
}
