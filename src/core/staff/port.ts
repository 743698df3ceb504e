import type { Role } from '../../domain/role.ts';

/** A mail to staff, with everything that its words need. */
export type StaffMailFacts = { url: string; language: string } & (
  | { kind: 'invitation'; store: string; role: Role; invitedBy: string; days: number }
  | { kind: 'password'; minutes: number }
);

/** Writes the text of a mail to staff. */
export type WriteStaffMail = (facts: StaffMailFacts) => { subject: string; html: string; text: string };
