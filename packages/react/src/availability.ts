import { useCallback, useEffect, useState } from 'react';
import type { Availability, ExternalId } from 'waitlist-preorder-loader';
import { type PreorderError, usePreorders } from './context.ts';

export type AvailabilityState = {
  /** null until it is known, and for an unknown product. */
  availability: Availability | null;
  error: PreorderError | null;
  isLoading: boolean;
  /** Reads it again; the known value stays until the answer. */
  refresh(): void;
};

type Answer = Pick<AvailabilityState, 'availability' | 'error'> & { of: string };

/** Reads from the public API what is left of a product. Without a product it sends no request. */
export function useAvailability({ productId }: { productId: ExternalId | null | undefined }): AvailabilityState {
  const { service, error: loadError } = usePreorders();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState(0);
  const of = productId == null ? '' : `${productId}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `asked` means that the page wants it again.
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
