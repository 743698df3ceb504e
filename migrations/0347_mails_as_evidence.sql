-- What a mail was that went out: to whom, about what, from which facts (src/core/mails/evidence.ts), and the SHA-256 of its plain text
-- without its links. Null before it is sent, of mails from before these columns, and once the person is erased.
ALTER TABLE mail ADD COLUMN sent_to text;
ALTER TABLE mail ADD COLUMN subject text;
ALTER TABLE mail ADD COLUMN written_from json;
ALTER TABLE mail ADD COLUMN body_digest bytea;
