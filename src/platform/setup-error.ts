/** A fault that only the operator can mend. The operator sees its message and nothing else; the process exits with 1. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}
