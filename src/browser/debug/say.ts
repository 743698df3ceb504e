export type StepDetails = Record<string, unknown>;

/** Prints a step on the console, with the milliseconds since the page began. As text, so that it can be copied into a report. */
export function say(step: string, details: StepDetails = {}): void {
  const about = JSON.stringify(details);
  console.info(`service-debug ${Math.round(performance.now())} ms: ${step}${about === '{}' ? '' : ` ${about}`}`);
}
