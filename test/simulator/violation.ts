import { AppError } from '../../src/domain/error.ts';

/** An error that no fault of the surroundings explains. */
export class Violation extends Error {
  readonly rule: string;

  constructor(rule: string, detail: unknown) {
    super(`${rule}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
    this.name = 'Violation';
    this.rule = rule;
  }
}

export const UNEXPECTED = 'Nothing fails but what is told to';

// The errors that planned faults cause. Any other error is a bug.
const EXPECTED = ['ProviderError', 'ProcessDied', 'ConnectionLost', 'MailRefused', 'CommerceError', 'OutgoingError'];

// These errors lead to a retry: a mail's job, and holds whose store is locked for half a second of real time, which can
// happen on a busy machine.
const WAITS = [
  'another job is sending this mail',
  'deadline of the question passed before its mail; waiting for the new deadline',
  'canceling statement due to lock timeout',
];

export function isExpected({ type, message }: { type: string; message: string }): boolean {
  return EXPECTED.includes(type) || type === 'AppError' || WAITS.some((words) => message.includes(words));
}

/** Returns the outcome of a failed act in a word. Throws if the failure is a bug. */
export function outcomeOf(thrown: unknown): string {
  if (thrown instanceof Violation) throw thrown;
  // Several separate tries: each error is judged.
  if (thrown instanceof AggregateError) return thrown.errors.map(outcomeOf)[0] ?? thrown.name;
  if (thrown instanceof AppError && thrown.code !== 'internal_error') return `refused ${thrown.code}`;
  if (thrown instanceof Error && isExpected({ type: thrown.name, message: thrown.message })) return thrown.name;
  throw new Violation(UNEXPECTED, thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
}
