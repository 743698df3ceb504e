/** Passwords that were stolen somewhere and published. */
export type BreachedPasswords = {
  /** Returns true for a password of the list. Never rejects: a list that does not answer must keep nobody out. */
  has(password: string): Promise<boolean>;
};
