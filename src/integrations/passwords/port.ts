/** Passwords that were stolen somewhere and published. */
export type BreachedPasswords = {
  /** Returns true for a password of the list. Never rejects: a list that does not answer refuses no password. */
  has(password: string): Promise<boolean>;
};
