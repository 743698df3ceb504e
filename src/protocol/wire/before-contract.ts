/** An official file, with its size in pixels: the page keeps the room for it. */
export type OfficialPicture = { src: string; width: number; height: number };

/** What shoppers are shown before the contract beside the offer. */
export type BeforeContract = {
  /** The notice of the legal guarantee: for every country, and for those that have their own. `countries`: who is shown it. */
  notice: { every: OfficialPicture; own: Record<string, OfficialPicture>; countries: string[] } | null;
  /** The label of the producer's guarantee of durability. */
  label: OfficialPicture | null;
  /** The page with the instructions on withdrawal. `countries`: who is shown it. */
  instructions: { href: string; countries: string[] } | null;
};

/** Returns what is shown to a shopper of a country; an unknown one may be any of them. */
export function shownIn({ notice, label, instructions }: BeforeContract, country: string) {
  const concerns = (those: { countries: string[] } | null) =>
    those !== null && (country === '' || those.countries.includes(country));
  return {
    notice: concerns(notice) ? (notice?.own[country] ?? notice?.every ?? null) : null,
    label,
    instructions: concerns(instructions) ? (instructions?.href ?? null) : null,
  };
}
