/** Where the stand-in reports its own failures. A pino logger is one. */
export type StandInLog = { error(facts: { err: unknown }, message: string): void };

export const CONSOLE_LOG: StandInLog = { error: ({ err }, message) => console.error(message, err) };
