import Type, { type Static } from 'typebox';

const NOTHING = Type.Null();
const PREORDERS = Type.Object({ preorderIds: Type.Array(Type.String()) });

/**
 * What a worker is to do, and what a job of each topic says beside its subject. The comment names the subject, whose id the job
 * holds. A handler reads the rest from the database and is idempotent.
 */
export const JOB_DETAILS = {
  'mail.due': NOTHING, // mail
  'money.due': NOTHING, // pre-order
  'order.due': NOTHING, // pre-order
  'orders.due': PREORDERS, // store
  'promise.due': Type.Union([NOTHING, PREORDERS]), // promise; with pre-orders where only those are to be told
  'attempt.settle': NOTHING, // attempt
  'dispute.changed': Type.Object({ ref: Type.String() }), // store; the provider's id of the dispute
  'swap.paid': NOTHING, // attempt
  'attempt.undo': NOTHING, // attempt
  'attempt.inspect': NOTHING, // attempt
  'outbox.row': Type.Object({ id: Type.Integer(), topic: Type.String() }), // of an outbox row that could not be handed on
} as const;

export type JobTopic = keyof typeof JOB_DETAILS;
export type JobDetails = { [T in JobTopic]: Static<(typeof JOB_DETAILS)[T]> };

export const JOB_TOPICS = Object.keys(JOB_DETAILS) as JobTopic[];

export function isJobTopic(topic: string): topic is JobTopic {
  return Object.hasOwn(JOB_DETAILS, topic);
}

/** What is to be done about what. */
export type Job<T extends JobTopic = JobTopic> = { storeId: string; subjectId: string; detail: JobDetails[T] };

/** `urgent`: somebody waits for it at this moment. */
export type NewJob = { [T in JobTopic]: Job<T> & { topic: T; urgent?: boolean } }[JobTopic];
