import type { FastifyRequest } from 'fastify';
import { AppError } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';

/** A try to prove who somebody is. `member` is null as long as nobody knows; `by` names what was shown, never what it said. */
export type Attempt = {
  request: Pick<FastifyRequest, 'id' | 'clientAddress'>;
  by: 'password' | 'code' | 'recovery_code' | 'passkey' | 'link';
  member: string | null;
};

/**
 * Logs how a try to sign in, or to prove again who somebody is, came out: which member, by what, from where, and why it was refused. An
 * e-mail address that belongs to no member is not logged: people type passwords into that field. A link proves only that somebody reads
 * a mailbox, so it is not called a proof.
 */
export async function noteProof<Done extends { memberId: string } | null>(
  { log }: Pick<Deps, 'log'>,
  { request, by, member }: Attempt,
  prove: () => Promise<Done>,
): Promise<Done> {
  const attempt = { request_id: request.id, by, client_address: request.clientAddress };
  const what = by === 'link' ? 'sign-in link' : 'proof';
  try {
    const done = await prove();
    if (done) log.info({ ...attempt, member: done.memberId }, `${what} accepted`);
    return done;
  } catch (error) {
    if (error instanceof AppError) {
      const { code, info } = error;
      log.warn({ ...attempt, member: member ?? info.member ?? null, code }, `${what} refused`);
    }
    throw error;
  }
}
