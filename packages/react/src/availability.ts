import { useCallback, useEffect, useState } from 'react';
import type { Availability, ExternalId } from 'waitlist-preorder-loader';
import { type PreorderError, usePreorders } from './context.ts';

export type AvailabilityState = {
  /** null until it is known, and of a product that is not. */
  availability: Availability | null;
  error: PreorderError | null;
  isLoading: boolean;
  /** Asks again; what is known stays until the answer. */
  refresh(): void;
};

type Answer = Pick<AvailabilityState, 'availability' | 'error'> & { of: string };

/** What is left of a product, by the public API. Without a product it asks for nothing. */
export function useAvailability({ productId }: { productId: ExternalId | null | undefined }): AvailabilityState {
  const { service, error: loadError } = usePreorders();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState(0);
  const of = productId == null ? '' : `${productId}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts how often the page wants it anew.
  useEffect(() => {
    if (!service || !of) return;
    let isWanted = true;
    service.fetchAvailability({ productId: of }).then(
      ({ data }) => isWanted && setAnswer({ of, availability: data, error: null }),
      (error: PreorderError) => isWanted && setAnswer({ of, availability: null, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [service, of, asked]);

  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  const known = answer?.of === of ? answer : null;
  const error = known?.error ?? (of ? loadError : null);
  return { availability: known?.availability ?? null, error, isLoading: of !== '' && !known && !error, refresh };
}
