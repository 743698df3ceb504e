import type { Static } from 'typebox';
import { Type } from '../../platform/type.ts';

const NOTHING = Type.Null();
const PREORDERS = Type.Object({ preorderIds: Type.Array(Type.String()) });

/**
 * The topics of jobs, and the detail that a job of each topic holds beside the id of its subject. The comment behind a topic
 * names the kind of subject. A handler reads everything else from the database and is idempotent.
 */
export const JOB_DETAILS = {
  'mail.due': NOTHING, // mail
  'money.due': NOTHING, // pre-order
  'order.due': NOTHING, // pre-order
  'orders.due': PREORDERS, // store
  'promise.due': Type.Union([NOTHING, PREORDERS]), // promise; `preorderIds` when only these pre-orders have to be told
  'attempt.settle': NOTHING, // attempt
  'dispute.changed': Type.Object({ ref: Type.String() }), // store; `ref` is the provider's id of the dispute
  'swap.paid': NOTHING, // attempt
  'attempt.undo': NOTHING, // attempt
  'attempt.inspect': NOTHING, // attempt
  'outbox.row': Type.Object({ id: Type.Integer(), topic: Type.String() }), // the subject of an outbox row that could not be dispatched
} as const;

export type JobTopic = keyof typeof JOB_DETAILS;
export type JobDetails = { [T in JobTopic]: Static<(typeof JOB_DETAILS)[T]> };

export const JOB_TOPICS = Object.keys(JOB_DETAILS) as JobTopic[];

export function isJobTopic(topic: string): topic is JobTopic {
  return Object.hasOwn(JOB_DETAILS, topic);
}

/** A job: its subject and the detail of its topic. */
export type Job<T extends JobTopic = JobTopic> = {
  storeId: string;
  subjectId: string;
  detail: JobDetails[T];
  /** The span that it follows from, as a W3C traceparent. */
  trace?: string | null;
};

/** A job to add. `urgent`: a person waits for it at this moment. */
export type NewJob = { [T in JobTopic]: Job<T> & { topic: T; urgent?: boolean } }[JobTopic];
