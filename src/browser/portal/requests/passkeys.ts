import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { FactorAdded } from '../../../protocol/schema/portal-api.ts';
import { call } from './session.ts';

/** Whether this browser has passkeys at all, and whether the portal's address can: a bare number cannot. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();
export const addressTakesPasskeys = (): boolean => !/^[\d.]+$|:/.test(location.hostname);

/** Lets the browser prove with a passkey who is there, and signs in with the proof. */
export async function signInByPasskey(): Promise<void> {
  await call('POST', 'session/passkey', { passkey: await proof() });
}

/** Proves with a passkey that it is still the same person. */
export async function confirmByPasskey(): Promise<void> {
  await call('POST', 'session/confirm', { passkey: await proof() });
}

/** Lets the browser make a passkey. Resolves with the recovery codes, if it is the first factor. */
export async function addPasskey(name: string): Promise<FactorAdded['data']['recovery_codes']> {
  const optionsJSON = await call<PublicKeyCredentialCreationOptionsJSON>('POST', 'passkeys/options', {});
  const passkey = await startRegistration({ optionsJSON }).catch(refuse);
  const { recovery_codes } = await call<FactorAdded['data']>('POST', 'passkeys', { name, passkey });
  return recovery_codes;
}

async function proof() {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>('POST', 'session/passkey-options', {});
  return startAuthentication({ optionsJSON }).catch(refuse);
}

class PasskeyError extends Error {
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const CODES: Record<string, string> = { NotAllowedError: 'passkey_cancelled', InvalidStateError: 'passkey_known' };

/** Browsers name a cancelled window, a time-out and a missing passkey alike: they must not tell which passkeys there are. */
function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw new PasskeyError(CODES[name] ?? 'passkey_unusable', error);
}
