import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { MadePasskey, SignedPasskey } from '../../protocol/schema/portal-api.ts';

/** Returns a browser's proof as the library reads it, without what browsers may add. */
export function signedPasskey({ id, rawId, type, response }: SignedPasskey): AuthenticationResponseJSON {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle != null && { userHandle }) },
  };
}

/** Returns a new passkey as the library reads it, without what browsers may add. */
export function madePasskey({ id, rawId, type, response }: MadePasskey): RegistrationResponseJSON {
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      attestationObject,
      ...(transports && { transports: transports as NonNullable<RegistrationResponseJSON['response']['transports']> }),
    },
  };
}
