import { AppError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';

/** A try to prove who somebody is. `member` is null as long as nobody knows; `by` names what was shown, never what it said. */
export type Attempt = {
  requestId: string;
  by: 'password' | 'code' | 'recovery_code' | 'passkey';
  member: string | null;
};

/**
 * Logs how a try to sign in, or to prove again who somebody is, came out: which member, by what, and why it was refused. An address that
 * belongs to no member is not logged: people type passwords into that field.
 */
export async function noteProof<Done>(
  { log }: Pick<Deps, 'log'>,
  { requestId, by, member }: Attempt,
  prove: () => Promise<Done & { memberId: string }>,
): Promise<Done & { memberId: string }> {
  try {
    const done = await prove();
    log.info({ request_id: requestId, by, member: done.memberId }, 'proof accepted');
    return done;
  } catch (error) {
    if (error instanceof AppError) {
      const { code, info } = error;
      log.warn({ request_id: requestId, by, member: member ?? info.member ?? null, code }, 'proof refused');
    }
    throw error;
  }
}
