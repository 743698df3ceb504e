import { AppError } from '../../src/domain/error.ts';

/** What went wrong though it never should, whatever else did. */
export class Violation extends Error {
  readonly rule: string;

  constructor(rule: string, detail: unknown) {
    super(`${rule}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
    this.name = 'Violation';
    this.rule = rule;
  }
}

export const UNEXPECTED = 'Nothing fails but what is told to';

// What a process is told of its surroundings' faults. Whatever else is thrown is a fault of ours.
const EXPECTED = ['ProviderError', 'ProcessDied', 'ConnectionLost', 'MailRefused', 'CommerceError', 'OutgoingError'];

// What waits comes back: a mail's job, and holds whose store is locked for half a second by the machine's clock, which a busy
// machine reaches.
const WAITS = [
  'another job is sending this mail',
  'deadline of the question passed before its mail; waiting for the new deadline',
  'canceling statement due to lock timeout',
];

export function isExpected({ type, message }: { type: string; message: string }): boolean {
  return EXPECTED.includes(type) || type === 'AppError' || WAITS.some((words) => message.includes(words));
}

/** In a word, what came of an act that did not succeed; throws where it should not have been possible. */
export function outcomeOf(thrown: unknown): string {
  if (thrown instanceof Violation) throw thrown;
  // Several things were tried, each by itself: every one of them is judged.
  if (thrown instanceof AggregateError) return thrown.errors.map(outcomeOf)[0] ?? thrown.name;
  if (thrown instanceof AppError && thrown.code !== 'internal_error') return `refused ${thrown.code}`;
  if (thrown instanceof Error && isExpected({ type: thrown.name, message: thrown.message })) return thrown.name;
  throw new Violation(UNEXPECTED, thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
}
