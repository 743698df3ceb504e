import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The refusal of a mail. */
export type SmtpAnswer = { code: number; words: string };

/** Called for each mail; null accepts it. */
type Mood = {
  recipient?: (address: string) => SmtpAnswer | null;
  data?: (address: string) => SmtpAnswer | null;
  /** How long the server takes for each mail. */
  delayMs?: number;
};

export type Smtp = {
  /** `smtp://127.0.0.1:PORT` */
  url: string;
  /** The accepted mails, oldest first. */
  mails: Buffer[];
  /** The largest number of mails in progress at once. */
  atOnce(): number;
  /** Parses the accepted mails like a mail program. */
  read(): Promise<Email[]>;
  close(): Promise<void>;
};

/** Starts a mail server that accepts every mail unless its mood refuses it. */
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
  server.on('error', () => {}); // tests also have clients that hang up
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
