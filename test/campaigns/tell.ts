/** Says how far a campaign is and what it met, for the person who watches it. A test's output stays free of it. */
export function tell(text: string): void {
  if (process.stderr.isTTY || process.env.CAMPAIGN_TELLS) process.stderr.write(`${text}\n`);
}

/** Returns a `tell` that says each text once. */
export function tellOnce(): typeof tell {
  const told = new Set<string>();
  return (text) => {
    if (!told.has(text)) tell(text);
    told.add(text);
  };
}
