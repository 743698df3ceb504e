/** Something only the operator can put right. Its message is the whole sentence they see; the process exits with 1. */
export class SetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SetupError';
  }
}
