import type { FastifyReply, FastifyRequest } from 'fastify';
import { findKnownBrowser, knowBrowser } from '../../core/staff/queries/known-browser.ts';
import { findMemberByEmail } from '../../core/staff/queries.ts';
import { normaliseEmail } from '../../domain/checkout.ts';
import { KNOWN_BROWSER_DAYS } from '../../domain/staff.ts';
import { networkOf } from '../../platform/client-address.ts';
import type { Deps } from '../deps.ts';
import { createPortalCookie } from './cookie.ts';

/**
 * Counts tries to prove who somebody is. A browser with which a member signed in has buckets of its own, so strangers, who share those of
 * the account and of the address, cannot keep the member out.
 */
export type Tries = {
  /** Gives the browser the cookie by which it is known as this member's. */
  know(request: FastifyRequest, reply: FastifyReply, memberId: string): Promise<void>;
  countSignIn(request: FastifyRequest, email: string): Promise<void>;
  /** Counts what is done with a secret that nobody can guess: a one-time link or a passkey. */
  countOpening(request: FastifyRequest): Promise<void>;
  countPasswordLink(request: FastifyRequest, email: string): Promise<void>;
  /** Counts a proof of a member whose password, or whose session, is known already. */
  countProof(request: FastifyRequest, memberId: string): Promise<void>;
};

const KNOWN = 'known browser'; // the scope of its buckets

export function createTries(deps: Pick<Deps, 'db' | 'secrets' | 'guesses' | 'portalUrl'>): Tries {
  const { db, guesses, portalUrl } = deps;
  // One for each member, because people share browsers.
  const cookieOf = (memberId: string) =>
    createPortalCookie(portalUrl, `known-${memberId}`, {
      form: /^[\w.-]{1,120}$/,
      seconds: KNOWN_BROWSER_DAYS * 86_400,
    });

  async function known(request: FastifyRequest, memberId: string | undefined): Promise<string | null> {
    const shown = memberId === undefined ? null : cookieOf(memberId).read(request);
    return memberId === undefined || shown === null ? null : findKnownBrowser(deps, memberId, shown);
  }

  async function knownByEmail(request: FastifyRequest, email: string): Promise<string | null> {
    if (!request.headers.cookie?.includes('known-')) return null;
    return known(request, (await findMemberByEmail(db, email))?.id);
  }

  async function countClient({ clientAddress }: FastifyRequest): Promise<void> {
    await guesses.signIns.take(clientAddress);
    const network = networkOf(clientAddress);
    if (network !== null) await guesses.signInNetworks.take(network);
  }

  return {
    async know(request, reply, memberId) {
      const browser = await known(request, memberId);
      cookieOf(memberId).give(reply, await knowBrowser(deps, memberId, browser));
    },
    async countSignIn(request, email) {
      const browser = await knownByEmail(request, email);
      if (browser !== null) return guesses.signInAccounts.take(browser, KNOWN);
      await countClient(request);
      await guesses.signInAccounts.take(normaliseEmail(email));
    },
    async countOpening(request) {
      const browser = await knownToAnybody(request);
      return browser === null ? countClient(request) : guesses.signIns.take(browser, KNOWN);
    },
    async countPasswordLink(request, email) {
      const browser = await knownByEmail(request, email);
      if (browser !== null) return guesses.passwordLinks.take(browser, KNOWN);
      await countClient(request);
      await guesses.passwordLinks.take(normaliseEmail(email));
    },
    async countProof(request, memberId) {
      const browser = await known(request, memberId);
      return browser === null ? guesses.confirmations.take(memberId) : guesses.confirmations.take(browser, KNOWN);
    },
  };

  async function knownToAnybody(request: FastifyRequest): Promise<string | null> {
    const members = [...(request.headers.cookie ?? '').matchAll(/-known-([\da-f-]{36})=/g)].slice(0, MEMBERS_MAX);
    for (const [, memberId] of members) {
      const browser = await known(request, memberId);
      if (browser !== null) return browser;
    }
    return null;
  }
}

// Of one browser, so that a request with many cookies is not many reads.
const MEMBERS_MAX = 5;
