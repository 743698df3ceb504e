let asked = '';

/** Says whom the page of people is to show. An address in a link would stay in the history of the browser, and in logs on its way. */
export function askFor(email: string): void {
  asked = email;
}

/** Returns whom to show, once. */
export function takeAsked(): string {
  const email = asked;
  asked = '';
  return email;
}
