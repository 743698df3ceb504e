import type { Settings } from './settings.ts';

/** Returns a hint about surprising behaviour of these settings; '' for most. */
export function noteOf({ placement, policy }: Settings, isSignedIn: boolean): string {
  if (placement === 'status_signed_in') {
    return isSignedIn
      ? 'Maya Lindqvist is signed in, and the store’s backend has signed a token with her e-mail address. What is pre-ordered under that address shows up here.'
      : 'Nobody is signed in, so there is no token and nothing to see. Sign in above as the demo customer.';
  }
  if (placement === 'status') return 'A pre-order is looked up by its reference and its postcode: place one first.';
  if (policy === 'isolated') {
    return 'Payment providers refuse pages that are cross-origin isolated, so the button leads to a checkout of its own. A frame like this one is never isolated: open it on its own to try.';
  }
  return '';
}
