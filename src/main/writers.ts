import { writeStaffMail } from '../surfaces/mails/staff.ts';
import { writeReceipt } from '../surfaces/mails/withdrawal-receipt.ts';
import { writeMail } from '../surfaces/mails/write.ts';
import { writeSampleMail } from '../surfaces/mails/write-sample.ts';
import { writeWebhook } from '../surfaces/webhooks/write.ts';

/** What writes the words of mails and webhooks: the core asks for them, and surfaces have them. */
export const writers = { writeMail, writeSampleMail, writeStaffMail, writeReceipt, writeWebhook };
