/** The data of the frame in which the portal shows a mail. */
export type LetterDocument = {
  /** The origin of the portal, the only one that may show something in it. */
  portal: string;
};

/** Portal → frame: the HTML of a mail, and whether the reader's screen is set to dark. */
export type LetterMessage = { t: 'letter'; scheme: 'light' | 'dark'; html: string };
