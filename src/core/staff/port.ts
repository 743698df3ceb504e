import type { Role } from '../../domain/role.ts';
import type { AlertRow } from '../alerts/queries.ts';
import type { Sales } from '../reports/queries/sales.ts';

/** A mail to staff about a store: one that they asked for, or one about what only they can put right. */
export type NewsFacts = { url: string; settingsUrl: string; language: string; store: string } & (
  | {
      kind: 'daily';
      /** The store's day that it tells of. */
      day: string;
      currency: string;
      sales: Sales;
      alerts: Pick<AlertRow, 'message' | 'messageCode' | 'messageValues'>[];
      critical: { product: string; late: boolean; waiting: number }[];
    }
  | {
      kind: 'nearly_sold';
      product: string;
      left: number;
      allocated: number;
      earliest: string | null;
      latest: string | null;
    }
  | {
      kind: 'connection_refused';
      /** The store's account on its platform. */
      account: string;
      reason: string;
      /** Orders that wait until the credentials are given anew. */
      waiting: number;
    }
);

/** What can change of how a member signs in. */
export type StaffChange =
  | 'password'
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes'
  | 'recovered'
  /** Nothing changed: the password was right, and second factors were wrong. */
  | 'factor_refused';

/** A mail to staff that tells what changed of how they sign in. */
export type ChangeFacts = { kind: 'changed'; what: StaffChange; url: string; language: string };

/** A mail to staff, with everything that its words need. */
export type StaffMailFacts =
  | NewsFacts
  | ChangeFacts
  | ({ url: string; language: string } & (
      | { kind: 'invitation'; store: string; role: Role; invitedBy: string; days: number }
      | { kind: 'password'; minutes: number }
    ));

/** Writes the text of a mail to staff. */
export type WriteStaffMail = (facts: StaffMailFacts) => { subject: string; html: string; text: string };
