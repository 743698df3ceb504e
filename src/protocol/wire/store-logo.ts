/** The logo of a store as pages draw it. */
export type StoreLogo = {
  /** On the origin of our own pages. */
  src: string;
  /** In pixels of the screen. */
  width: number;
  height: number;
  /** A wide logo has the store's name in it; beside any other stands the name. */
  withName: boolean;
};
