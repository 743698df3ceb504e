import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../requests/session.ts';

/** Lets the browser prove with a passkey who is there, and signs in with the proof. */
export async function signInByPasskey(): Promise<void> {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>('POST', 'session/passkey-options', {});
  const passkey = await startAuthentication({ optionsJSON });
  await call('POST', 'session/passkey', { passkey });
}
