import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server says instead of taking a mail. */
export type SmtpAnswer = { code: number; words: string };

/** Asked for each mail; null: it is taken. */
type Mood = {
  recipient?: (address: string) => SmtpAnswer | null;
  data?: (address: string) => SmtpAnswer | null;
  /** How long it takes with each mail. */
  delayMs?: number;
};

export type Smtp = {
  /** `smtp://127.0.0.1:PORT` */
  url: string;
  /** What was taken, oldest first. */
  mails: Buffer[];
  /** How many it had in hand at once, at most. */
  atOnce(): number;
  /** The same, as a mail program reads it. */
  read(): Promise<Email[]>;
  close(): Promise<void>;
};

/** A mail server that takes what it is given, unless its mood says otherwise. */
export async function startSmtpServer({ recipient, data, delayMs = 0 }: Mood = {}): Promise<Smtp> {
  const mails: Buffer[] = [];
  let inHand = 0;
  let atOnce = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(errorOf(recipient?.(address))),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = errorOf(data?.(envelope.rcptTo[0]?.address ?? ''));
        inHand += 1;
        atOnce = Math.max(atOnce, inHand);
        const answer = () => {
          inHand -= 1;
          if (!refused) mails.push(Buffer.concat(chunks));
          done(refused);
        };
        if (delayMs === 0) answer();
        else setTimeout(answer, delayMs);
      });
    },
  });
  server.on('error', () => {}); // a client that hangs up is a part of the tests
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    atOnce: () => atOnce,
    read: () => Promise.all(mails.map((mail) => PostalMime.parse(mail))),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function errorOf(answer: SmtpAnswer | null | undefined): Error | undefined {
  return answer ? Object.assign(new Error(answer.words), { responseCode: answer.code }) : undefined;
}
