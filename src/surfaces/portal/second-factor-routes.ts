import { askForPasskey } from '../../core/staff/commands/passkeys.ts';
import { finishSignIn, type ShownCode, signInByPasskey } from '../../core/staff/commands/sign-in.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import {
  PasskeyOptions,
  PasskeySignInRequest,
  SecondFactorRequest,
  SignInAnswer,
} from '../../protocol/schema/portal-api.ts';
import { noteProof } from './note-proof.ts';
import { PORTAL_API as API, beginningOf, type PortalParts, signedInAnswer, success } from './parts.ts';
import { signedPasskey } from './passkey-json.ts';

/** Registers what signing in may need beside the password, and passkeys, which need none. */
export function registerSecondFactorRoutes(app: App, parts: PortalParts): void {
  const { deps, visitors, tries } = parts;

  app.post(
    `${API}/session/second-factor`,
    { schema: { body: SecondFactorRequest, response: { 200: SignInAnswer } } },
    async (request, reply) => {
      const session = await visitors.session(request);
      if (!session || session.signedIn) throw new AppError('not_signed_in', 'Enter your password first.');
      await tries.countProof(request, session.memberId);
      const shown = codeOf(request.body.code, request.body.recovery_code);
      const by = 'code' in shown ? 'code' : 'recovery_code';
      const attempt = { request, by, member: session.memberId } as const;
      return signedInAnswer(
        parts,
        { request, reply },
        await noteProof(deps, attempt, () => finishSignIn(deps, session, shown)),
      );
    },
  );

  app.post(`${API}/session/passkey-options`, { schema: { response: { 200: PasskeyOptions } } }, async (request) => {
    await tries.countOpening(request);
    return success(await askForPasskey(deps));
  });

  app.post(
    `${API}/session/passkey`,
    { schema: { body: PasskeySignInRequest, response: { 200: SignInAnswer } } },
    async (request, reply) => {
      await tries.countOpening(request);
      const passkey = signedPasskey(request.body.passkey);
      const beginning = await beginningOf(parts, request);
      const attempt = { request, by: 'passkey', member: null } as const;
      const signedIn = await noteProof(deps, attempt, () => signInByPasskey(deps, passkey, beginning));
      return signedInAnswer(parts, { request, reply }, signedIn);
    },
  );
}

function codeOf(code: string | undefined, recoveryCode: string | undefined): ShownCode {
  if (code !== undefined && recoveryCode === undefined) return { code };
  if (code === undefined && recoveryCode !== undefined) return { recoveryCode };
  throw new AppError('missing_parameter', 'Send either code or recovery_code.', { param: 'code' });
}
